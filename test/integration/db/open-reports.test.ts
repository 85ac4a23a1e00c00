import { expect, test } from "vitest";
import { measureReports } from "../../../shared/db/contingency/open-work.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openForFile } from "../../support/open-for-file.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";
import { asProcess } from "../../support/servers/process-roles.js";

const database = await openForFile(createDemoDatabase);
const owner = await openForFile(() => openDatabase(database.url, { connections: 2 }));
/** What the API may read of everybody. */
const api = await openForFile(() => openDatabase(asProcess(database.url, "api"), { connections: 1 }));

test("what is open of all contingencies is counted, with the time until the earliest last day of it", async () => {
  const { db } = owner;
  expect(await measureReports(api.db)).toEqual({ unreported: 0, undeclared: 0, secondsLeft: null });
  const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const tenant = { companyId, production: false };
  const addCode = async (period: number, reportBy: string) => {
    const code = `2646347634${period.toString().slice(2)}`;
    const days = { validFrom: reportBy, validTo: reportBy, reportBy };
    return (await db.caea.create({ data: { ...tenant, period, fortnight: 1, code, ...days } })).id;
  };
  const [past, next] = [await addCode(203110, "20311023"), await addCode(203111, "20311123")];
  const use = async (id: number, caeaId: number, state: string) => {
    await storeVouchers(db, [importedVoucher({ id, companyId, pos: 7, type: 6 })]);
    const reportedAt = state === "reported" ? new Date() : null;
    await db.caeaReport.create({
      data: {
        ...{ ...tenant, voucherId: id, posNumber: 7, voucherType: 6, voucherNumber: id, caeaId },
        ...{ declared: {}, generatedAt: new Date(), state, reportedAt },
      },
    });
  };
  await use(1, past, "reported");
  await use(2, next, "due");
  await use(3, next, "rejected");
  await db.caeaUnused.create({ data: { ...tenant, caeaId: past, posNumber: 8, informedAt: new Date() } });
  const secondsTo = (instant: string) => (Date.parse(instant) - Date.now()) / 1000;
  const ofNext = await measureReports(api.db);
  expect(ofNext).toMatchObject({ unreported: 2, undeclared: 0 });
  // The day ends in Argentina. A minute is left for this machine.
  expect(Math.abs((ofNext.secondsLeft ?? 0) - secondsTo("2031-11-24T00:00:00-03:00"))).toBeLessThan(60);

  await db.caeaUnused.create({ data: { ...tenant, caeaId: past, posNumber: 9 } });
  const ofPast = await measureReports(api.db);
  expect(ofPast).toMatchObject({ unreported: 2, undeclared: 1 });
  expect(Math.abs((ofPast.secondsLeft ?? 0) - secondsTo("2031-10-24T00:00:00-03:00"))).toBeLessThan(60);
});
