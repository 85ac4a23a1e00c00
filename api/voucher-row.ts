import type { VoucherRow } from "../shared/db/vouchers.js";

/** A row of the listing: the voucher's fields with the whole issuance payload at the same level. Source: API.md, "Voucher". */
export function toListingRow({ body, observations, ...voucher }: VoucherRow) {
  const { idempotency, posNumber, voucherType, voucherDate, currency, emails, externalReference, ...payload } = body;
  return { ...payload, ...voucher, taxAuthObservations: observations };
}
