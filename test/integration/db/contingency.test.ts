import { beforeAll, beforeEach, expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { judgeFailover } from "../../../issuer/contingency/judge-failover.js";
import {
  failOverIssuances,
  keepWithCae,
  readContingencyLine,
} from "../../../shared/db/contingency/fail-over-issuances.js";
import { seedSequence } from "../../../shared/db/contingency/seeds.js";
import { beginByHand, endByHand } from "../../../shared/db/contingency/turn-contingency.js";
import { findPrintable } from "../../../shared/db/delivery/pdfs.js";
import { cacheKeyOf, keptMsOf } from "../../../shared/db/issuer-requests/cached-answers.js";
import {
  answerQuestion,
  claimRequest,
  findCachedAnswer,
  recordRequest,
} from "../../../shared/db/issuer-requests/issuer-requests.js";
import { findJobViews } from "../../../shared/db/issuing/issuance-jobs.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import { returnToQueue, settleQueued, settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { findQueued, hasOpen } from "../../../shared/db/issuing/submissions.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import { type NoVoucher, notAsked } from "../../../shared/domain/issuance-outcome.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import {
  openLines,
  type SampleQueue,
  submitFrom,
  usageOf,
  withQuotaLeft,
} from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);
const { companyId, production } = (await start(0)).taken.key;
const tenant: Tenant = { companyId, production };
beforeAll(async () => {
  await db.caea.create({
    data: { ...tenant, ...fortnightOf(argentineDay(Date.now())), code: "26463476341977", reportBy: "20991231" },
  });
});
beforeEach(async () => {
  await endByHand(db, tenant);
});

const substituteOf = (posNumber: number) => 50_000 + posNumber;

/** A line of a point of sale for which another stands in, whose sequence is at `lastNumber`. */
async function startPrepared(waiting: number, lastNumber = 40): Promise<SampleQueue> {
  const line = await start(waiting);
  await prepare(line, lastNumber);
  return line;
}

async function prepare({ taken: { key } }: SampleQueue, lastNumber: number, substitute = substituteOf(key.posNumber)) {
  const at = { companyId_production_number: { ...tenant, number: substitute } };
  const caea = { ...tenant, number: substitute, authorization: "CAEA" };
  await db.pointOfSale.upsert({ where: at, create: caea, update: {} });
  await db.pointOfSale.upsert({
    where: { companyId_production_number: { ...tenant, number: key.posNumber } },
    create: { ...tenant, number: key.posNumber, contingencyPos: substitute },
    update: { contingencyPos: substitute },
  });
  const lastDate = lastNumber === 0 ? null : "20260101";
  const taken = await acquireSequence(db, { ...key, posNumber: substitute });
  await seedSequence(db, taken, { lastNumber, lastDate, authorityTimeMs: null });
}

/** As `failOverQueue` does, without trying the authority. */
async function move({ taken: { key } }: SampleQueue) {
  const line = await readContingencyLine(db, key);
  const moves = line?.waiting.flatMap((movable) => judgeFailover(movable, line, Date.now()) ?? []) ?? [];
  if (!line || line.substitute === null || moves.length === 0) return { moved: [], refused: [] };
  return failOverIssuances(db, key, line.substitute, moves);
}

const vouchersOf = ({ taken: { key } }: SampleQueue) =>
  db.voucher.findMany({
    where: { ...tenant, posNumber: substituteOf(key.posNumber) },
    orderBy: { voucherNumber: "asc" },
    include: { report: true, issuance: true },
  });

const addTo = async (line: SampleQueue, changes: Parameters<typeof invoiceB>[0]) => {
  const checked = checkIssuance(invoiceB({ posNumber: line.taken.key.posNumber, ...changes }));
  if (!checked.ok) throw new Error("the sample is not valid");
  await line.record(db, checked.body);
  return checked.body;
};

test("gives number, code, voucher, quota and report in one commit, in the order of the line", async () => {
  const line = await startPrepared(3);
  const before = await usageOf(line);
  await beginByHand(db, tenant, "the authority is away");
  const { moved } = await move(line);

  expect(moved.map(({ number }) => number)).toEqual([41, 42, 43]);
  const vouchers = await vouchersOf(line);
  expect(vouchers.map(({ voucherNumber, idempotency }) => [voucherNumber, idempotency])).toEqual(
    line.bodies.map(({ idempotency }, at) => [41 + at, idempotency]),
  );
  const views = await findJobViews(
    db,
    moved.map(({ issuanceId }) => issuanceId),
  );
  expect([...views.values()].map(({ history }) => history.at(-1))).toEqual(
    [41, 42, 43].map((number) =>
      expect.stringContaining(
        `: number ${number} of point of sale ${substituteOf(line.taken.key.posNumber)}, CAEA 26463476341977`,
      ),
    ),
  );
  expect([...views.values()].flatMap(({ history }) => history).join(), "nobody was asked").not.toMatch(
    /epoch|authority/,
  );
  for (const { caea, cae, report, issuance } of vouchers) {
    expect({ caea, cae }).toEqual({ caea: true, cae: "26463476341977" });
    expect(report).toMatchObject({ state: "due", errors: [], declared: { total: expect.any(String) } });
    // A replay compares the point of sale that was asked for.
    expect(issuance).toMatchObject({ state: "approved", posNumber: line.taken.key.posNumber, body: null });
  }
  const after = await usageOf(line);
  expect(after.usedHomologation - before.usedHomologation).toBe(3);
  expect(after.reserved).toBe(before.reserved);
});

