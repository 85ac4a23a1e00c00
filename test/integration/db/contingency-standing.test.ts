import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { judgeFailover } from "../../../issuer/contingency/judge-failover.js";
import { failOverIssuances, readContingencyLine } from "../../../shared/db/contingency/fail-over-issuances.js";
import { readOpenReports, recordReports } from "../../../shared/db/contingency/reports.js";
import { resolveReport } from "../../../shared/db/contingency/resolve-report.js";
import { seedSequence } from "../../../shared/db/contingency/seeds.js";
import { beginByHand, endByHand } from "../../../shared/db/contingency/turn-contingency.js";
import { listOwnSequences, verifySequence } from "../../../shared/db/contingency/verify-sequences.js";
import { detectLoss } from "../../../shared/db/incarnation/incarnation.js";
import { acquireSequence, isCurrent } from "../../../shared/db/issuing/sequences.js";
import { addDays, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { openLines, type SampleQueue } from "../../support/samples/waiting-lines.js";

const day = (offset: number) => toFiscalDate(addDays(argentineDay(Date.now()), offset));
const today = day(0);

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);
const { companyId, production } = (await start(0)).taken.key;
const tenant: Tenant = { companyId, production };
beforeAll(async () => {
  // Sales of the last days move too, on whichever day of the fortnight this runs.
  const { period, fortnight, validTo } = fortnightOf(argentineDay(Date.now()));
  const code = { period, fortnight, validFrom: day(-10), validTo, code: "26463476341977", reportBy: "20991231" };
  await db.caea.create({ data: { ...tenant, ...code } });
});
beforeEach(async () => {
  await endByHand(db, tenant);
  await beginByHand(db, tenant, "test");
});

const keyThere = ({ taken: { key } }: SampleQueue) => ({ ...key, posNumber: 50_000 + key.posNumber });

/** A line with one sale of each day, at a point of sale for which another stands in. */
async function open(...saleDays: string[]): Promise<SampleQueue> {
  const line = await start(0);
  const { posNumber } = line.taken.key;
  await db.pointOfSale.create({ data: { ...tenant, number: 50_000 + posNumber, authorization: "CAEA" } });
  await db.pointOfSale.upsert({
    where: { companyId_production_number: { ...tenant, number: posNumber } },
    create: { ...tenant, number: posNumber, contingencyPos: 50_000 + posNumber },
    update: { contingencyPos: 50_000 + posNumber },
  });
  for (const voucherDate of saleDays) await add(line, voucherDate);
  return line;
}

async function add(line: SampleQueue, voucherDate = today): Promise<void> {
  const checked = checkIssuance(invoiceB({ posNumber: line.taken.key.posNumber, voucherDate }));
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  await line.record(db, checked.body);
}

const seed = async (
  line: SampleQueue,
  lastNumber: number,
  lastDate: string | null,
  authorityTimeMs: number | null = null,
) => seedSequence(db, await acquireSequence(db, keyThere(line)), { lastNumber, lastDate, authorityTimeMs });

/** As an issuer does. Gives the numbers that were issued. */
async function move({ taken: { key } }: SampleQueue): Promise<number[]> {
  const line = await readContingencyLine(db, key);
  const moves = line?.waiting.flatMap((movable) => judgeFailover(movable, line, Date.now()) ?? []) ?? [];
  if (!line || line.substitute === null || moves.length === 0) return [];
  return (await failOverIssuances(db, key, line.substitute, moves)).moved.map(({ number }) => number);
}

const standingOf = async (line: SampleQueue) => (await readContingencyLine(db, line.taken.key))?.standing;

