import type { IssuanceRequest } from "../issuance-request.js";
import type { LocalizedText } from "../localized-text.js";
import { receiverConditionOf } from "../predictions/receiver-condition.js";
import { nameOfVoucher, voucherWithName } from "../spanish.js";
import type { LawRemark } from "./law-codes.js";
import { type AssociationOfNote, type NamedOriginal, shortName } from "./named-original.js";

/**
 * Remarks on a note to another receiver: one for each voucher of ours that it names and whose document or VAT condition is another.
 * Source: issuer/authority/README.md, section 18.1.
 */
export function remarkOnReceiver(body: IssuanceRequest, associations: readonly AssociationOfNote[]): LawRemark[] {
  return associations.flatMap(({ original }) => {
    const other = original && differenceOf(body, original);
    return original && other
      ? [{ field: "customer.docNumber", code: "NOTE_RECEIVER", message: anotherReceiver(original, other) }]
      : [];
  });
}

function differenceOf(body: IssuanceRequest, original: NamedOriginal): LocalizedText | undefined {
  const { docType, docNumber } = body.customer;
  const hasDocument = docType === original.docType && significant(docNumber) === significant(original.docNumber);
  const hasCondition = original.condition === null || original.condition === receiverConditionOf(body).condition;
  if (hasDocument) return hasCondition ? undefined : { en: "another VAT condition", es: "otra condición de IVA" };
  return hasCondition
    ? { en: "another document", es: "otro documento" }
    : { en: "another document and VAT condition", es: "otro documento y otra condición de IVA" };
}

/** The declared form: a number without leading zeros. */
const significant = (docNumber: string) => docNumber.replace(/^0+/, "");

const sameReceiver = "La norma pide que la nota vaya al mismo receptor (RG 4540/2019).";

const anotherReceiver = (original: NamedOriginal, other: LocalizedText): LocalizedText => ({
  en: `the receiver of voucher ${shortName(original)} has ${other.en}: the norm wants a note to go to the receiver of the voucher that it modifies (RG 4540/2019)`,
  es: `El receptor de ${voucherWithName(original)} tiene ${other.es}. ${sameReceiver}`,
  app: `El receptor de ${nameOfVoucher(original)} tiene ${other.es}. ${sameReceiver}`,
});
