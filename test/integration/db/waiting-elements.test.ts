import { expect, test } from "vitest";
import { toResult } from "../../../api/batches/to-result.js";
import { listElements } from "../../../shared/db/batches/batch-results.js";
import { cancelBatch } from "../../../shared/db/batches/end-batches.js";
import { sweepBatches } from "../../../shared/db/batches/sweep-batches.js";
import { enqueueWaiting } from "../../../shared/db/batches/waiting-elements.js";
import { approve } from "../../../shared/db/issuing/approve.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { settleQueued, settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { inEnglish } from "../../../shared/domain/localized-text.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import {
  elementOf,
  elementsFor,
  elementsOn,
  outcomesOf,
  recordOn,
  statesOf,
} from "../../support/samples/batch-elements.js";
import { grantedTo, openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";
import { whileHeld } from "../../support/samples/while-held.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);
const startOther = await openLines(system, "mono");

const refused = { code: "VALIDATION_ERROR", obstacle: { why: "noCertificate" } } as const;
const unconfirmed = { code: "TAXAUTH_UNCONFIRMED" };
const armedOf = async (batchId: number) =>
  (await db.batchElement.findMany({ where: { batchId } })).filter(({ revision }) => revision !== null).length;
const told = async ({ taken }: SampleQueue, batchId: number) =>
  (await listElements(db, taken.key, batchId)).rows.map((row) => toResult(row, inEnglish));
const aDayLater = (batchId: number) =>
  db.$executeRaw`UPDATE batch SET created_at = created_at - interval '25 hours' WHERE id = ${batchId}`;
const tend = () => sweepBatches(db);

test("a thousand elements that wait for their keys keep nobody else's from being armed", async () => {
  const line = await start(0);
  const elements = elementsOn(line, 1_000);
  await recordOn(line, elements);
  // The same batch again, because its answer was lost.
  await recordOn(line, elements);
  const other = await startOther(1);
  const batch = await recordOn(other, elementsFor(other));
  await tend();
  await settleQueued(db, other.taken, "failed", refused);
  await tend();
  expect(await armedOf(batch)).toBe(1);
});

test("the first of each company come before the second of any, however few are looked at", async () => {
  const few = { ofOne: 2, ofAll: 2, rounds: 1 };
  const lines = [await start(3), await startOther(3)];
  const batches: number[] = [];
  for (const line of lines) batches.push(await recordOn(line, elementsFor(line)));
  await enqueueWaiting(db, few);
  const linked = await db.batchElement.findMany({ where: { batchId: { in: batches }, NOT: { issuanceId: null } } });
  expect(linked.map(({ batchId }) => batchId).toSorted((a, b) => a - b)).toEqual(batches);
  await tend();
  for (const { taken } of lines) await settleQueued(db, taken, "failed", refused);
  await enqueueWaiting(db, few);
  for (const batch of batches) expect(await armedOf(batch)).toBe(1);
});

test("of what one company has waiting, all is looked at", async () => {
  const line = await start(0);
  const elements = elementsOn(line, 600);
  await recordOn(line, elements);
  const again = await recordOn(line, elements);
  await tend();
  await settleQueued(db, line.taken, "failed", refused);
  await tend();
  await tend();
  expect(await armedOf(again)).toBe(600);
});

test("a sweep goes on while its statements together change as much as one of them may", async () => {
  await tend();
  const line = await start(8);
  const batch = await recordOn(line, elementsFor(line));
  // Every second key is free again: what one statement links and what another arms take turns.
  await db.$executeRaw`
    UPDATE issuance i SET state = 'cancelled', outcome = ${JSON.stringify({ code: "VOUCHER_LOCK_TIMEOUT" })}::jsonb, settled_at = now()
    FROM batch_element e WHERE e.batch_id = ${batch} AND e.index % 2 = 1 AND i.company_id = e.company_id
      AND i.production = e.production AND i.idempotency = e.idempotency`;
  await enqueueWaiting(db, { ofOne: 2, ofAll: 2, rounds: 20 });
  expect(await armedOf(batch)).toBe(4);
  expect(await db.batchElement.count({ where: { batchId: batch, NOT: { issuanceId: null } } })).toBe(8);
});

test("a cancelled element that waited for its key counts as issued once its key has a voucher, and is not told before that it was not issued", async () => {
  const line = await start(1);
  const [submission] = await submitFrom(line);
  const batch = await recordOn(line, elementsFor(line));
  await tend();
  await cancelBatch(db, batch);
  expect(await told(line, batch)).toMatchObject([
    { state: "failed", code: "CANCELLED", error: expect.stringMatching(/is open/) },
  ]);
  await approve(db, [grantedTo(line.taken, [submission])]);
  expect(await told(line, batch)).toMatchObject([
    { state: "issued", voucherNumber: 1, posNumber: line.taken.key.posNumber, code: null, error: null },
  ]);
});

test("a cancelled element that no sweep has looked at counts as issued, too", async () => {
  const line = await start(2);
  const batch = await recordOn(line, elementsFor(line));
  await cancelBatch(db, batch);
  for (const { error } of await told(line, batch)) expect(error).toMatch(/is open/);
  // Its voucher came before the sweep, and after it.
  await approve(db, [grantedTo(line.taken, await submitFrom(line))]);
  await tend();
  await approve(db, [grantedTo(line.taken, await submitFrom(line))]);
  expect(await statesOf(db, batch)).toEqual(["issued", "issued"]);
});

test("a cancelled element whose key made no voucher is told that its key can be sent again, and counts as issued if it is", async () => {
  const line = await start(1);
  const batch = await recordOn(line, elementsFor(line));
  await cancelBatch(db, batch);
  await settleQueued(db, line.taken, "failed", refused);
  await tend();
  expect(await told(line, batch)).toMatchObject([
    { state: "failed", error: expect.stringMatching(/was not issued; its key can be sent again/) },
  ]);
  const [body] = line.bodies;
  if (!body) throw new Error("a body");
  await line.record(db, body);
  expect(await told(line, batch)).toMatchObject([{ state: "failed", error: expect.stringMatching(/is open/) }]);
  await approve(db, [grantedTo(line.taken, await submitFrom(line))]);
  expect(await statesOf(db, batch)).toEqual(["issued"]);
});

test("after its day an element whose key is open is unconfirmed, until its key has a voucher", async () => {
  const line = await start(1);
  const batch = await recordOn(line, elementsFor(line));
  await aDayLater(batch);
  await tend();
  expect(await outcomesOf(db, batch)).toEqual([unconfirmed]);
  await approve(db, [grantedTo(line.taken, await submitFrom(line))]);
  expect(await statesOf(db, batch)).toEqual(["issued"]);
  expect(await outcomesOf(db, batch)).toEqual([null]);
});

test("after its day an element whose key is free is not unconfirmed: it fails as one that waited", async () => {
  const line = await start(1);
  const batch = await recordOn(line, elementsFor(line));
  await tend();
  await settleQueued(db, line.taken, "failed", refused);
  await aDayLater(batch);
  await tend();
  await db.$executeRaw`UPDATE issuance SET deadline_at = deadline_at - interval '2 seconds' WHERE pos_number = ${line.taken.key.posNumber}`;
  await cancelAllOverdue(db);
  expect(await outcomesOf(db, batch)).toMatchObject([{ code: "TAXAUTH_CONNECTION_ERROR" }]);
});

test("an element of a lost batch counts as issued once its key has a voucher", async () => {
  const line = await start(3);
  const batch = await recordOn(line, elementsFor(line));
  await settleQueued(db, line.taken, "failed", refused);
  await db.$executeRaw`UPDATE batch SET incarnation = incarnation - 1 WHERE id = ${batch}`;
  await tend();
  expect(await outcomesOf(db, batch)).toEqual([unconfirmed, unconfirmed, unconfirmed]);
  for (const body of line.bodies) await line.record(db, body);
  await approve(db, [grantedTo(line.taken, await submitFrom(line, 2))]);
  expect(await statesOf(db, batch)).toEqual(["issued", "issued", "failed"]);
});

test("a cancel leaves what a sweep holds at that moment, and the next sweep ends it", async () => {
  const line = await start(1);
  const batch = await recordOn(line, elementsFor(line));
  await db.$transaction(async (tx) => {
    await enqueueWaiting(tx as Database);
    await cancelBatch(db, batch);
  });
  expect(await statesOf(db, batch)).toEqual(["pending"]);
  await tend();
  expect(await outcomesOf(db, batch)).toEqual([{ code: "CANCELLED" }]);
  await approve(db, [grantedTo(line.taken, await submitFrom(line))]);
  expect(await statesOf(db, batch)).toEqual(["issued"]);
});

test("an element whose key another batch armed is armed when that one is cancelled", async () => {
  const line = await start(0);
  const elements = elementsOn(line, 2);
  const first = await recordOn(line, elements);
  const second = await recordOn(line, elements);
  const third = await recordOn(line, elements);
  await tend();
  await cancelBatch(db, first);
  await tend();
  expect([await armedOf(second), await armedOf(third)]).toEqual([2, 0]);
  await tend();
  await approve(db, [grantedTo(line.taken, await submitFrom(line, 2))]);
  expect(await statesOf(db, first)).toEqual(["issued", "issued"]);
  expect(await statesOf(db, third)).toEqual(["issued", "issued"]);
});

test("elements that waited stand in the line by their dates, whenever they were armed", async () => {
  const line = await start(3);
  const elements = elementsFor(line);
  const [a, b, c] = elements;
  if (!a || !b || !c) throw new Error("three elements");
  c.body.voucherDate = "20260101";
  await recordOn(line, elements);
  await tend();
  await settleQueued(db, line.taken, "failed", refused);
  for (let count = 0; count < 3; count++) await enqueueWaiting(db, { ofOne: 1, ofAll: 1, rounds: 1 });
  const numbered = await submitFrom(line, 3);
  expect(numbered.map(({ body }) => body.idempotency)).toEqual([c, a, b].map(({ body }) => body.idempotency));
});

test("an element that waited for a key fails when the voucher is of another point of sale", async () => {
  const line = await start(1);
  const idempotency = line.bodies[0]?.idempotency as string;
  const batch = await recordOn(line, [elementOf({ posNumber: 99_000, idempotency })]);
  await tend();
  await approve(db, [grantedTo(line.taken, await submitFrom(line))]);
  await tend();
  expect(await outcomesOf(db, batch)).toEqual([
    {
      code: "VALIDATION_ERROR",
      obstacle: {
        ...{ why: "keyOfVoucher", posNumber: line.taken.key.posNumber, voucherType: 6, voucherNumber: 1 },
        asked: { posNumber: 99_000, voucherType: 6 },
      },
    },
  ]);
});

test("a key that is being settled while the sweep looks at its element is looked at again", async () => {
  const line = await start(1);
  const [submission] = await submitFrom(line);
  const batch = await recordOn(line, elementsFor(line));
  await db.$transaction(async (tx) => {
    await settleWithoutVoucher(tx, line.taken, submission, "rejected", { code: "TAXAUTH_ERROR", reasons: [] });
    await enqueueWaiting(db);
  });
  expect(await statesOf(db, batch)).toEqual(["pending"]);
  await tend();
  expect(await armedOf(batch)).toBe(1);
});

test("a key that is settled while the sweep links its element settles the element", async () => {
  const line = await start(1);
  const [submission] = await submitFrom(line);
  const batch = await recordOn(line, elementsFor(line));
  await whileHeld(
    db,
    (tx) => enqueueWaiting(tx as Database),
    () => approve(db, [grantedTo(line.taken, [submission])]),
  );
  expect(await statesOf(db, batch)).toEqual(["issued"]);
});

test("what is overdue is cancelled callers first, and the first of each company before the second of any", async () => {
  const [line, other] = [await start(2), await startOther(1)];
  await recordOn(line, elementsOn(line, 2));
  const own = (one: SampleQueue) => ({ companyId: one.taken.key.companyId, posNumber: one.taken.key.posNumber });
  const of = async (one: SampleQueue) =>
    (await db.issuance.findMany({ where: own(one), orderBy: { id: "asc" } })).map(({ id }) => id);
  const [mine, theirs] = [await of(line), await of(other)];
  for (const one of [line, other])
    await db.issuance.updateMany({ where: own(one), data: { deadlineAt: new Date(Date.now() - 60_000) } });
  const ended = await cancelAllOverdue(db, 2);
  const pair = (at: number) => ended.slice(at, at + 2).toSorted((a, b) => a - b);
  expect([pair(0), pair(2), pair(4)]).toEqual([[mine[0], theirs[0]], [mine[1], mine[2]], [mine[3]]]);
});

test("a very long line is settled in portions, callers first", async () => {
  const line = await start(1);
  const batch = await recordOn(line, elementsOn(line, 3));
  const settle = () => settleQueued(db, line.taken, "failed", refused, undefined, 2);
  expect([await settle(), await settle(), await settle()].map((ids) => ids.length)).toEqual([2, 2, 0]);
  expect(await statesOf(db, batch)).toEqual(["failed", "failed", "failed"]);
});
