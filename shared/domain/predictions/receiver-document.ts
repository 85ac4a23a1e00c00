import { documentTypes } from "../code-tables/document-types.js";
import { isInForce } from "../dated-rules.js";
import { anonymousType, cuitType, taxIdTypes } from "../document-type.js";
import type { IssuanceRequest } from "../issuance-request.js";
import { Decimal } from "../money.js";
import { foreseen } from "../refusal.js";
import { isTaxId } from "../tax-id.js";
import { getVoucherType, isFceType } from "../voucher-types.js";
import { identificationThreshold } from "./identification-threshold.js";
import { type Prediction, type PredictionSubject, type Problem, when } from "./problem.js";
import { receiverConditionOf } from "./receiver-condition.js";

/** An investment fund, by its number at the CNV. Source: issuer/authority/README.md, section 16.5. */
const fund = 31;
const notReached = 15;
/** A CUIT for foreigners and other uncategorised receivers. The authority accepts it, although it belongs to no taxpayer. */
const uncategorised = "23000000000";

const typeField = "customer.docType";
const numberField = "customer.docNumber";

export const receiverRefusals = {
  perception: foreseen(
    10067,
    "tributes",
    `sales to ${uncategorised} carry the perception of VAT: a tribute of type 13`,
    "La venta a un no categorizado lleva la percepción de IVA: agregá ese tributo.",
  ),
  itself: foreseen(
    10069,
    numberField,
    "the receiver cannot be the issuer itself",
    "El receptor no puede ser la misma empresa: revisá el CUIT.",
  ),
  fceType: foreseen(
    10015,
    typeField,
    "credit invoices need the receiver's CUIT: docType 80",
    "Las facturas de crédito llevan el CUIT del receptor: elegí CUIT como documento.",
  ),
  fceUncategorised: foreseen(
    10178,
    numberField,
    `${uncategorised} is nobody who gets credit invoices`,
    "A un no categorizado no se le emiten facturas de crédito: emití una factura común.",
  ),
  taxId: foreseen(
    10015,
    numberField,
    "is not a tax id: 11 digits, the last of which checks the others",
    "No es un CUIT, CUIL o CDI válido: revisá los 11 dígitos.",
  ),
  dniAsCuit: foreseen(
    10015,
    numberField,
    "{number} has the digits of a DNI, and docType 80 is the CUIT: ask for its 11 digits",
    "{number} es un DNI, y acá va el CUIT: pedí sus 11 dígitos.",
  ),
  dniAsCuitOfA: foreseen(
    10013,
    numberField,
    "{number} has the digits of a DNI, and letter A needs the receiver's CUIT: ask for its 11 digits",
    "{number} es un DNI, y la letra A lleva el CUIT del receptor: pedí sus 11 dígitos.",
  ),
  dniAsTaxId: foreseen(
    10015,
    numberField,
    "{number} has the digits of a DNI, whose docType is 96: send that, or the 11 digits of the tax id",
    "{number} es un DNI: elegí DNI como documento, o escribí los 11 dígitos del CUIT.",
  ),
  typeOfA: foreseen(
    10013,
    typeField,
    "letter A needs the receiver's CUIT: docType 80",
    "La letra A lleva el CUIT del receptor: elegí CUIT como documento.",
  ),
  numberOfA: foreseen(
    10013,
    numberField,
    "letter A needs the receiver's CUIT: 11 digits",
    "La letra A lleva el CUIT del receptor: escribí sus 11 dígitos.",
  ),
  threshold: foreseen(
    10015,
    typeField,
    "from {amount} pesos on the receiver must be identified: ask for the document",
    "Desde $ {amount} hay que identificar al receptor: pedile el documento.",
  ),
  thresholdOfC: foreseen(
    10015,
    typeField,
    "from {amount} pesos on the norm asks for the receiver's document with letter C as well: without it the authority may refuse",
    "Desde $ {amount} la norma pide el documento del receptor también en letra C: sin él, ARCA puede rechazarlo.",
  ),
  anonymous: foreseen(
    10015,
    numberField,
    "with docType 99 the number is 0: nobody is identified",
    "Sin identificar, el número es 0: elegí el tipo de documento o dejá el número en 0.",
  ),
  number: foreseen(
    10015,
    numberField,
    "must be the receiver's document number",
    "Escribí el número de documento del receptor.",
  ),
  fundNumber: foreseen(
    10271,
    numberField,
    "with docType 31 it is the fund's number at the CNV: 4 digits at most",
    "Con documento 31 va el número del fondo en la CNV: hasta 4 dígitos.",
  ),
  fundCondition: foreseen(
    10272,
    "customer.taxType",
    "with docType 31 the receiver's VAT condition is 15",
    "Con documento 31 la condición de IVA del receptor es «IVA No Alcanzado».",
  ),
  notOfCuit: foreseen(
    10284,
    numberField,
    "is not a CUIT, which docType 80 says: a CUIL goes with 86, a CDI with 87, a DNI with 96",
    "El número no es un CUIT: un CUIL, un CDI o un DNI van con su tipo de documento.",
  ),
  type: foreseen(
    10015,
    typeField,
    "is not a document type: see taxauth/tables/document-types",
    "ARCA no tiene ese tipo de documento: elegí otro.",
  ),
};
const refusals = receiverRefusals;

