import { toDeclaredDates } from "./declared-dates.js";
import { readOptionals, toOptionals } from "./fce.js";
import { Decimal } from "./money.js";
import { noPrintedTexts } from "./printed-texts.js";
import type { DeclaredVoucher, RecordedVoucher } from "./recorded-voucher.js";
import { nullIfEmpty, type StoredPayload } from "./stored-payload.js";
import type { VatRow } from "./vat-rates.js";
import { findVatRate, toPercentage } from "./vat-rates.js";

/** A stored voucher, issued here or imported. */
export interface StoredVoucher
  extends Pick<
    DeclaredVoucher,
    | "voucherDate"
    | "authorization"
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
  voucherType: number;
  source: string;
  payload: StoredPayload;
}

/** Declaration of a stored voucher, as it was when it was issued. */
export function toDeclared({ voucherType, payload, source, ...kept }: StoredVoucher): DeclaredVoucher {
  // The peso's quotation is always 1, even if the payload has another, and a voucher in pesos is not paid in foreign currency.
  const isPeso = kept.currency === "PES";
  return {
    ...kept,
    docNumber: kept.docNumber.trim(),
    concept: payload.concept,
    ...(source === "rcel" ? datesOf(payload) : toDeclaredDates(voucherType, payload)),
    currencyQuotation: isPeso ? "1" : kept.currencyQuotation,
    cancelsInSameForeignCurrency: (isPeso ? null : payload.cancelsInSameForeignCurrency) ?? "N",
    receiverTaxConditionId: payload.receiverTaxConditionId ?? payload.customer.taxType,
    tributes: (payload.tributes ?? []).map(({ type, baseAmount, aliquot, subtotal, description }) => ({
      type,
      baseAmount: String(baseAmount),
      aliquot: String(aliquot),
      subtotal: String(subtotal),
      description,
    })),
    associatedVouchers: payload.associatedVouchers ?? [],
    associatedPeriod: payload.associatedPeriod ?? null,
    optionals: [...toOptionals(payload.fce), ...(payload.optionals ?? [])],
    activities: payload.activities ?? [],
    buyers: payload.buyers ?? [],
    others: source === "rcel" ? null : [],
  };
}

/** Dates of an imported voucher, as the authority told them. */
const datesOf = ({ serviceFrom, serviceTo, serviceExpiration }: StoredPayload) => ({
  serviceFrom,
  serviceTo,
  serviceExpiration,
});

/** The payload of an imported voucher. Data that only its issuer has (names, articles, texts) is empty. */
export function toImportedPayload(recorded: RecordedVoucher): StoredPayload {
  const { docType, docNumber, concept, serviceFrom, serviceTo, serviceExpiration } = recorded;
  const tributes = recorded.tributes.map(({ type, baseAmount, aliquot, subtotal, description }) => ({
    type,
    baseAmount: Number(baseAmount),
    aliquot: Number(aliquot),
    subtotal: Number(subtotal),
    description,
  }));
  const { fce, others } = readOptionals(recorded.optionals ?? []);
  return {
    concept,
    customer: { docType, docNumber, name: "", taxType: recorded.receiverTaxConditionId, address: null, stateId: null },
    items: [],
    serviceFrom,
    serviceTo,
    serviceExpiration,
    associatedVouchers: nullIfEmpty(recorded.associatedVouchers),
    associatedPeriod: recorded.associatedPeriod,
    fce,
    optionals: nullIfEmpty(others),
    activities: nullIfEmpty(recorded.activities ?? []),
    buyers: nullIfEmpty(recorded.buyers ?? []),
    priceIncludesVat: true,
    tributes: nullIfEmpty(tributes),
    settings: { quantityPrecision: 2, pricePrecision: 2 },
    legend: null,
    comments: null,
    additionalData: null,
    cancelsInSameForeignCurrency: recorded.cancelsInSameForeignCurrency,
    receiverTaxConditionId: null,
    activityCode: null,
    ...noPrintedTexts,
  };
}

/** The VAT rows of a recorded voucher in the stored form. */
export const toVatRows = ({ vat }: RecordedVoucher): VatRow[] =>
  vat.map(({ taxType, base, amount }) => ({
    taxType,
    rate: toPercentage(findVatRate(taxType) ?? new Decimal(0)),
    base: new Decimal(base).toFixed(2),
    amount: new Decimal(amount).toFixed(2),
  }));
