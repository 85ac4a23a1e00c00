import { expect, test } from "vitest";
import { openReports } from "../../../issuer/contingency/open-reports.js";
import { claimDueReports } from "../../../shared/db/contingency/reports.js";
import { endByHand, noteIssued } from "../../../shared/db/contingency/turn-contingency.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openReporting, reportDay } from "./reporting.js";

const world = await openReporting();
const { issue, statesOf, db } = world;

/** What a round would take up, which is given back. */
async function listed(today = reportDay, limit = 50) {
  const claimed = await claimDueReports(db, false, today, limit);
  await db.caeaReport.updateMany({ data: { listedAt: null } });
  return claimed.map(({ posNumber }) => posNumber);
}
const isListed = async (line: SequenceKey) => (await listed()).includes(line.posNumber);

/** What a round needs, with the issuer of the other tests. */
function openLookupBudget() {
  const { authority, lock, log, nowMs } = world.deps;
  return openReports({ db, authority, lock, log, nowMs });
}

test("a sequence is due while its first open report may be tried, and its code is not on its first day", async () => {
  const line = await issue(2);
  expect(await isListed(line)).toBe(true);
  expect(await listed("20311101")).not.toContain(line.posNumber);
  expect(await listed("20311102")).toContain(line.posNumber);

  const change = (state: string, dueAt: Date) =>
    db.caeaReport.updateMany({ where: { posNumber: line.posNumber, voucherNumber: 1 }, data: { state, dueAt } });
  await change("due", new Date(Date.now() + 60_000));
  expect(await isListed(line)).toBe(false);
  await change("rejected", new Date(0));
  expect(await isListed(line)).toBe(false);
  await change("due", new Date(0));
  expect(await isListed(line)).toBe(true);
  await world.report(line);
  expect(await isListed(line)).toBe(false);
});

test("a report whose next try lies too far ahead is due: the database's clock was set back", async () => {
  const line = await issue(1);
  const inTenMinutes = new Date(Date.now() + 600_000);
  await db.caeaReport.updateMany({ where: { posNumber: line.posNumber }, data: { dueAt: inTenMinutes } });
  expect(await isListed(line)).toBe(true);
  await world.report(line);
  expect(await statesOf(line)).toEqual(["reported"]);
});

test("what is taken up is bounded, and begins with what waits longest; it is taken up once", async () => {
  const lines = [await issue(1), await issue(1), await issue(1)];
  for (const [at, { posNumber }] of lines.entries())
    await db.caeaReport.updateMany({ where: { posNumber }, data: { dueAt: new Date(1_000 * (3 - at)) } });
  const two = new Set([lines[2]?.posNumber, lines[1]?.posNumber]);
  expect(new Set(await listed(reportDay, 2))).toEqual(two);
  const claimed = await claimDueReports(db, false, reportDay, 2);
  expect(new Set(claimed.map(({ posNumber }) => posNumber))).toEqual(two);
  expect(await claimDueReports(db, false, reportDay, 2)).toMatchObject([{ posNumber: lines[0]?.posNumber }]);
  expect(await claimDueReports(db, false, reportDay, 2)).toEqual([]);
  await db.caeaReport.updateMany({ data: { listedAt: null } });
  for (const line of lines) await world.report(line);
});

test("a round reports every sequence that is due, more than there are places", async () => {
  const lines: SequenceKey[] = [];
  for (let made = 0; made < 12; made++) lines.push(await issue(2));
  const { round, stop } = openLookupBudget();
  await waitFor(
    async () => {
      await round();
      const states = await Promise.all(lines.map(statesOf));
      return states.every((one) => one.join() === "reported ×2");
    },
    { message: "all reports" },
  );
  await stop();
  for (const line of lines) expect(await world.takenOf(line)).toEqual([1, 2]);
});

test("a sequence that nobody answers keeps no other waiting", async () => {
  const [stuck, free] = [await issue(1), await issue(1)];
  await world.control.pushFault({ operation: "FECAEARegInformativo", action: "hang", pos: stuck.posNumber });
  const { round, stop } = openLookupBudget();
  await waitFor(
    async () => {
      await round();
      return (await statesOf(free)).join() === "reported";
    },
    { message: "the other report" },
  );
  expect(await statesOf(stuck)).toEqual(["sent"]);
  await world.control.clearFaults();
  await stop();
});

test("what becomes due while its sequence leaves its place is reported at once, and not half a minute later", async () => {
  const line = await issue(1);
  const { authority, lock, log, nowMs } = world.deps;
  let leave: () => void = () => undefined;
  const mayLeave = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const tryAcquire: typeof lock.tryAcquire = async (key) => {
    const held = await lock.tryAcquire(key);
    return held && { ...held, release: () => mayLeave.then(held.release) };
  };
  const { round, stop } = openReports({ db, authority, lock: { tryAcquire }, log, nowMs });
  await round();
  await waitFor(async () => (await statesOf(line)).join() === "reported", { message: "the first report" });
  await world.issueMore(line, 1);
  await round();
  leave();
  await waitFor(
    async () => {
      await round();
      return (await statesOf(line)).join() === "reported ×2";
    },
    { message: "the second report", timeoutMs: 10_000 },
  );
  await stop();
});

test("a sequence whose service throws stands behind the others, and is tried again later", async () => {
  const broken = [await issue(1), await issue(1), await issue(1), await issue(1), await issue(1), await issue(1)];
  for (const { posNumber } of broken)
    await db.caeaReport.updateMany({ where: { posNumber }, data: { dueAt: new Date(0) } });
  const well = await issue(1);
  const { authority, lock, log, nowMs } = world.deps;
  const isBroken = (line: SequenceKey) => broken.some(({ posNumber }) => posNumber === line.posNumber);
  const tries: number[] = [];
  const open: typeof authority.open = async (key) => {
    tries.push(key.posNumber);
    if (isBroken(key)) throw new Error("the private key does not open");
    return authority.open(key);
  };
  const { round, stop } = openReports({ db, authority: { open }, lock, log, nowMs });
  await waitFor(
    async () => {
      await round();
      return (await statesOf(well)).join() === "reported";
    },
    { message: "the report behind six that fail" },
  );
  await round();
  await stop();
  expect(
    tries.filter((posNumber) => posNumber === broken[0]?.posNumber),
    "not once a round",
  ).toHaveLength(1);
  const halfAMinuteAgo = new Date(Date.now() - 31_000);
  await db.caeaReport.updateMany({
    where: { posNumber: broken[0]?.posNumber ?? 0 },
    data: { listedAt: halfAMinuteAgo },
  });
  expect(await listed()).toEqual([broken[0]?.posNumber]);
  for (const line of broken) await world.report(line);
});

test("what waits because nobody answered is due as soon as the contingency ends", async () => {
  const line = await issue(2);
  const later = () =>
    db.caeaReport.updateMany({ where: { posNumber: line.posNumber }, data: { dueAt: new Date(Date.now() + 60_000) } });
  const contingency = { where: { companyId_production: { companyId: line.companyId, production: false } } };
  await later();
  // One begun by hand goes on.
  await noteIssued(db, line);
  expect(await isListed(line)).toBe(false);
  await endByHand(db, line);
  expect(await isListed(line)).toBe(true);

  await later();
  await db.contingency.update({ ...contingency, data: { activeSince: new Date(), isManual: false } });
  await noteIssued(db, line);
  expect(await isListed(line)).toBe(true);

  await later();
  await noteIssued(db, line);
  expect(await isListed(line)).toBe(false);
});