/** Checks the identity of the receiver. Source: issuer/authority/README.md, section 4.6; api/README.md, rule 16. */
export const predictReceiverDocument: Prediction = (subject) => {
  const { body, issuer } = subject;
  const number = significant(body.customer.docNumber);
  return [
    ...predictDocument(subject, number),
    ...when(needsPerception(subject), refusals.perception),
    ...when(number === issuer.cuit, refusals.itself),
  ];
};

function predictDocument(subject: PredictionSubject, number: string): Problem[] {
  const { letter, isFce } = getVoucherType(subject.body.voucherType);
  if (isFce) return predictForFce(subject, number);
  return letter === "A" ? predictForA(subject, number) : predictForBC(subject, number);
}

/** A company gets it, whatever the letter. Source: issuer/authority/README.md, section 12.2. */
function predictForFce({ body }: PredictionSubject, number: string): Problem[] {
  if (body.customer.docType !== cuitType) return when(true, refusals.fceType);
  if (number === uncategorised) return when(true, refusals.fceUncategorised);
  return when(!isTaxId(number), isDni(number) ? refusals.dniAsCuit : refusals.taxId, { slots: { number } });
}

const isDni = (number: string) => number.length === 7 || number.length === 8;

/** Sold to somebody who is not categorised, with anything taxed. */
export const isToUncategorised = ({ body, amounts }: PredictionSubject) =>
  getVoucherType(body.voucherType).letter === "B" &&
  !isFceType(body.voucherType) &&
  body.customer.docType === cuitType &&
  significant(body.customer.docNumber) === uncategorised &&
  new Decimal(amounts.net).plus(amounts.vat).gt(0);

const needsPerception = (subject: PredictionSubject) =>
  isToUncategorised(subject) && new Decimal(subject.amounts.tributes).isZero();

/** The declared form: a number without leading zeros. */
const significant = (docNumber: string) => docNumber.replace(/^0+/, "");

function predictForA({ body }: PredictionSubject, number: string): Problem[] {
  if (body.customer.docType !== cuitType) return when(true, refusals.typeOfA);
  return when(number.length !== 11, isDni(number) ? refusals.dniAsCuitOfA : refusals.numberOfA, { slots: { number } });
}

function predictForBC(subject: PredictionSubject, number: string): Problem[] {
  const { body, amounts, ruleMoves } = subject;
  const { docType } = body.customer;
  const total = new Decimal(amounts.total).times(body.currency.quotation);
  const threshold = identificationThreshold(body.voucherDate, ruleMoves);
  if ((docType === anonymousType || number === "") && total.gte(threshold))
    return when(true, isLetterC(body) ? refusals.thresholdOfC : refusals.threshold, {
      field: docType === anonymousType ? typeField : numberField,
      slots: { amount: threshold },
    });
  if (docType === anonymousType) return when(number !== "", refusals.anonymous);
  const hasNewCodes = isInForce("codes-of-v4.7", subject.today, ruleMoves);
  if (taxIdTypes.includes(docType)) {
    const isOther = !isTaxId(number) && !(docType === cuitType && number === uncategorised);
    return [
      ...when(isOther, isDni(number) ? refusals.dniAsTaxId : refusals.taxId, { slots: { number } }),
      ...when(isOther && docType === cuitType && hasNewCodes, refusals.notOfCuit),
    ];
  }
  if (docType === fund && hasNewCodes) return predictForFund(subject, number);
  return [...when(number === "", refusals.number), ...when(!isDocumentType(docType), refusals.type)];
}

/**
 * Letter C: the authority's codes name B alone, so it may authorize a C although the norm asks for the document.
 * Source: issuer/authority/README.md, section 18.2.
 */
const isLetterC = ({ voucherType }: IssuanceRequest) => getVoucherType(voucherType).letter === "C";

function predictForFund({ body }: PredictionSubject, number: string): Problem[] {
  const { condition, field } = receiverConditionOf(body);
  return [
    ...when(number === "", refusals.number),
    ...when(number.length > 4, refusals.fundNumber),
    ...when(condition !== notReached, refusals.fundCondition, { field }),
  ];
}

const isDocumentType = (docType: number) => documentTypes.some(({ id }) => id === String(docType));
