import type { VoucherRow } from "../shared/db/vouchers.js";

/**
 * A row of the listing: the voucher's fields with the whole issuance payload at the same level. Source: API.md, "Voucher".
 * Made of its entries: spreading two objects of this size takes four times as long, a quarter of what a page takes.
 */
export function toListingRow({ body, observations, ...voucher }: VoucherRow): Record<string, unknown> {
  return Object.fromEntries([
    ...Object.entries(body),
    ...Object.entries(voucher),
    ["tributes", nullIfEmpty(body.tributes)],
    ["associatedVouchers", nullIfEmpty(body.associatedVouchers)],
    ["emails", nullIfEmpty(voucher.emails)],
    ["taxAuthObservations", observations],
  ]);
}

/** What was not sent is null, lists too. Source: CONTRACT.md, "Paths the API specification leaves open". */
const nullIfEmpty = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null);
