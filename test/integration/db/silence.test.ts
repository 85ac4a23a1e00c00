import { beforeEach, expect, test } from "vitest";
import { claimProbes } from "../../../shared/db/contingency/probes.js";
import { listOutages } from "../../../shared/db/contingency/silence.js";
import { beginByHand, endByHand, noteIssued, outageStart } from "../../../shared/db/contingency/turn-contingency.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { letContradict, note, unansweredQuestion, unansweredRequest } from "../../support/samples/heard.js";
import { openPreparedLines } from "../../support/samples/prepared-lines.js";

const afterMs = 60_000;
const minuteMs = 60_000;

const system = await openForFile(openIssuingApp);
const { db } = system;
const lines = await openPreparedLines(system);
const { tenant } = lines;
beforeEach(async () => {
  await endByHand(db, tenant);
  await db.contingency.deleteMany();
});

const state = async () => (await listOutages(db)).find((one) => one.companyId === tenant.companyId);
/** Whether a contingency begins now, if every process had time to contradict. */
async function begins(): Promise<boolean> {
  await letContradict(db, tenant);
  return (await outageStart(db, afterMs)).length === 1;
}

test("a silence of two calls begins a contingency, and only an answered request for a CAE ends it", async () => {
  await unansweredRequest(db, tenant, 2 * minuteMs);
  expect(await begins(), "one call").toBe(false);
  await unansweredQuestion(db, tenant, minuteMs);
  await letContradict(db, tenant);
  const [begun] = await outageStart(db, afterMs);
  expect(begun).toMatchObject({ ...tenant, reason: { since: expect.stringMatching(/^\S{19}Z$/), cause: "timeout" } });
  expect(await outageStart(db, afterMs)).toEqual([]);
  await note(db, tenant, { answeredAgoMs: 0 });
  expect(await state()).toMatchObject({ activeSinceMs: expect.any(Number), byHand: false });
  expect(await noteIssued(db, tenant)).toMatchObject({ sinceMs: expect.any(Number) });
  expect(await noteIssued(db, tenant)).toBeUndefined();
  expect(await state()).toBeUndefined();
});

test("a contingency begun by hand ends by hand alone", async () => {
  await beginByHand(db, tenant, "works on the line");
  expect(await beginByHand(db, tenant, null)).toBeUndefined();
  expect(await noteIssued(db, tenant)).toBeUndefined();
  expect(await endByHand(db, tenant)).toMatchObject({ reason: "works on the line" });
  expect(await endByHand(db, tenant)).toBeUndefined();
});

test("silence is measured from the last answer of any process: calls that began before it do not count", async () => {
  // A process without network had two calls of 30 s. Another one was answered meanwhile.
  await note(db, tenant, { calls: [90_000, 80_000], cause: "timeout" });
  await note(db, tenant, { answeredAgoMs: 70_000 });
  expect(await state()).toBeUndefined();
  await note(db, tenant, { calls: [75_000, 71_000], requests: [75_000], cause: "timeout" });
  expect(await state()).toMatchObject({ silentSinceMs: null });
  await note(db, tenant, { calls: [65_000, 62_000], cause: "timeout" });
  expect(await begins()).toBe(true);
});

test("a silence begins with the first call that was not answered, not with an answer of hours ago", async () => {
  await unansweredQuestion(db, tenant, 10 * minuteMs);
  await note(db, tenant, { answeredAgoMs: 9 * minuteMs });
  await note(db, tenant, { calls: [30_000, 30_000], cause: "timeout" });
  expect(await begins()).toBe(false);
});

test("answered questions end no silence of requests for a CAE", async () => {
  await unansweredRequest(db, tenant, 2 * minuteMs);
  await note(db, tenant, { answeredAgoMs: 100_000 });
  await unansweredRequest(db, tenant, 30_000);
  await note(db, tenant, { answeredAgoMs: 0 });
  expect(await state()).toMatchObject({ silentSinceMs: null, issuingSinceMs: expect.any(Number) });
  expect(await begins()).toBe(true);
});

test("an answered request ends both, whichever process made it", async () => {
  await note(db, tenant, { calls: [2 * minuteMs, minuteMs], requests: [2 * minuteMs, minuteMs], cause: "timeout" });
  await note(db, tenant, { issuedAgoMs: 1_000 });
  expect(await state()).toBeUndefined();
  expect(await begins()).toBe(false);
});

test("one lost request whose number waits for a person, and one more time-out hours later, begin nothing at once", async () => {
  await unansweredRequest(db, tenant, 200 * minuteMs);
  await note(db, tenant, { answeredAgoMs: 10 * minuteMs });
  expect(await state(), "it is forgotten").toBeUndefined();
  await unansweredRequest(db, tenant, 30_000);
  expect(await begins()).toBe(false);
  await unansweredQuestion(db, tenant, 1_000);
  expect(await begins()).toBe(false);
});

test("a silence begins no contingency before every process could contradict it, however soon one shall begin", async () => {
  await note(db, tenant, { calls: [5_000, 4_000], cause: "timeout" });
  expect(await outageStart(db, 1)).toEqual([]);
  await letContradict(db, tenant);
  expect(await outageStart(db, 1)).toHaveLength(1);
});

test("one statement writes down what was heard about many companies, and begins all contingencies that are due", async () => {
  const before = await db.company.findMany({ select: { id: true } });
  const all = before.map(({ id: companyId }) => ({ companyId, production: false }));
  expect(all.length).toBeGreaterThan(1);
  const { recordCalls } = await import("../../../shared/db/contingency/silence.js");
  const { heard } = await import("../../support/samples/heard.js");
  await recordCalls(
    db,
    all.map((one) => heard(one, { calls: [120_000, 110_000], cause: "timeout" })),
  );
  for (const one of all) await letContradict(db, one);
  expect(await outageStart(db, afterMs)).toHaveLength(all.length);
  for (const one of all) await noteIssued(db, one);
});

test("the questions of the watch go about each sequence in turn, and are claimed once", async () => {
  const [one, other] = [await lines.startPrepared(1), await lines.startPrepared(1)];
  await unansweredQuestion(db, tenant, 1_000);
  const claim = () => claimProbes(db, tenant.production, 10, { afterMs });
  const asked = new Set<number>();
  for (let turn = 0; turn < 4; turn++) {
    const [probe] = await claim();
    asked.add(probe?.sequence?.posNumber ?? 0);
    expect(await claim(), "not again so soon").toEqual([]);
    await db.contingency.updateMany({ data: { probedAt: new Date(Date.now() - minuteMs) } });
  }
  expect([...asked]).toEqual(expect.arrayContaining([one.taken.key.posNumber, other.taken.key.posNumber]));
  expect(
    [...asked].every((posNumber) => posNumber < 50_000),
    "of CAE",
  ).toBe(true);
});

test("whoever was not asked about for longest comes first, and the limit holds", async () => {
  const companies = await db.company.findMany({ select: { id: true }, take: 2 });
  const all = companies.map(({ id: companyId }) => ({ companyId, production: false }));
  for (const [at, one] of all.entries()) {
    await unansweredQuestion(db, one, 1_000);
    const probedAt = new Date(Date.now() - (at + 1) * minuteMs);
    await db.contingency.updateMany({ where: { companyId: one.companyId }, data: { probedAt } });
  }
  const claim = (except: number[] = []) => claimProbes(db, false, 1, { afterMs, except });
  expect(await claim(all.map(({ companyId }) => companyId)), "a question about each hangs").toEqual([]);
  expect(await claim()).toMatchObject([all[1]]);
  expect(await claim()).toMatchObject([all[0]]);
  expect(await claim()).toEqual([]);
});
