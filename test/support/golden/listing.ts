import { listAuditLog } from "../../../shared/db/listing/audit-log.js";
import { readEveryVoucher } from "../../../shared/db/listing/every-voucher.js";
import { foldCounts } from "../../../shared/db/listing/fold-counts.js";
import {
  auditFields,
  deliveryFields,
  type ListedFields,
  voucherFields,
} from "../../../shared/db/listing/listed-fields.js";
import type { Comparison, Filter, Listing } from "../../../shared/db/listing/listing.js";
import { findVoucher, listVouchers } from "../../../shared/db/listing/vouchers.js";
import { findDelivery, listDeliveries } from "../../../shared/db/listing/webhook-deliveries.js";
import { findDaysOfMonth } from "../../../shared/db/overview/month-figures.js";
import { countDoubts, findFailedMails } from "../../../shared/db/overview/troubles.js";
import { sumIncome } from "../../../shared/db/reports/monotributo-income.js";
import { countVouchers, readVouchers } from "../../../shared/db/reports/read-vouchers.js";
import type { Snapshot } from "../../../shared/db/reports/snapshot.js";
import type { GoldenCalls, Recorder } from "./record-statements.js";
import { tenant } from "./samples.js";

function fieldOf(fields: ListedFields, name: string) {
  const field = fields[name];
  if (!field) throw new RangeError(`there is no field ${name}`);
  return field;
}

const filter = (name: string, comparison: Comparison, value: string): Filter => ({
  ...{ field: fieldOf(voucherFields, name), comparison, value },
});

const listingOf = (filters: Filter[], others: Partial<Listing> = {}, fields = voucherFields): Listing => ({
  ...{ filters, ordering: [{ field: fieldOf(fields, "id"), descending: true }], limit: 50, offset: 0 },
  ...others,
});

const list = (listing: Listing) => (db: Recorder) => listVouchers({ reading: db, pages: db }, tenant, listing);

/** What a cursor would read. */
const snapshotOf = (db: Recorder): Snapshot => ({
  async *read<Row>(query: Parameters<Snapshot["read"]>[0]) {
    yield await db.$queryRaw<Row[]>(query);
  },
  close: async () => undefined,
});

async function readAll(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of chunks);
}

const ofDays = [filter("date", "gte", "20260301"), filter("date", "lt", "20260401")];
const found = { total: 1, rows: "[1]" };
const ofTotal = listingOf([filter("total", "gt", "1")], { offset: 1 });

/** The pages of a company's vouchers by each of their ways, and its reports. */
export const listingCalls: GoldenCalls = {
  list_vouchers: list(listingOf([])),
  list_vouchers_by_key: list(listingOf([filter("idempotency", "eq", "a")])),
  list_vouchers_by_id: list(listingOf([filter("id", "gt", "1")])),
  list_vouchers_by_days: list(listingOf(ofDays)),
  list_vouchers_by_time: list(listingOf([filter("created", "gte", "2026-03-01T00:00:00Z")])),
  list_vouchers_by_ids: list(listingOf([{ field: fieldOf(voucherFields, "id"), comparison: "in", values: ["1"] }])),
  list_vouchers_by_total: { send: list(ofTotal), rows: [[found], [found]] },
  list_vouchers_by_type_and_days: {
    send: list(listingOf([filter("type", "eq", "6"), ...ofDays], { offset: 1 })),
    rows: [[{ vouchers: 300, first_id: "1", last_id: "900" }], [found], [found]],
  },
  list_vouchers_far_away: { send: list(listingOf([], { offset: 20_000 })), rows: [[found], [found]] },
  find_voucher: (db) => findVoucher(db, tenant, 1),
  read_every_voucher: (db) => readAll(readEveryVoucher(snapshotOf(db), tenant, listingOf(ofDays))),
  read_vouchers: (db) => readAll(readVouchers(snapshotOf(db), tenant, "202603")),
  count_vouchers: (db) => countVouchers(snapshotOf(db), tenant, "202603"),
  fold_counts: { send: (db) => foldCounts(db), rows: [[{ folded: 0 }]] },
  list_audit_log: (db) => listAuditLog(db, tenant, listingOf([], {}, auditFields)),
  list_deliveries: (db) => listDeliveries(db, tenant, 1, listingOf([], {}, deliveryFields)),
  find_delivery: (db) => findDelivery(db, tenant, 1, 1),
  sum_monotributo_income: {
    send: (db) => sumIncome(db, tenant, "2026-11-29"),
    rows: [[{ rolling: "0.00", next: "0.00" }]],
  },
  find_days_of_month: (db) => findDaysOfMonth(db, tenant, "2026-03-01"),
  find_failed_mails: (db) => findFailedMails(db, tenant, 1),
  count_doubts: (db) => countDoubts(db, tenant),
};
