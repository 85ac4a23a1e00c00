import type { Amounts, Rounding } from "../../../shared/domain/amounts.js";
import { type Declaration, toDeclaration } from "../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { noPrintedTexts } from "../../../shared/domain/printed-texts.js";
import { type Further, furtherContent, furtherOf, isSameFurther, toFurther } from "./further.js";

/** A sale that needs a voucher. Many sales are equal, so that the authority cannot tell their vouchers apart. */
export interface Sale {
  posNumber: number;
  voucherType: number;
  total: string;
  date: string;
  /** The authority refuses one that it cannot read; one that is too short it refuses in a report alone. */
  document: "0" | "short" | "unreadable";
  /** Whether it must not be issued under CAEA. */
  contingency: "never" | null;
  /** No report has any of it. */
  further: Further;
}

/** Whether the authority takes a report of it. */
export const isReportable = ({ document, further }: Sale): boolean => document !== "short" && further === "none";

export const isSameSale = (a: Sale, b: Sale): boolean =>
  a.posNumber === b.posNumber &&
  a.voucherType === b.voucherType &&
  a.total === b.total &&
  a.date === b.date &&
  a.document === b.document &&
  a.contingency === b.contingency &&
  a.further === b.further;

export const describeSale = ({ posNumber, voucherType, total, date, document, contingency, further }: Sale): string =>
  `type ${voucherType} at ${posNumber} of ${total} on ${date}${document === "0" ? "" : ` (${document} document)`}${contingency ? ", never under CAEA" : ""}${further === "none" ? "" : `, ${further}`}`;

/** A DNI has seven digits at least. */
export const shortDocument = "123456";
export const numberOf = (document: Sale["document"]) => (document === "short" ? shortDocument : document);
const documentOf = (docNumber: string) =>
  docNumber === "0" ? "0" : docNumber === shortDocument ? "short" : "unreadable";

export function toBody(
  idempotency: string,
  { posNumber, voucherType, total, date, document, contingency, further }: Sale,
): IssuanceRequest {
  return {
    idempotency,
    posNumber,
    voucherType,
    concept: 1,
    voucherDate: date,
    customer: {
      docType: document === "short" ? 96 : 99,
      docNumber: numberOf(document),
      name: "Consumidor Final",
      taxType: 5,
      address: null,
      stateId: null,
    },
    items: [
      {
        description: "Yerba mate 1 kg",
        quantity: 1,
        price: Number(total),
        taxType: null,
        code: null,
        unitType: 7,
        discount: 0,
        discountType: "percentage",
      },
    ],
    serviceFrom: null,
    serviceTo: null,
    serviceExpiration: null,
    associatedVouchers: [],
    associatedPeriod: null,
    fce: null,
    currency: { id: "PES", quotation: 1 },
    priceIncludesVat: true,
    tributes: [],
    emails: [],
    settings: { quantityPrecision: 2, pricePrecision: 2 },
    legend: null,
    comments: null,
    externalReference: null,
    additionalData: null,
    cancelsInSameForeignCurrency: null,
    receiverTaxConditionId: null,
    activityCode: null,
    ...noPrintedTexts,
    contingency,
    ...toFurther(further),
  };
}

/** The sale of a body that `toBody` made. */
export const saleOf = (body: IssuanceRequest, total: string): Sale => ({
  posNumber: body.posNumber,
  voucherType: body.voucherType,
  total,
  date: body.voucherDate,
  document: documentOf(body.customer.docNumber),
  contingency: body.contingency,
  further: furtherOf(body),
});

const splitOff = "0.01";

/** `net` depends on the rounding, so that the two roundings declare different amounts. */
export const toAmounts = ({ total }: Sale, rounding: Rounding = "line"): Amounts => ({
  net: rounding === "line" ? total : (Number(total) - Number(splitOff)).toFixed(2),
  vat: "0.00",
  exempt: rounding === "line" ? "0.00" : splitOff,
  notTaxable: "0.00",
  tributes: "0.00",
  total,
  vatRows: [],
  lines: [],
  rounding,
});

/** @param mapping the version of the declaration: a deploy changes it */
export const toDeclared = (sale: Sale, rounding: Rounding, mapping: number): Declaration => ({
  ...toDeclaration(toBody("", sale), toAmounts(sale, rounding)),
  receiverTaxConditionId: mapping,
});

/** The declared content by the authority's field names. It has nothing that tells two equal sales apart. */
export const contentOf = (declared: Declaration): Record<string, string> => ({
  CbteFch: declared.voucherDate,
  DocNro: declared.docNumber,
  ImpTotal: declared.total,
  AlicIva: declared.net === declared.total ? "line" : "authority",
  Condicion: String(declared.receiverTaxConditionId),
  ...furtherContent(declared),
});

export const isSameContent = (a: Record<string, string>, b: Record<string, string>): boolean =>
  ["CbteFch", "DocNro", "ImpTotal", "AlicIva", "Condicion"].every((field) => a[field] === b[field]) &&
  isSameFurther(a, b);

/** Rounded line by line, the VAT of this total exceeds the authority's tolerance. */
export const roundsBadly = (content: Record<string, string>): boolean =>
  content["ImpTotal"] === "100.03" && content["AlicIva"] === "line";
