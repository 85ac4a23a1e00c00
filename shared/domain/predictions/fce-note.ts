import type { AssociatedVoucher } from "../issuance-request.js";
import { foreseen } from "../refusal.js";
import type { Letter } from "../voucher-type-table.js";
import { findVoucherType, getVoucherType, isNote, type VoucherTypeTraits } from "../voucher-types.js";
import { type Prediction, type Problem, when } from "./problem.js";

const cancelsWrongKind: Record<Letter, number> = { A: 10186, B: 10187, C: 10193 };
const kindField = "associatedVouchers.#.voucherType";

const creditCancels = (code: number) =>
  foreseen(
    code,
    kindField,
    "a credit note cancels an invoice or a debit note",
    "Una nota de crédito anula una factura o una nota de débito: indicá una de ellas.",
  );
const debitCancels = (code: number) =>
  foreseen(
    code,
    kindField,
    "a debit note cancels a credit note",
    "Una nota de débito anula una nota de crédito: indicá una.",
  );

export const fceNoteRefusals = {
  cuit: foreseen(
    10155,
    "associatedVouchers.#.cuit",
    "must be the company's own: it modifies its own vouchers alone",
    "Tiene que ser el CUIT de la empresa: la nota modifica solamente comprobantes propios.",
  ),
  date: foreseen(
    10159,
    "associatedVouchers.#.date",
    "must not be after voucherDate",
    "No puede ser posterior a la fecha del comprobante.",
  ),
  invoiceOnly: foreseen(
    10157,
    kindField,
    "a note that cancels nothing modifies an invoice: name that",
    "Una nota que no anula modifica una factura: indicá la factura.",
  ),
  creditOfA: creditCancels(cancelsWrongKind.A),
  creditOfB: creditCancels(cancelsWrongKind.B),
  creditOfC: creditCancels(cancelsWrongKind.C),
  debitOfA: debitCancels(cancelsWrongKind.A),
  debitOfB: debitCancels(cancelsWrongKind.B),
  debitOfC: debitCancels(cancelsWrongKind.C),
};

/** Checks what a note of a credit invoice modifies. Source: issuer/authority/README.md, section 12.3. */
export const predictFceNote: Prediction = ({ body, issuer }) => {
  const { voucherType, voucherDate, associatedVouchers, fce } = body;
  const type = getVoucherType(voucherType);
  if (!type.isFce || !isNote(type)) return [];
  const isCancellation = fce !== null && "cancellation" in fce && fce.cancellation;
  return associatedVouchers.flatMap((associated, index) => {
    const at = `associatedVouchers.${index}`;
    return [
      ...predictKind(type, isCancellation, associated, `${at}.voucherType`),
      ...when(associated.cuit !== null && associated.cuit !== issuer.cuit, fceNoteRefusals.cuit, {
        field: `${at}.cuit`,
      }),
      ...when((associated.date ?? "") > voucherDate, fceNoteRefusals.date, { field: `${at}.date` }),
    ];
  });
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
  if (!isCancellation) return when(other.kind !== "invoice", fceNoteRefusals.invoiceOnly, { field });
  return when(
    (kind === "creditNote") === (other.kind === "creditNote"),
    fceNoteRefusals[`${kind === "creditNote" ? "credit" : "debit"}Of${letter}`],
    { field },
  );
}
