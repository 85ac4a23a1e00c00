import { beforeEach, expect, test } from "vitest";
import { cancelBatch, endCancelled, finishBatches } from "../../../shared/db/batches/end-batches.js";
import { enqueueWaiting } from "../../../shared/db/batches/waiting-elements.js";
import { listOutages, recordCalls } from "../../../shared/db/contingency/silence.js";
import { doubtKeepsMs, endDespiteDoubt, outageStart } from "../../../shared/db/contingency/turn-contingency.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import type { Transaction } from "../../../shared/db/pool/database.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { elementOf, elementsFor, elementsOn, recordOn } from "../../support/samples/batch-elements.js";
import { heard, letContradict } from "../../support/samples/heard.js";
import { openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system, "demo");
const startOther = await openLines(system, "mono");
const tenantOf = ({ taken: { key } }: SampleQueue): Tenant => ({
  companyId: key.companyId,
  production: key.production,
});
const [one, two] = [tenantOf(await start(0)), tenantOf(await startOther(0))];
beforeEach(() => db.contingency.deleteMany());

/** Does this while a transaction of somebody else's stands still with what it holds. A statement that waited would end in an error. */
const whileHeld = (hold: (tx: Transaction) => Promise<unknown[]>, work: () => Promise<void>) =>
  db.$transaction(
    async (tx) => {
      expect(await hold(tx)).not.toHaveLength(0);
      await work();
    },
    { timeout: 30_000 },
  );
const holdIssuance = (key: string) => (tx: Transaction) =>
  tx.$queryRaw<unknown[]>`SELECT 1 FROM issuance WHERE idempotency = ${key} FOR UPDATE`;
const holdContingency = (tx: Transaction) =>
  tx.$queryRaw<unknown[]>`SELECT 1 FROM contingency WHERE company_id = ${one.companyId} FOR SHARE`;

const keyOf = ({ bodies }: SampleQueue) => bodies[0]?.idempotency ?? "";
const letExpire = (...keys: string[]) =>
  db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '10 seconds' WHERE idempotency = ANY(${keys})`;
async function statesOf(...keys: string[]) {
  const rows = await db.issuance.findMany({ where: { idempotency: { in: keys } } });
  return keys.map((key) => rows.find((row) => row.idempotency === key)?.state);
}

test("an overdue sale that somebody holds is passed over, and counts for nothing: those of others are cancelled, and it is in its turn", async () => {
  const [mine, others] = [await start(2), await startOther(2)];
  const keys = [mine, others].flatMap(({ bodies }) => bodies.map(({ idempotency }) => idempotency));
  await letExpire(...keys);
  await whileHeld(holdIssuance(keyOf(mine)), async () => {
    expect(await cancelAllOverdue(db, 2)).toHaveLength(3);
    expect(await statesOf(...keys)).toEqual(["queued", "cancelled", "cancelled", "cancelled"]);
  });
  expect(await cancelAllOverdue(db)).toHaveLength(1);
  expect(await statesOf(keyOf(mine))).toEqual(["cancelled"]);
});

test("nor does a sale wait whose element of a batch is held", async () => {
  const [mine, others] = [await start(0), await startOther(1)];
  const [element] = elementsOn(mine, 1);
  if (!element) throw new Error("one element");
  const key = element.body.idempotency;
  await recordOn(mine, [element]);
  await letExpire(key, keyOf(others));
  const holdElement = (tx: Transaction) =>
    tx.$queryRaw<unknown[]>`SELECT 1 FROM batch_element WHERE idempotency = ${key} FOR UPDATE`;
  await whileHeld(holdElement, async () => {
    expect(await cancelAllOverdue(db)).toHaveLength(1);
    expect(await statesOf(key, keyOf(others))).toEqual(["queued", "cancelled"]);
  });
  expect(await cancelAllOverdue(db)).toHaveLength(1);
  expect(await statesOf(key)).toEqual(["failed"]);
  await finishBatches(db);
});

test("a sale that is changed and let go while the sweep looks is judged as it is then", async () => {
  const [mine, others] = [await start(1), await startOther(1)];
  await letExpire(keyOf(mine), keyOf(others));
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE issuance SET deadline_at = now() + interval '1 minute' WHERE idempotency = ${keyOf(mine)}`;
    expect(await cancelAllOverdue(db)).toHaveLength(1);
  });
  expect(await cancelAllOverdue(db)).toEqual([]);
  expect(await statesOf(keyOf(mine), keyOf(others))).toEqual(["queued", "cancelled"]);
});

