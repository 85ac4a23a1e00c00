import type { Amounts } from "./amounts.js";
import type { FceNote } from "./fce.js";
import type { AssociatedVoucher, IssuanceRequest } from "./issuance-request.js";
import { type PrintedTexts, printedTextsOf } from "./printed-texts.js";
import type { StoredPayload } from "./stored-payload.js";
import { findVoucherType, isFceType } from "./voucher-types.js";

/** A voucher that is to have a note, with all that the note takes over. */
export interface Original {
  id: number;
  voucherType: number;
  posNumber: number;
  /** The point of sale that it was asked for at. Another one may have stood in. */
  askedPos: number;
  voucherNumber: number;
  voucherDate: string;
  currency: IssuanceRequest["currency"];
  /** As they were declared. */
  amounts: Amounts;
  payload: StoredPayload;
  /** Issued elsewhere: its items and the name of its receiver are not known. */
  isImported: boolean;
  /** CUIT of its company. */
  cuit: string;
}

/** Body of a request for a note of a voucher. What is undefined comes from the original. */
export type NoteRequest = Pick<
  IssuanceRequest,
  | "idempotency"
  | "legend"
  | "comments"
  | "externalReference"
  | "additionalData"
  | "emails"
  | "optionals"
  | "activities"
  | "perceptions"
  | "deliveryStateId"
  | keyof PrintedTexts
> & {
  [Field in
    | "voucherDate"
    | "posNumber"
    | "items"
    | "tributes"
    | "concept"
    | "serviceFrom"
    | "serviceTo"
    | "serviceExpiration"
    | "currency"
    | "priceIncludesVat"
    | "settings"
    | "activityCode"]?: IssuanceRequest[Field] | undefined;
} & { fce: { cancellation: boolean | null } | null };

/**
 * The body of the note, as POST invoices would take it. Source: api/README.md, "Credit notes" and "Debit notes".
 * @param voucherType the type of the note
 * @param receiverCondition the receiver's VAT condition, known
 * @param today in Argentina, `YYYYMMDD`
 */
export function toNote(
  original: Original,
  given: NoteRequest,
  { voucherType, today }: { voucherType: number; today: string },
): IssuanceRequest {
  const { payload } = original;
  const voucherDate = given.voucherDate ?? today;
  const concept = given.concept ?? (payload.concept as IssuanceRequest["concept"]);
  const currency = given.currency ?? original.currency;
  const terms = isFceType(voucherType) ? { cancellation: given.fce?.cancellation ?? false } : null;
  return {
    idempotency: given.idempotency,
    posNumber: given.posNumber ?? original.askedPos,
    voucherType,
    concept,
    voucherDate,
    customer: payload.customer as IssuanceRequest["customer"],
    items: given.items ?? payload.items,
    serviceFrom: given.serviceFrom ?? payload.serviceFrom,
    serviceTo: given.serviceTo ?? payload.serviceTo,
    serviceExpiration:
      given.serviceExpiration ?? (terms ? null : toExpiration(payload.serviceExpiration, voucherDate, concept)),
    associatedVouchers: [toModified(original, terms)],
    associatedPeriod: null,
    fce: terms,
    currency,
    priceIncludesVat: given.priceIncludesVat ?? payload.priceIncludesVat,
    // With items of its own, the note has the tributes that are given.
    tributes: given.items ? (given.tributes ?? []) : (payload.tributes ?? []),
    emails: given.emails,
    settings: given.settings ?? payload.settings,
    legend: given.legend,
    comments: given.comments,
    externalReference: given.externalReference,
    additionalData: given.additionalData,
    cancelsInSameForeignCurrency: currency.id === original.currency.id ? payload.cancelsInSameForeignCurrency : null,
    receiverTaxConditionId: payload.receiverTaxConditionId,
    activityCode: given.activityCode ?? payload.activityCode ?? null,
    // A note says its own: neither the printed texts nor the regimes of the original.
    ...printedTextsOf(given),
    optionals: given.optionals,
    activities: given.activities,
    contingency: null,
    // A full credit has those of the original as they were.
    ...(given.items && perceptionsOf(given, payload)),
  };
}

/** A debit note is delivered where the original was, unless it says otherwise. */
function perceptionsOf(
  { perceptions, deliveryStateId }: NoteRequest,
  original: StoredPayload,
): Pick<IssuanceRequest, "perceptions" | "deliveryStateId"> {
  if (perceptions !== "sircip") return { perceptions };
  return { perceptions, deliveryStateId: deliveryStateId ?? original.perceptions?.deliveryStateId };
}

/**
 * Voucher that the note modifies: the original, or a credit invoice's note's invoice. A cancellation names what the buyer rejected.
 * Source: issuer/authority/README.md, section 12.
 */
function toModified(original: Original, terms: FceNote | null): AssociatedVoucher {
  const { voucherType, posNumber, voucherNumber, cuit, voucherDate: date, payload } = original;
  const [invoice] = payload.associatedVouchers ?? [];
  const isOfNote = findVoucherType(voucherType)?.kind !== "invoice";
  return isOfNote && terms && !terms.cancellation && invoice
    ? invoice
    : { voucherType, posNumber, voucherNumber, cuit, date };
}

/** A payment cannot be due before the note. Goods without a date have none. */
function toExpiration(date: string | null, voucherDate: string, concept: number): string | null {
  if (date === null) return concept === 1 ? null : voucherDate;
  return date > voucherDate ? date : voucherDate;
}
