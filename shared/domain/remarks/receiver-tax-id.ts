import { cuitType } from "../document-type.js";
import type { IssuanceRequest } from "../issuance-request.js";
import type { LocalizedText } from "../localized-text.js";
import { receiverConditionOf } from "../predictions/receiver-condition.js";
import type { LawRemark } from "./law-codes.js";

/**
 * VAT conditions of receivers who are no final consumers and have a CUIT.
 * Source: issuer/authority/README.md, section 18.2.
 */
const conditionsWithCuit: readonly number[] = [
  1, // registered
  4, // exempt
  6, // monotributo, and its further kinds
  13,
  16,
  15, // not reached by VAT
];

/**
 * Remark on a receiver without a CUIT who is no final consumer. It holds for any amount: the threshold below which nobody need be identified
 * is that of final consumers. Letter A is refused without a CUIT anyway, and has the remark besides.
 */
export function remarkOnTaxId(body: IssuanceRequest): LawRemark[] {
  const { condition } = receiverConditionOf(body);
  return conditionsWithCuit.includes(condition) && body.customer.docType !== cuitType
    ? [{ field: "customer.docType", code: "RECEIVER_WITHOUT_TAX_ID", message: withoutCuit }]
    : [];
}

const withoutCuit: LocalizedText = {
  en: "is not 80: of a receiver who is no final consumer the norm wants the CUIT, whatever the amount (RG 1415)",
  es: "El receptor no es consumidor final: la norma pide su CUIT, sea cual sea el importe (RG 1415).",
};