test("a batch of which somebody holds an element's sale, or the batch, holds up no other batch", async () => {
  const [mine, others] = [await start(0), await startOther(0)];
  const elements = [mine, others].map(({ taken }) => elementOf({ posNumber: taken.key.posNumber }));
  const [ours, theirs] = elements;
  if (!ours || !theirs) throw new Error("two elements");
  const ids = [await recordOn(mine, [ours]), await recordOn(others, [theirs])];
  // Cancelled while their elements were numbered, which have returned to the line since.
  await db.batch.updateMany({ where: { id: { in: ids } }, data: { cancelledAt: new Date() } });
  const keys = elements.map(({ body }) => body.idempotency);
  await whileHeld(holdIssuance(keys[0] ?? ""), async () => {
    await endCancelled(db);
    expect(await statesOf(...keys)).toEqual(["queued", "cancelled"]);
  });
  await endCancelled(db);
  expect(await statesOf(...keys)).toEqual(["cancelled", "cancelled"]);

  const finished = async () =>
    (await db.batch.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } })).map(
      ({ finishedAt }) => finishedAt !== null,
    );
  const holdBatch = (tx: Transaction) => tx.$queryRaw<unknown[]>`SELECT 1 FROM batch WHERE id = ${ids[0]} FOR UPDATE`;
  await whileHeld(holdBatch, async () => {
    await finishBatches(db);
    expect(await finished()).toEqual([false, true]);
  });
  await finishBatches(db);
  expect(await finished()).toEqual([true, true]);
  expect(await cancelBatch(db, ids[0] ?? 0)).toEqual([]);
});

test("an element whose key somebody holds keeps no other company's from being armed", async () => {
  const [mine, others] = [await start(1), await startOther(1)];
  const keys = [keyOf(mine), keyOf(others)];
  // Another request has each key, and makes no voucher.
  const ids = [await recordOn(mine, elementsFor(mine)), await recordOn(others, elementsFor(others))];
  await letExpire(...keys);
  expect(await cancelAllOverdue(db)).toHaveLength(2);
  const isArmed = async () =>
    (await db.batchElement.findMany({ where: { batchId: { in: ids } }, orderBy: { batchId: "asc" } })).map(
      ({ revision }) => revision !== null,
    );
  await whileHeld(holdIssuance(keys[0] ?? ""), async () => {
    await enqueueWaiting(db);
    expect(await isArmed()).toEqual([false, true]);
  });
  await enqueueWaiting(db);
  expect(await isArmed()).toEqual([true, true]);
  for (const id of ids) await cancelBatch(db, id);
  await finishBatches(db);
});

const silentFor = (tenant: Tenant, ms: number) =>
  heard(tenant, { calls: [ms, ms - 1_000], requests: [], cause: "timeout" });
const silences = async () =>
  new Map((await listOutages(db)).map(({ companyId, silentSinceMs }) => [companyId, silentSinceMs !== null]));

test("what was heard of a company whose row is held is not written, and told so; that of the others is", async () => {
  await db.contingency.create({ data: { ...one, activeSince: new Date() } });
  const notes = [silentFor(one, 5_000), silentFor(two, 5_000)];
  await whileHeld(holdContingency, async () => {
    expect(await recordCalls(db, notes)).toEqual([{ companyId: two.companyId, production: false }]);
    expect(await silences()).toEqual(
      new Map([
        [one.companyId, false],
        [two.companyId, true],
      ]),
    );
  });
  expect(await recordCalls(db, notes)).toHaveLength(2);
  expect((await silences()).get(one.companyId)).toBe(true);
});

test("while one company's row is held, the contingencies of others begin", async () => {
  await recordCalls(db, [silentFor(one, 90_000), silentFor(two, 90_000)]);
  for (const tenant of [one, two]) await letContradict(db, tenant);
  await whileHeld(holdContingency, async () => {
    expect(await outageStart(db, 60_000)).toMatchObject([{ companyId: two.companyId }]);
  });
  expect(await outageStart(db, 60_000)).toMatchObject([{ companyId: one.companyId }]);
});

test("and those of others end that only a number in doubt keeps", async () => {
  const lines = [await start(1), await startOther(1)];
  for (const line of lines) await submitFrom(line);
  await db.issuance.updateMany({ where: { state: "submitted" }, data: { doubt: "resolving" } });
  const [now, since] = [new Date(), new Date(Date.now() - doubtKeepsMs - 1_000)];
  for (const { companyId, production } of [one, two])
    await db.contingency.create({
      data: { companyId, production, activeSince: since, readyAt: now, readySince: since },
    });
  await whileHeld(holdContingency, async () => {
    expect(await endDespiteDoubt(db)).toMatchObject([{ companyId: two.companyId }]);
  });
  expect(await endDespiteDoubt(db)).toMatchObject([{ companyId: one.companyId }]);
});