test("a voucher of a contingency is of whom its issuance was asked by", async () => {
  const line = await startPrepared(1);
  const checked = checkIssuance(invoiceB({ posNumber: line.taken.key.posNumber }));
  if (!checked.ok) throw new Error("the sample is not valid");
  await line.record(db, checked.body, "ana@example.com");
  await beginByHand(db, tenant, null);
  await move(line);
  expect(await vouchersOf(line)).toMatchObject([
    { source: "api", userEmail: null, apiKeyId: expect.any(Number) },
    { source: "app", userEmail: "ana@example.com", apiKeyId: null },
  ]);
});

test("moves nothing without a contingency, and nothing whose body forbids it", async () => {
  const line = await startPrepared(1);
  expect((await move(line)).moved).toEqual([]);
  const never = await addTo(line, { contingency: "never" });
  await beginByHand(db, tenant, null);
  expect((await move(line)).moved).toHaveLength(1);
  const [submission] = await submitFrom(line);
  expect(submission.body.idempotency).toBe(never.idempotency);
});

test("an issuance whose request for a CAE may have been sent stays with CAE", async () => {
  const line = await startPrepared(2);
  const [sent] = await submitFrom(line);
  await beginByHand(db, tenant, null);
  const { moved } = await move(line);
  expect(moved).toHaveLength(1);
  expect(moved[0]?.issuanceId).not.toBe(sent.id);
  expect(await db.issuance.findUnique({ where: { id: sent.id } })).toMatchObject({ state: "submitted", number: 1 });
});

test("an issuance whose older request may still be granted never moves", async () => {
  const line = await startPrepared(1);
  const [sent] = await submitFrom(line);
  const refused: NoVoucher = { code: "TAXAUTH_ERROR", reasons: [] };
  await settleWithoutVoucher(db, line.taken, sent, "rejected", refused, { isRemembered: true });
  await line.record(db, sent.body);
  await beginByHand(db, tenant, null);
  expect((await move(line)).moved).toEqual([]);
});

test("what returned to the line moves", async () => {
  const line = await startPrepared(1);
  const [sent] = await submitFrom(line);
  expect(await returnToQueue(db, line.taken, sent)).toBe(true);
  await beginByHand(db, tenant, null);
  expect((await move(line)).moved).toHaveLength(1);
});

test("while it lasts no request for a CAE is written ahead, and a closed line leaves what may move", async () => {
  const line = await startPrepared(1);
  await beginByHand(db, tenant, null);
  expect(await submitNext(db, [{ taken: line.taken, limit: 1 }])).toEqual([{ outcome: "drained" }]);
  expect(await findQueued(db, [line.taken.key])).toEqual(new Map());
  const away = notAsked({ kind: "down", services: ["wsfe"], detail: "away" });
  expect(await settleQueued(db, line.taken, "failed", away)).toEqual([]);
  expect(await hasOpen(db, line.taken.key)).toBe(true);
  await endByHand(db, tenant);
  expect((await submitFrom(line)).length).toBe(1);
});

test("what cannot move goes the way of CAE", async () => {
  const line = await startPrepared(1);
  await beginByHand(db, tenant, null);
  const read = await readContingencyLine(db, line.taken.key);
  await keepWithCae(db, read?.waiting ?? []);
  expect(await readContingencyLine(db, line.taken.key)).toBeUndefined();
  expect((await submitFrom(line)).length).toBe(1);
});

test("the company's activities are known as the authority told them within a day", async () => {
  const line = await startPrepared(1);
  await beginByHand(db, tenant, null);
  const issuer = async () => (await readContingencyLine(db, line.taken.key))?.issuer;
  expect(await issuer()).not.toHaveProperty("activities");
  const ask = { kind: "table", table: "activities" } as const;
  const name = cacheKeyOf(ask, "20261126");
  const id = await recordRequest(db, tenant, { ask, requestId: "r", waitMs: 60_000, name });
  const taken = id === undefined ? undefined : await claimRequest(db, id);
  if (!taken) throw new Error("the question was not recorded");
  const rows = [620_100, 11_111].map((each) => ({ id: String(each), description: "x" }));
  const answer = { outcome: "table" as const, rows };
  await answerQuestion(db, taken, answer, keptMsOf(ask, answer));
  expect(await issuer()).toMatchObject({ activities: [620_100, 11_111] });
  expect(
    await findCachedAnswer(db, { ...tenant, companyId: tenant.companyId + 1 }, { ...activitiesName() }),
  ).toBeUndefined();
  await db.$executeRaw`UPDATE issuer_request SET cached_until = now() - interval '1 second' WHERE id = ${id}::uuid`;
  expect(await issuer()).not.toHaveProperty("activities");

  function activitiesName() {
    if (!name) throw new Error("the answer has no name");
    expect(name).toMatchObject({ isShared: false });
    return name;
  }
});

