import { afterAll, beforeAll, expect, test } from "vitest";
import { foldCounts } from "../../../shared/db/listing/fold-counts.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openTenantDatabase, type TenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { type StoredVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { createDatabase } from "../../support/servers/database.js";

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;
let closeDb: () => Promise<void>;
let tenants: TenantDatabase;
const companies: number[] = [];
beforeAll(async () => {
  database = await createDatabase();
  ({ db, close: closeDb } = openDatabase(database.url, { connections: 4 }));
  tenants = openTenantDatabase(database.url, { connections: 2, perTenant: 2 });
  for (const cuit of ["30712345671", "30500000007"]) {
    const { id } = await db.company.create({ data: { code: `c${cuit}`, cuit, name: "One", taxType: 1 } });
    companies.push(id);
  }
});
afterAll(async () => {
  await Promise.all([tenants.close(), closeDb()]);
  await database[Symbol.asyncDispose]();
});

const voucher = (n: number): StoredVoucher => ({
  id: n * 9_000,
  companyId: companies[n % 2] ?? 0,
  production: n % 4 < 2,
  pos: 1 + (n % 3),
  type: n % 5 === 0 ? 1 : 6,
  number: n,
  date: `2026${n % 2 === 0 ? 10 : 11}${10 + (n % 9)}`,
  docType: n % 3 === 0 ? 80 : 99,
  docNumber: n % 3 === 0 ? "30712345671" : "0",
  total: `${n * 13}.25`,
  cae: "86470000000001",
  externalReference: null,
  idempotency: null,
  apiKeyId: null,
  userEmail: null,
  source: "api",
  created: `2026-11-${10 + (n % 4)}T12:00:00.000Z`,
});
const vouchers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => voucher(from + at));

const all: Tenant[] = [true, false].flatMap((production) => [0, 1].map((at) => ({ companyId: at, production })));

/** All that the listing reads of the sums, for each tenant. */
async function read() {
  const sums = [];
  for (const { companyId, production } of all) {
    const own = tenants.of({ companyId: companies[companyId] ?? 0, production });
    sums.push(
      await own.$queryRaw<{ vouchers: number }[]>`
        SELECT span, period, pos_number, voucher_type, doc_type, doc_number, status, source, api_key_id, sum(vouchers)::int AS vouchers,
          min(first_id) AS first, max(last_id) AS last, min(first_created_at) AS since, max(last_created_at) AS until
        FROM voucher_count GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6`,
      await own.$queryRaw<{ vouchers: number }[]>`
        SELECT field, start, voucher_type, sum(vouchers)::int AS vouchers, min(first_id) AS first, max(last_id) AS last,
          min(first_voucher_date) AS since, max(last_voucher_date) AS until
        FROM voucher_bucket GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
  }
  return sums;
}

async function uncounted(): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`SELECT count(*)::int AS count FROM voucher_count_pending`;
  return row.count;
}

test("what is read is the same while vouchers are in no sum, in part of them and in all", async () => {
  await storeVouchers(db, vouchers(1, 60));
  expect(await uncounted()).toBe(60);
  const noted = await read();
  expect(noted.flat().reduce((sum, { vouchers }) => sum + vouchers, 0)).toBe(60 * 10);

  await foldCounts(db, 5);
  expect(await uncounted()).toBe(35);
  expect(await read()).toEqual(noted);
  await foldCounts(db);
  expect(await uncounted()).toBe(0);
  expect(await read()).toEqual(noted);
});

test("processes that add vouchers to the sums at once count each once", async () => {
  const before = await uncounted();
  await Promise.all([
    ...[61, 71, 81, 91].map((from) => storeVouchers(db, vouchers(from, from + 9))),
    ...Array.from({ length: 12 }, () => foldCounts(db, 3)),
  ]);
  await foldCounts(db);
  expect([before, await uncounted()]).toEqual([0, 0]);
  const [row] = await db.$queryRaw<
    [{ count: number }]
  >`SELECT sum(vouchers)::int AS count FROM voucher_count WHERE span = 'all'`;
  expect(row.count).toBe(100);
});

test.each([
  { name: "a date that is none", n: 201, wrong: { date: "20261399" }, error: /date\/time field value out of range/ },
  { name: "a total that is no number", n: 211, wrong: { total: "NaN" }, error: /cannot convert NaN/ },
])("$name fails its own voucher, and stops no sum", async ({ n, wrong, error }) => {
  await expect(storeVouchers(db, [{ ...voucher(n), ...wrong }])).rejects.toThrow(error);
  await storeVouchers(db, [voucher(n + 1)]);
  await foldCounts(db);
  expect(await uncounted()).toBe(0);
});
