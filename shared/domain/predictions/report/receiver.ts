import { documentTypes } from "../../code-tables/document-types.js";
import { anonymousType, cuitType, dniType, taxIdTypes } from "../../document-type.js";
import { Decimal } from "../../money.js";
import { getVoucherType } from "../../voucher-types.js";
import { identificationThreshold } from "../identification-threshold.js";
import { isReceiverCondition } from "../receiver-condition.js";
import { type ReportRefusals, type ReportSubject, refuse } from "./report-subject.js";

export const refuseReceiver: ReportRefusals = (subject) => {
  const { voucherType, declared, issuer } = subject;
  const isA = getVoucherType(voucherType).letter === "A";
  return [
    ...(isA ? refuseForA(subject) : refuseForBC(subject)),
    ...refuse(declared.docNumber === issuer.cuit, 788),
    ...refuse(!isReceiverCondition(declared.receiverTaxConditionId), 823),
  ];
};

/** The authority only remarks on a CUIT that does not exist. It refuses a number with first digits that no CUIT has. */
const refuseForA: ReportRefusals = ({ declared: { docType, docNumber } }) => [
  ...refuse(docType !== cuitType, 1403),
  ...refuse(Number(docNumber) < 20_000_000_000 || Number(docNumber) > 60_000_000_000, 1421),
];

function refuseForBC({ declared, ruleMoves }: ReportSubject): number[] {
  const { docType, docNumber, total, quotation, voucherDate } = declared;
  const isNumbered = docNumber !== "0";
  const mustBeNamed = new Decimal(total).times(quotation).gte(identificationThreshold(voucherDate, ruleMoves));
  return [
    ...refuse(!documentTypes.some(({ id }) => id === String(docType)), 1404),
    ...refuse(docNumber.length > 11, 1405),
    ...refuse(mustBeNamed && (docType === anonymousType || !isNumbered), 1417),
    ...refuse(!mustBeNamed && docType === anonymousType && isNumbered, 1418),
    ...refuse(!mustBeNamed && docType !== anonymousType && !isNumbered, 1419),
    ...refuse(docType !== anonymousType && isNumbered && !fitsType(docType, docNumber), 1528),
  ];
}

/**
 * The manual does not say which numbers fit. So only tax ids of 11 digits and a DNI of seven or eight count as fitting. Every other document,
 * a passport too, counts as refused: a refused report would block those after it.
 */
function fitsType(docType: number, docNumber: string): boolean {
  if (taxIdTypes.includes(docType)) return docNumber.length === 11;
  return docType === dniType && [7, 8].includes(docNumber.length);
}
