import type { Activity, Buyer, FurtherData } from "./further-data.js";
import type { AssociatedVoucher, Customer, IssuanceRequest, Tribute } from "./issuance-request.js";
import type { Optional } from "./optionals/optionals.js";
import type { Perceptions } from "./perceptions.js";
import type { PrintedTexts } from "./printed-texts.js";

/**
 * The part of an issuance's payload that has no column of its own, in the form of the listings: an empty list is null.
 * The customer's `taxType` is null when the voucher was imported and the authority does not show it.
 */
export interface StoredPayload
  extends Omit<
      IssuanceRequest,
      | "idempotency"
      | "posNumber"
      | "voucherType"
      | "voucherDate"
      | "concept"
      | "customer"
      | "currency"
      | "externalReference"
      | "emails"
      | "tributes"
      | "associatedVouchers"
      | "activityCode"
      | "contingency"
      | "perceptions"
      | "deliveryStateId"
      | "computedPerceptions"
      | "sentBefore"
      | keyof FurtherData
      | keyof PrintedTexts
    >,
    Partial<PrintedTexts> {
  /** Missing where nobody asked for them. */
  perceptions?: Perceptions;
  concept: number;
  customer: Omit<Customer, "taxType"> & { taxType: number | null };
  tributes: Tribute[] | null;
  associatedVouchers: AssociatedVoucher[] | null;
  /** Missing in a voucher from before this field, as are the printed texts and the next. */
  activityCode?: string | null;
  optionals?: Optional[] | null;
  activities?: Activity[] | null;
  buyers?: Buyer[] | null;
}

export function toStoredPayload({
  idempotency: _idempotency,
  posNumber: _posNumber,
  voucherType: _voucherType,
  voucherDate: _voucherDate,
  currency: _currency,
  externalReference: _externalReference,
  emails: _emails,
  tributes,
  associatedVouchers,
  optionals,
  activities,
  buyers,
  contingency: _contingency,
  perceptions: _perceptions,
  deliveryStateId: _deliveryStateId,
  computedPerceptions,
  sentBefore: _sentBefore,
  ...payload
}: IssuanceRequest): StoredPayload {
  return {
    // Comes first: by it a listing sees whether there are any.
    ...(computedPerceptions && { perceptions: computedPerceptions }),
    ...payload,
    tributes: nullIfEmpty(tributes),
    associatedVouchers: nullIfEmpty(associatedVouchers),
    optionals: nullIfEmpty(optionals ?? []),
    activities: nullIfEmpty(activities ?? []),
    buyers: nullIfEmpty(buyers ?? []),
  };
}

/** The stored form: the members of a JSON object without the braces. A listing inserts them into the JSON object of the row. */
export const writePayload = (payload: StoredPayload): string => JSON.stringify(payload).slice(1, -1);

export const readPayload = (text: string): StoredPayload => JSON.parse(`{${text}}`);

export const nullIfEmpty = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null);