describe("a standing is number and date together", () => {
  test("704: both are those of an imported voucher with a higher number", async () => {
    const line = await open(day(-2), day(-1), today);
    await seed(line, 3, day(-5));
    const there = { pos: keyThere(line).posNumber, type: 6 };
    await storeVouchers(db, [
      importedVoucher({ id: 910_005, ...tenant, ...there, number: 5, date: day(-1) }),
      importedVoucher({ id: 910_002, ...tenant, ...there, number: 2, date: today }),
    ]);
    expect(await standingOf(line)).toEqual({ lastNumber: 5, lastDate: day(-1) });
    expect(await move(line)).toEqual([6, 7]);
    const vouchers = await db.voucher.findMany({ where: { ...tenant, posNumber: there.pos, caea: true } });
    expect(vouchers.map(({ voucherDate }) => voucherDate).sort()).toEqual([day(-1), today]);
  });

  test("704: the statement itself does not go back behind it either", async () => {
    const line = await open(day(-2));
    await seed(line, 3, day(-5));
    const read = await readContingencyLine(db, line.taken.key);
    const moves = read?.waiting.flatMap((movable) => judgeFailover(movable, read, Date.now()) ?? []) ?? [];
    expect(moves).toHaveLength(1);
    const posNumber = keyThere(line).posNumber;
    await storeVouchers(db, [
      importedVoucher({ id: 910_006, ...tenant, pos: posNumber, type: 6, number: 4, date: day(-1) }),
    ]);
    expect((await failOverIssuances(db, line.taken.key, posNumber, moves)).moved).toEqual([]);
  });

  test("a sequence whose last number has no date is not used, until it is learnt", async () => {
    const line = await open(today);
    await seed(line, 7, null);
    expect(await standingOf(line)).toBeNull();
    expect(await move(line)).toEqual([]);
    await seed(line, 7, day(-3));
    expect(await standingOf(line)).toEqual({ lastNumber: 7, lastDate: day(-3) });
    expect(await move(line)).toEqual([8]);
  });

  test("781: without any number, nothing is dated before the authority first told of the sequence", async () => {
    const line = await open(day(-1), today);
    await seed(line, 0, null, Date.now());
    expect(await standingOf(line)).toEqual({ lastNumber: 0, lastDate: today });
    expect(await move(line)).toEqual([1]);
  });

  test("a clock of the authority that is ahead does not close a sequence without numbers", async () => {
    const line = await open(today);
    await seed(line, 0, null, Date.now() + 3 * 86_400_000);
    expect(await move(line)).toEqual([1]);
  });
});

describe("a sequence whose reports cannot go on", () => {
  /** A line with a reported voucher and one that the authority refused, and a sale that waits. */
  async function refused() {
    const line = await open(today, today);
    await seed(line, 0, null);
    expect(await move(line)).toEqual([1, 2]);
    const key = keyThere(line);
    const taken = await acquireSequence(db, key);
    await db.caeaReport.updateMany({
      where: { ...tenant, posNumber: key.posNumber },
      data: { state: "sent", epoch: 1, sentAt: new Date() },
    });
    const errors = [{ code: 1421, msg: "wrong" }];
    expect(
      await recordReports(db, taken, [
        { number: 1, from: "sent", to: "reported", observations: [] },
        { number: 2, from: "sent", to: "rejected", errors },
      ]),
    ).toBe(true);
    const report = await db.caeaReport.findFirstOrThrow({
      where: { ...tenant, posNumber: key.posNumber, state: "rejected" },
    });
    await add(line);
    const giveUp = (isGap: boolean) =>
      db.$transaction((tx) =>
        resolveReport(
          tx,
          taken,
          { voucherId: report.voucherId, state: "rejected", number: 2 },
          {
            ...{ decision: "giveUp", why: [], isGap, andBehind: undefined },
          },
        ),
      );
    return { line, key, taken, report, giveUp };
  }

  test("takes no sale while one is refused, also while it is tried again", async () => {
    const { line, key, taken, report } = await refused();
    expect(await standingOf(line)).toBeNull();
    expect(await move(line)).toEqual([]);
    await db.caeaReport.update({ where: { voucherId: report.voucherId }, data: { state: "due" } });
    expect(await move(line)).toEqual([]);
    // A try without an answer is no answer.
    await recordReports(db, taken, [{ number: 2, from: "due", to: "sent", tries: 1, waitMs: 0 }]);
    expect(await readOpenReports(db, key)).toMatchObject([{ number: 2, state: "sent" }]);
    expect(await move(line)).toEqual([]);
    await recordReports(db, taken, [{ number: 2, from: "sent", to: "reported", observations: [] }]);
    expect(await move(line)).toEqual([3]);
  });

  test("goes on behind one that was given up when the authority has its number", async () => {
    const { line, giveUp } = await refused();
    expect(await giveUp(false)).toEqual([2]);
    expect(await move(line)).toEqual([3]);
  });

  test("takes no sale behind one that was given up while the authority expects its number, until it takes one behind it", async () => {
    const { line, key, taken, giveUp } = await refused();
    expect(await giveUp(true)).toEqual([2]);
    expect(await readOpenReports(db, key)).toEqual([]);
    expect(await standingOf(line)).toBeNull();
    expect(await move(line)).toEqual([]);
    await db.caeaReport.updateMany({
      where: { ...tenant, posNumber: key.posNumber, voucherNumber: 1 },
      data: { voucherNumber: 9 },
    });
    await db.caeaReport.updateMany({
      where: { ...tenant, posNumber: key.posNumber, voucherNumber: 9 },
      data: { state: "sent", reportedAt: null, declared: {}, epoch: 1, sentAt: new Date() },
    });
    await recordReports(db, taken, [{ number: 9, from: "sent", to: "reported", observations: [] }]);
    expect(await move(line)).toEqual([3]);
  });

  test("is given up once, and by the taker of the sequence alone", async () => {
    const { key, giveUp, report } = await refused();
    await acquireSequence(db, key);
    expect(await giveUp(true)).toEqual([]);
    expect(await db.caeaReport.findUnique({ where: { voucherId: report.voucherId } })).toMatchObject({
      state: "rejected",
    });
  });
});

