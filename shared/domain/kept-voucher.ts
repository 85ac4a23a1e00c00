import type { VatRow } from "./amounts.js";
import type { IssuanceRequest } from "./issuance-request.js";
import { Decimal } from "./money.js";
import type { DeclaredVoucher, RecordedVoucher } from "./recorded-voucher.js";
import { findVatRate, toPercentage } from "./vat-rates.js";

/** The payload of an imported voucher: what only its issuer knows (names, articles, texts) is empty. */
export interface ImportedBody extends Omit<IssuanceRequest, "idempotency" | "concept" | "customer" | "items"> {
  idempotency: null;
  concept: number;
  /** `taxType` is null when the authority does not tell it. */
  customer: Omit<IssuanceRequest["customer"], "taxType"> & { taxType: number | null };
  items: never[];
}

/** What we keep of a voucher, issued here or imported. */
export interface KeptVoucher
  extends Pick<
    DeclaredVoucher,
    | "voucherDate"
    | "cae"
    | "caeExpirationDate"
    | "docType"
    | "docNumber"
    | "totalAmount"
    | "netAmount"
    | "vatAmount"
    | "exemptAmount"
    | "notTaxableAmount"
    | "tributesAmount"
    | "currency"
    | "currencyQuotation"
    | "vat"
  > {
  source: string;
  body: IssuanceRequest | ImportedBody;
}

/** What a voucher that we keep declared when it was issued. */
export function toDeclared({ body, source, ...kept }: KeptVoucher): DeclaredVoucher {
  // The peso is worth one, whatever was said of it, and is never cancelled in another currency.
  const isPeso = kept.currency === "PES";
  return {
    ...kept,
    docNumber: kept.docNumber.trim(),
    concept: body.concept,
    ...toServiceDates(body),
    currencyQuotation: isPeso ? "1" : kept.currencyQuotation,
    cancelsInSameForeignCurrency: (isPeso ? null : body.cancelsInSameForeignCurrency) ?? "N",
    receiverTaxConditionId: body.receiverTaxConditionId ?? body.customer.taxType,
    tributes: body.tributes.map(({ type, baseAmount, aliquot, subtotal, description }) => ({
      type,
      baseAmount: String(baseAmount),
      aliquot: String(aliquot),
      subtotal: String(subtotal),
      description,
    })),
    associatedVouchers: body.associatedVouchers,
    others: source === "rcel" ? null : [],
  };
}

/** With concept 1 one date asks for the other two, so that fewer are not declared. Source: PROTOCOL.md, section 4.5. */
function toServiceDates({ concept, serviceFrom, serviceTo, serviceExpiration }: KeptVoucher["body"]) {
  const isWhole = serviceFrom !== null && serviceTo !== null && serviceExpiration !== null;
  return concept === 1 && !isWhole
    ? { serviceFrom: null, serviceTo: null, serviceExpiration: null }
    : { serviceFrom, serviceTo, serviceExpiration };
}

/** What an import keeps as the payload of a voucher that was issued elsewhere. */
export function toImportedBody(
  recorded: RecordedVoucher,
  { posNumber, voucherType }: { posNumber: number; voucherType: number },
): ImportedBody {
  const { docType, docNumber, concept, voucherDate, serviceFrom, serviceTo, serviceExpiration } = recorded;
  const { currency, currencyQuotation, cancelsInSameForeignCurrency, associatedVouchers } = recorded;
  return {
    idempotency: null,
    posNumber,
    voucherType,
    concept,
    voucherDate,
    customer: { docType, docNumber, name: "", taxType: recorded.receiverTaxConditionId, address: null, stateId: null },
    items: [],
    serviceFrom,
    serviceTo,
    serviceExpiration,
    associatedVouchers,
    currency: { id: currency, quotation: Number(currencyQuotation) },
    priceIncludesVat: true,
    tributes: recorded.tributes.map(({ type, baseAmount, aliquot, subtotal, description }) => ({
      type,
      baseAmount: Number(baseAmount),
      aliquot: Number(aliquot),
      subtotal: Number(subtotal),
      description,
    })),
    emails: [],
    settings: { quantityPrecision: 2, pricePrecision: 2 },
    legend: null,
    comments: null,
    externalReference: null,
    additionalData: null,
    cancelsInSameForeignCurrency,
    receiverTaxConditionId: null,
  };
}

/** The VAT rows of a recorded voucher as they are kept. */
export const toVatRows = ({ vat }: RecordedVoucher): VatRow[] =>
  vat.map(({ taxType, base, amount }) => ({
    taxType,
    rate: toPercentage(findVatRate(taxType) ?? new Decimal(0)),
    base: new Decimal(base).toFixed(2),
    amount: new Decimal(amount).toFixed(2),
  }));
