import type { AssociatedVoucher, Customer, IssuanceRequest, Tribute } from "./issuance-request.js";

/**
 * What an issuance's payload says beyond the voucher's own columns, as it is listed: a list without elements is null. `taxType` of the customer is null when the authority does not tell it of a voucher that was issued elsewhere.
 */
export interface KeptPayload
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
  > {
  concept: number;
  customer: Omit<Customer, "taxType"> & { taxType: number | null };
  tributes: Tribute[] | null;
  associatedVouchers: AssociatedVoucher[] | null;
}

export function toKeptPayload({
  idempotency: _idempotency,
  posNumber: _posNumber,
  voucherType: _voucherType,
  voucherDate: _voucherDate,
  currency: _currency,
  externalReference: _externalReference,
  emails: _emails,
  tributes,
  associatedVouchers,
  ...payload
}: IssuanceRequest): KeptPayload {
  return { ...payload, tributes: nullIfEmpty(tributes), associatedVouchers: nullIfEmpty(associatedVouchers) };
}

/** How it is kept: the members of a JSON object without its braces, which are those of the row that it is listed in. */
export const writePayload = (payload: KeptPayload): string => JSON.stringify(payload).slice(1, -1);

export const readPayload = (text: string): KeptPayload => JSON.parse(`{${text}}`);

export const nullIfEmpty = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null);