describe("a sequence that is first known on another history of the database", () => {
  /** The same, with a database that began on another history. */
  async function elsewhere(work: () => Promise<unknown>): Promise<void> {
    const began = (by: number) =>
      db.$executeRaw`UPDATE database_incarnation SET first_incarnation = first_incarnation + ${by}::int, written_by = pg_current_xact_id()`;
    await began(1);
    await work().finally(() => began(-1));
  }

  test("waits for a person's word, and goes on at the number that is said", async () => {
    const line = await open(today);
    await elsewhere(() => seed(line, 4, day(-4)));
    expect(await standingOf(line)).toBeNull();
    expect(await move(line)).toEqual([]);
    const { posNumber } = keyThere(line);
    const own = (await listOwnSequences(db, tenant)).filter((one) => one.posNumber === posNumber);
    expect(own).toEqual([
      { posNumber, voucherType: 6, lastNumber: 4, lastDate: day(-4), verified: false, holes: [{ from: 1, to: 4 }] },
    ]);

    const row = () => db.sequence.findFirst({ where: { ...tenant, posNumber } });
    expect(await row(), "its vouchers may be ours").toMatchObject({ missingFrom: 1, missingTo: 4 });

    const word = { posNumber, voucherType: 6, lastNumber: 6, lastDate: day(-2) };
    expect(await db.$transaction((tx) => verifySequence(tx, tenant, { ...word, seen: 3 }))).toBe(false);
    expect(await db.$transaction((tx) => verifySequence(tx, tenant, { ...word, seen: 4 }))).toBe(true);
    expect(await standingOf(line)).toEqual({ lastNumber: 6, lastDate: day(-2) });
    expect(await row()).toMatchObject({ missingFrom: 1, missingTo: 6 });
    const holes = async () => (await listOwnSequences(db, tenant)).find((one) => one.posNumber === posNumber)?.holes;
    expect(await holes()).toEqual([{ from: 1, to: 6 }]);
    expect(await move(line)).toEqual([7]);
    const at = (id: number, number: number) =>
      importedVoucher({ id, ...tenant, pos: posNumber, type: 6, number, date: day(-4) });
    await storeVouchers(db, [at(910_011, 1), at(910_014, 4), at(910_019, 10)]);
    expect(await holes()).toEqual([
      { from: 2, to: 3 },
      { from: 5, to: 6 },
      { from: 8, to: 9 },
    ]);
  });

  test("a word gives nothing back to who took the sequence before", async () => {
    const line = await open();
    await seed(line, 4, day(-2));
    const { posNumber } = keyThere(line);
    const earlier = await acquireSequence(db, keyThere(line));
    const word = { posNumber, voucherType: 6, lastNumber: 4, lastDate: day(-2), seen: 4 };
    await db.$transaction((tx) => verifySequence(tx, tenant, word));
    expect(await isCurrent(db, earlier)).toBe(false);
  });

  test("a word never lowers a number, nor a date", async () => {
    const line = await open();
    await seed(line, 4, day(-2));
    const { posNumber } = keyThere(line);
    const word = { posNumber, voucherType: 6, lastNumber: 2, lastDate: day(-9), seen: 4 };
    await db.$transaction((tx) => verifySequence(tx, tenant, word));
    expect(await db.sequence.findFirst({ where: { ...tenant, posNumber } })).toMatchObject({
      ...{ lastNumber: 4, lastDate: day(-2) },
    });
  });

  test("one whose row is known keeps what it knows when it is asked for again", async () => {
    const line = await open(today);
    await seed(line, 4, null);
    await elsewhere(() => seed(line, 4, day(-4)));
    expect(await move(line)).toEqual([5]);
  });
});

test("a dump that was loaded stops a sequence in the very statement, until a person has said its last number", async () => {
  const line = await open(today);
  await seed(line, 4, day(-4));
  expect(await move(line)).toEqual([5]);
  await add(line);
  await db.$executeRaw`UPDATE database_incarnation SET incarnation = incarnation`; // as a load does: written by another transaction
  const { posNumber } = keyThere(line);
  const word = { posNumber, voucherType: 6, lastNumber: 7, lastDate: day(-1), seen: 5 };
  const verify = () => db.$transaction((tx) => verifySequence(tx, tenant, word));
  expect(await move(line)).toEqual([]);
  expect(await verify(), "before it is noticed").toBe(false);

  await detectLoss(db);
  await db.$executeRaw`UPDATE sequence SET incarnation = current_incarnation() WHERE id = ${line.taken.id}`;
  expect(await move(line)).toEqual([]);
  await add(line);
  expect(await move(line)).toEqual([]);
  expect(await verify()).toBe(true);
  expect(await move(line), "what was in line before stays there").toEqual([8]);
});
