import { expect, test } from "vitest";
import { countVouchers, readVouchers } from "../../../shared/db/reports/read-vouchers.js";
import { openSnapshots, type Snapshot } from "../../../shared/db/reports/snapshot.js";
import type { ReportVoucher } from "../../../shared/domain/reports/report-voucher.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceA, today } from "../../support/samples/invoice.js";
import { importedVoucher, type StoredVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { asProcess } from "../../support/servers/process-roles.js";

const system = await openForFile(openIssuingApp);
const pool = await openForFile(() =>
  openSnapshots(asProcess(system.deps.config.DATABASE_URL, "api"), { connections: 2 }),
);
const company = await system.db.company.findUniqueOrThrow({ where: { code: "demo" } });
const demo: Tenant = { companyId: company.id, production: false };

async function reading<T>(use: (snapshot: Snapshot) => Promise<T>, tenant = demo): Promise<T> {
  const snapshot = await pool.open(tenant);
  try {
    return await use(snapshot);
  } finally {
    await snapshot.close();
  }
}

async function collect(snapshot: Snapshot, tenant: Tenant, period: string): Promise<ReportVoucher[]> {
  const all: ReportVoucher[] = [];
  for await (const chunk of readVouchers(snapshot, tenant, period)) all.push(...chunk);
  return all;
}

const readAll = (period: string, tenant = demo) => reading((snapshot) => collect(snapshot, tenant, period), tenant);

let id = 1_000_000;
const stored = (over: Partial<StoredVoucher>): StoredVoucher =>
  importedVoucher({ id: ++id, companyId: demo.companyId, pos: 7, type: 6, ...over });

test("a voucher is told with its own words, its VAT rows and its tributes", async () => {
  const body = invoiceA({
    items: [
      { description: "Libro", quantity: 1, price: 100, taxType: 5 },
      { description: "Diario", quantity: 1, price: 50, taxType: 4 },
      { description: "Mapa", quantity: 1, price: 10, taxType: 2 },
      { description: "Multa", quantity: 1, price: 5, taxType: 1 },
    ],
    priceIncludesVat: false,
    tributes: [{ type: 7, baseAmount: 150, aliquot: 3, subtotal: 4.5, description: "IIBB" }],
  });
  const { body: issued } = await system.post(body);
  expect(issued.error).toBeUndefined();
  const [voucher] = (await readAll(today().slice(0, 6))).filter(
    ({ voucherType, voucherNumber }) => voucherType === 1 && voucherNumber === issued.result.voucherNumber,
  );
  expect(voucher).toEqual({
    voucherType: 1,
    posNumber: 1,
    voucherNumber: issued.result.voucherNumber,
    voucherDate: today(),
    docType: 80,
    docNumber: "30710151543",
    name: "Librería del Sur S.R.L.",
    receiverCondition: 1,
    total: "195.75",
    net: "150.00",
    vat: "26.25",
    exempt: "10.00",
    notTaxable: "5.00",
    tributesTotal: "4.50",
    currency: "PES",
    quotation: "1",
    vatRows: [
      { taxType: 4, base: "50.00", amount: "5.25" },
      { taxType: 5, base: "100.00", amount: "21.00" },
    ],
    tributes: [{ type: 7, subtotal: "4.50" }],
    activity: null,
  } satisfies ReportVoucher);
});

test("a period has its days from the first to the last, ordered by date, type, point of sale and number", async () => {
  await storeVouchers(system.db, [
    stored({ date: "20251231", number: 1 }),
    stored({ date: "20260131", type: 6, pos: 8, number: 2 }),
    stored({ date: "20260131", type: 6, pos: 7, number: 4 }),
    stored({ date: "20260131", type: 6, pos: 7, number: 3 }),
    stored({ date: "20260131", type: 1, pos: 9, number: 9 }),
    stored({ date: "20260101", type: 8, pos: 9, number: 8 }),
    stored({ date: "20260201", number: 5 }),
    stored({ date: "20260115", number: 6, production: true }),
  ]);
  const keys = (await readAll("202601")).map(({ voucherDate, voucherType, posNumber, voucherNumber }) =>
    [voucherDate, voucherType, posNumber, voucherNumber].join(" "),
  );
  expect(keys).toEqual(["20260101 8 9 8", "20260131 1 9 9", "20260131 6 7 3", "20260131 6 7 4", "20260131 6 8 2"]);
  expect(await reading((snapshot) => countVouchers(snapshot, demo, "202601"))).toBe(5);
});

test("the activity is the voucher's, else its point of sale's, else its company's", async () => {
  await storeVouchers(system.db, [
    stored({ date: "20260310", pos: 1, number: 101 }),
    stored({ date: "20260311", pos: 1, number: 102 }),
    stored({ date: "20260312", pos: 77, number: 103 }),
  ]);
  await system.db.$executeRaw`ALTER TABLE voucher DISABLE TRIGGER USER`;
  await system.db.$executeRaw`
    UPDATE voucher SET payload = payload || ',"activityCode":"111111"' WHERE voucher_date = '20260310' AND company_id = ${demo.companyId}`;
  await system.db.$executeRaw`ALTER TABLE voucher ENABLE TRIGGER USER`;
  const activities = async () => (await readAll("202603")).map(({ activity }) => activity);
  expect(await activities()).toEqual(["111111", null, null]);
  await system.db.company.update({ where: { id: demo.companyId }, data: { activityCode: "333333" } });
  await system.db.$executeRaw`
    UPDATE point_of_sale SET activity = '222222' WHERE company_id = ${demo.companyId} AND NOT production AND number = 1`;
  expect(await activities()).toEqual(["111111", "222222", "333333"]);
});

test("several thousand vouchers come in chunks, and those of after the snapshot in none of its readings", async () => {
  await storeVouchers(
    system.db,
    Array.from({ length: 1_100 }, (_, at) => stored({ date: "20260505", pos: 20, number: at + 1 })),
  );
  await reading(async (snapshot) => {
    const sizes: number[] = [];
    for await (const chunk of readVouchers(snapshot, demo, "202605")) {
      if (sizes.length === 0) await storeVouchers(system.db, [stored({ date: "20260506", pos: 20, number: 5_000 })]);
      sizes.push(chunk.length);
    }
    expect(sizes).toEqual([500, 500, 100]);
    expect(await collect(snapshot, demo, "202605")).toHaveLength(1_100);
  });
  expect(await readAll("202605")).toHaveLength(1_101);
});

test("a snapshot sees its tenant's rows alone, whatever its statement asks for", async () => {
  await storeVouchers(system.db, [stored({ date: "20260606", pos: 21, number: 1 })]);
  const other = { ...demo, production: true };
  expect(await reading((snapshot) => collect(snapshot, demo, "202606"), other)).toEqual([]);
  expect(await reading((snapshot) => collect(snapshot, other, "202606"))).toEqual([]);
  expect(await readAll("202606")).toHaveLength(1);
});

test("a connection that was left half-read, or that failed, serves the next snapshot", async () => {
  for (let round = 0; round < 5; round++) {
    const snapshot = await pool.open(demo);
    for await (const chunk of readVouchers(snapshot, demo, "202605")) {
      expect(chunk).toHaveLength(500);
      break;
    }
    await Promise.all([snapshot.close(), snapshot.close()]);
    await expect(collect(snapshot, demo, "202605")).rejects.toThrow("is closed");
  }
  const snapshot = await pool.open(demo);
  await system.db.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE 'SELECT set_config%'`;
  await expect(collect(snapshot, demo, "202605")).rejects.toThrow();
  await snapshot.close();
  expect((await readAll("202605")).length).toBeGreaterThan(1_000);
});
