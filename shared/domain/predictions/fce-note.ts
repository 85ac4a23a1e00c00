import type { AssociatedVoucher } from "../issuance-request.js";
import { findVoucherType, getVoucherType, isNote, type Letter, type VoucherTypeTraits } from "../voucher-types.js";
import { type Prediction, type Problem, when } from "./problem.js";

const cancelsWrongKind: Record<Letter, number> = { A: 10186, B: 10187, C: 10193 };

/** Checks what a note of a credit invoice modifies. Source: issuer/authority/README.md, section 12.3. */
export const predictFceNote: Prediction = ({ body, issuer }) => {
  const { voucherType, voucherDate, associatedVouchers, fce } = body;
  const type = getVoucherType(voucherType);
  if (!type.isFce || !isNote(type)) return [];
  const isCancellation = fce !== null && "cancellation" in fce && fce.cancellation;
  return associatedVouchers.flatMap((associated, index) => [
    ...predictKind(type, isCancellation, associated, `associatedVouchers.${index}.voucherType`),
    ...when(
      associated.cuit !== null && associated.cuit !== issuer.cuit,
      `associatedVouchers.${index}.cuit`,
      10155,
      "must be the company's own: it modifies its own vouchers alone",
    ),
    ...when(
      (associated.date ?? "") > voucherDate,
      `associatedVouchers.${index}.date`,
      10159,
      "must not be after voucherDate",
    ),
  ]);
};

/** An adjustment modifies an invoice; a credit cancels an invoice or a debit note, a debit note cancels a credit. */
function predictKind(
  { letter, kind }: VoucherTypeTraits,
  isCancellation: boolean,
  associated: AssociatedVoucher,
  field: string,
): Problem[] {
  const other = findVoucherType(associated.voucherType);
  if (!other?.isFce || other.letter !== letter) return []; // 10040
  if (!isCancellation)
    return when(other.kind !== "invoice", field, 10157, "a note that cancels nothing modifies an invoice: name that");
  return when(
    (kind === "creditNote") === (other.kind === "creditNote"),
    field,
    cancelsWrongKind[letter],
    kind === "creditNote" ? "a credit note cancels an invoice or a debit note" : "a debit note cancels a credit note",
  );
}