test("a sequence that was never asked for, or that may lack commits, is not used", async () => {
  const line = await start(1);
  await beginByHand(db, tenant, null);
  expect(await readContingencyLine(db, line.taken.key)).toMatchObject({ substitute: null, standing: null });
  await prepare(line, 7);
  expect(await readContingencyLine(db, line.taken.key)).toMatchObject({
    standing: { lastNumber: 7, lastDate: "20260101" },
  });
  await db.sequence.updateMany({
    where: { ...tenant, posNumber: substituteOf(line.taken.key.posNumber) },
    data: { unverified: true },
  });
  expect(await readContingencyLine(db, line.taken.key)).toMatchObject({ standing: null });
  expect((await move(line)).moved).toEqual([]);
});

test("numbers go on after vouchers that were imported", async () => {
  const line = await startPrepared(2, 3);
  const posNumber = substituteOf(line.taken.key.posNumber);
  const { companyId, production } = tenant;
  await storeVouchers(db, [
    importedVoucher({ id: 900_005, companyId, production, pos: posNumber, type: 6, number: 5 }),
  ]);
  await beginByHand(db, tenant, null);
  expect((await move(line)).moved.map(({ number }) => number)).toEqual([6, 7]);
});

test("the page looks as at the point of sale that was asked for, unless the one that stands in says otherwise", async () => {
  const line = await startPrepared(1);
  const { posNumber } = line.taken.key;
  const at = (number: number) => ({ companyId_production_number: { ...tenant, number } });
  const additionalDataKeys = [{ key: "order", label: "Pedido", printed: true }];
  const own = { printedName: "Librería del Sur", address: "Belgrano 1200", logoKey: "logo", additionalDataKeys };
  await db.pointOfSale.update({ where: at(posNumber), data: own });
  await db.pointOfSale.update({ where: at(substituteOf(posNumber)), data: { address: "Belgrano 1202" } });
  await beginByHand(db, tenant, null);
  const [voucher] = (await move(line)).moved;
  const printable = await findPrintable(db, voucher?.voucherId ?? 0);
  expect(printable).toMatchObject({
    posNumber: substituteOf(posNumber),
    pointOfSale: { ...own, address: "Belgrano 1202" },
  });
});

test("dates do not go back", async () => {
  const line = await startPrepared(1);
  await db.sequence.updateMany({
    where: { ...tenant, posNumber: substituteOf(line.taken.key.posNumber) },
    data: { lastDate: "20991231" },
  });
  await beginByHand(db, tenant, null);
  const read = await readContingencyLine(db, line.taken.key);
  const [first] = read?.waiting ?? [];
  if (!read || !first) throw new Error("nothing waits");
  expect(judgeFailover(first, read, Date.now())).toBeUndefined();
  const asBefore = judgeFailover(first, { ...read, standing: { lastNumber: 40, lastDate: null } }, Date.now());
  if (!asBefore) throw new Error("it should have moved before");
  const substitute = substituteOf(line.taken.key.posNumber);
  expect(await failOverIssuances(db, line.taken.key, substitute, [asBefore])).toEqual({ moved: [], refused: [] });
});

test("beyond the quota the callers are refused", async () => {
  const line = await startPrepared(3);
  await beginByHand(db, tenant, null);
  await withQuotaLeft(line, 2, async () => {
    const { moved, refused } = await move(line);
    expect(moved).toHaveLength(2);
    expect(refused).toHaveLength(1);
    expect(await db.issuance.findUnique({ where: { id: refused[0] ?? 0 } })).toMatchObject({
      state: "rejected",
      outcome: { code: "SUBSCRIPTION_QUOTA_EXCEEDED" },
    });
  });
});

test("two points of sale with one substitute never get the same number", async () => {
  const lines = await Promise.all([startPrepared(20, 0), startPrepared(20, 0)]);
  const [one, other] = lines;
  const substitute = substituteOf(one.taken.key.posNumber);
  await prepare(other, 0, substitute);
  await beginByHand(db, tenant, null);
  const moved = await Promise.all(lines.flatMap((line) => [move(line), move(line)]));
  const numbers = moved.flatMap((each) => each.moved.map(({ number }) => number)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});
