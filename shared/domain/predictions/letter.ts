import { getVoucherType, isNote } from "../voucher-types.js";
import { type Prediction, when } from "./problem.js";
import { fitsLetter, isReceiverCondition, receiverConditionOf } from "./receiver-condition.js";

const registered = 1;

/** Checks the letter for issuer and receiver. Source: api/README.md, rules 15 to 17; issuer/authority/README.md, section 4.9. */
export const predictLetter: Prediction = ({ body, issuer }) => {
  const type = getVoucherType(body.voucherType);
  const { condition, field } = receiverConditionOf(body);
  if (!isReceiverCondition(condition))
    return when(
      true,
      field,
      10242,
      `${condition} is not a VAT condition of a receiver: see taxauth/tables/tax-conditions`,
    );

  // A note keeps the letter of the voucher that it modifies, even if the issuer's tax condition has changed.
  const isOfIssuer = isNote(type) || (type.letter === "C") === (issuer.taxType !== registered);
  if (!isOfIssuer)
    return when(
      true,
      "voucherType",
      10000,
      issuer.taxType === registered
        ? "a registered taxpayer issues letter A or B, not C"
        : `a monotributista or an exempt issuer issues letter C only: ${type.isFce ? "211, 212, 213" : "11, 12, 13"}`,
    );
  return when(
    !fitsLetter(type.letter, condition),
    field,
    10243,
    `a receiver with VAT condition ${condition} gets letter ${type.letter === "A" ? "B" : "A"}, not ${type.letter}`,
  );
};
