import { documentTypes } from "../code-tables/document-types.js";
import { Decimal } from "../money.js";
import { isTaxId } from "../tax-id.js";
import { getVoucherType, isFceType } from "../voucher-types.js";
import { identificationThreshold } from "./identification-threshold.js";
import { type Prediction, type Problem, type Subject, when } from "./problem.js";

const cuit = 80;
const taxIdTypes = [80, 86, 87];
const anonymous = 99;
/** A CUIT for foreigners and other uncategorised receivers. The authority accepts it, although it belongs to no taxpayer. */
const uncategorised = "23000000000";

/** Checks the identity of the receiver. Source: issuer/authority/README.md, section 4.6; api/README.md, rule 16. */
export const predictReceiverDocument: Prediction = (subject) => {
  const { body, issuer } = subject;
  const number = significant(body.customer.docNumber);
  return [
    ...predictDocument(subject, number),
    ...when(
      needsPerception(subject, number),
      "tributes",
      10067,
      `sales to ${uncategorised} carry the perception of VAT: a tribute of type 13`,
    ),
    ...when(number === issuer.cuit, "customer.docNumber", 10069, "the receiver cannot be the issuer itself"),
  ];
};

function predictDocument(subject: Subject, number: string): Problem[] {
  const { letter, isFce } = getVoucherType(subject.body.voucherType);
  if (isFce) return predictForFce(subject, number);
  return letter === "A" ? predictForA(subject, number) : predictForBC(subject, number);
}

/** A company gets it, whatever the letter. Source: issuer/authority/README.md, section 12.2. */
function predictForFce({ body }: Subject, number: string): Problem[] {
  if (body.customer.docType !== cuit)
    return when(true, "customer.docType", 10015, "credit invoices need the receiver's CUIT: docType 80");
  if (number === uncategorised)
    return when(true, "customer.docNumber", 10178, `${uncategorised} is nobody who gets credit invoices`);
  return when(!isTaxId(number), "customer.docNumber", 10015, isDni(number) ? dniAsCuit : notTaxId);
}

const notTaxId = "is not a tax id: 11 digits, the last of which checks the others";
const dniAsCuit = "has the digits of a DNI, and docType 80 is the CUIT: ask for its 11 digits";
const dniAsTaxId = "has the digits of a DNI, whose docType is 96: send that, or the 11 digits of the tax id";

const isDni = (number: string) => number.length === 7 || number.length === 8;

const needsPerception = ({ body, amounts }: Subject, number: string) =>
  getVoucherType(body.voucherType).letter === "B" &&
  !isFceType(body.voucherType) &&
  body.customer.docType === cuit &&
  number === uncategorised &&
  new Decimal(amounts.net).plus(amounts.vat).gt(0) &&
  new Decimal(amounts.tributes).isZero();

/** The declared form: a number without leading zeros. */
const significant = (docNumber: string) => docNumber.replace(/^0+/, "");

function predictForA({ body }: Subject, number: string): Problem[] {
  const isWhole = number.length === 11;
  if (body.customer.docType !== cuit)
    return when(true, "customer.docType", 10013, "letter A needs the receiver's CUIT: docType 80");
  return when(
    !isWhole,
    "customer.docNumber",
    10013,
    isDni(number) ? dniAsCuit : "letter A needs the receiver's CUIT: 11 digits",
  );
}

function predictForBC({ body, amounts }: Subject, number: string): Problem[] {
  const { docType } = body.customer;
  const total = new Decimal(amounts.total).times(body.currency.quotation);
  const threshold = identificationThreshold(body.voucherDate);
  if ((docType === anonymous || number === "") && total.gte(threshold))
    return when(
      true,
      docType === anonymous ? "customer.docType" : "customer.docNumber",
      10015,
      `from ${threshold} pesos on the receiver must be identified: ask for the document`,
    );
  if (docType === anonymous)
    return when(number !== "", "customer.docNumber", 10015, "with docType 99 the number is 0: nobody is identified");
  if (taxIdTypes.includes(docType))
    return when(
      !isTaxId(number) && !(docType === cuit && number === uncategorised),
      "customer.docNumber",
      10015,
      isDni(number) ? dniAsTaxId : notTaxId,
    );
  return [
    ...when(number === "", "customer.docNumber", 10015, "must be the receiver's document number"),
    ...when(
      !isDocumentType(docType),
      "customer.docType",
      10015,
      "is not a document type: see taxauth/tables/document-types",
    ),
  ];
}

const isDocumentType = (docType: number) => documentTypes.some(({ id }) => id === String(docType));
