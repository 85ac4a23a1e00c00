import type { IssuanceRequest } from "../issuance-request.js";
import type { Letter } from "../voucher-type-table.js";

/** The VAT conditions that get letter A, and letter B. All get letter C. Source: issuer/authority/README.md, section 4.9. */
const conditionsOfA = [1, 6, 13, 16];
const conditionsOfB = [4, 5, 7, 8, 9, 10, 15];

export const isReceiverCondition = (condition: number): boolean =>
  conditionsOfA.includes(condition) || conditionsOfB.includes(condition);

export function fitsLetter(letter: Letter, condition: number): boolean {
  if (letter === "C") return isReceiverCondition(condition);
  return (letter === "A" ? conditionsOfA : conditionsOfB).includes(condition);
}

/** The declared condition, and the field that it comes from. */
export const receiverConditionOf = ({
  receiverTaxConditionId,
  customer,
}: IssuanceRequest): { condition: number; field: string } =>
  receiverTaxConditionId === null
    ? { condition: customer.taxType, field: "customer.taxType" }
    : { condition: receiverTaxConditionId, field: "receiverTaxConditionId" };
