import { isRegistered } from "../issuer-conditions.js";
import { foreseen } from "../refusal.js";
import type { Regime } from "../voucher-type-table.js";
import { getVoucherType, isNote, typesOf, type VoucherTypeTraits } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";
import { fitsLetter, isReceiverCondition, receiverConditionOf } from "./receiver-condition.js";

const typesOfC = (regime: Regime) => typesOf({ letter: "C", regime }).join(", ");

export const letterRefusals = {
  condition: foreseen(
    10242,
    "customer.taxType",
    "{code} is not a VAT condition of a receiver: see taxauth/tables/tax-conditions",
    "ARCA no tiene esa condición de IVA: elegí otra.",
  ),
  notC: foreseen(
    10000,
    "voucherType",
    "a registered taxpayer issues letter A or B, not C",
    "Un responsable inscripto emite con letra A o B, no C: elegí otro tipo.",
  ),
  onlyC: foreseen(
    10000,
    "voucherType",
    `an issuer that is not registered in VAT issues letter C only: ${typesOfC("ordinary")}`,
    "Quien no es responsable inscripto emite solamente con letra C: elegí otro tipo.",
  ),
  onlyCOfFce: foreseen(
    10000,
    "voucherType",
    `an issuer that is not registered in VAT issues letter C only: ${typesOfC("fce")}`,
    "Quien no es responsable inscripto emite facturas de crédito solamente con letra C: elegí otro tipo.",
  ),
  receiver: foreseen(
    10243,
    "customer.taxType",
    "a receiver with VAT condition {condition} gets letter {right}, not {letter}",
    "A un receptor con condición {condition} le corresponde letra {right}, no {letter}.",
  ),
  receiverOfNote: foreseen(
    10243,
    "customer.taxType",
    "a note has the letter of the voucher that it modifies, and letter {letter} goes to no receiver with VAT condition {condition}: send the condition that the voucher was issued with",
    "La nota lleva la letra del comprobante que modifica, y la letra {letter} no va con la condición {condition}: poné la condición de IVA con la que se emitió el comprobante.",
  ),
};

/** Checks the letter for issuer and receiver. Source: api/README.md, rules 15 to 17; issuer/authority/README.md, section 4.9. */
export const predictLetter: Prediction = ({ body, issuer }) => {
  const type = getVoucherType(body.voucherType);
  const { condition, field } = receiverConditionOf(body);
  if (!isReceiverCondition(condition))
    return when(true, letterRefusals.condition, { field, slots: { code: condition } });

  // A note keeps the letter of the voucher that it modifies, even if the issuer's tax condition has changed.
  const isOfIssuer = isNote(type) || (type.letter === "C") !== isRegistered(issuer.taxType);
  if (!isOfIssuer) return when(true, ofIssuer(type, issuer.taxType));
  const right = type.letter === "A" ? "B" : "A";
  return when(
    !fitsLetter(type.letter, condition),
    isNote(type) ? letterRefusals.receiverOfNote : letterRefusals.receiver,
    { field, slots: { condition, right, letter: type.letter } },
  );
};

function ofIssuer({ isFce }: VoucherTypeTraits, taxType: number) {
  if (isRegistered(taxType)) return letterRefusals.notC;
  return isFce ? letterRefusals.onlyCOfFce : letterRefusals.onlyC;
}
