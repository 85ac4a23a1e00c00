import { expect, test } from "vitest";
import { cancelBatch, endCancelled, finishBatches } from "../../../shared/db/batches/end-batches.js";
import type { NewBatch } from "../../../shared/db/batches/record-batch.js";
import { enqueueWaiting } from "../../../shared/db/batches/waiting-elements.js";
import { approve } from "../../../shared/db/issuing/approve.js";
import { cancelAllOverdue, findIssuanceByKey } from "../../../shared/db/issuing/issuances.js";
import { promote } from "../../../shared/db/issuing/places.js";
import { type OwnedSequence, openSequences } from "../../../shared/db/issuing/sequences.js";
import { returnToQueue, settleQueued, settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { type BatchLimits, submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { elementOf, elementsOn, outcomesOf, recordOn, statesOf } from "../../support/samples/batch-elements.js";
import { grantedTo, keysByNumber, openLines, submissionsOf, usageOf } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

const patient: BatchLimits = { limit: 1, backgroundLimit: 50 };
const away = notAsked({ kind: "down", services: ["wsfe"], detail: "away" });

const numberedFrom = (first: number, elements: NewBatch["elements"]) =>
  elements.map(({ body }, at) => [first + at, body.idempotency]);

const next = async (taken: OwnedSequence, limits = patient) => (await submitNext(db, [{ taken, ...limits }]))[0];

test("elements stand behind everybody who waits, also behind those who come later", async () => {
  const line = await start(1);
  const elements = elementsOn(line, 3);
  await recordOn(line, elements);
  const later = elementOf({ posNumber: line.taken.key.posNumber }).body;
  await line.record(db, later);

  const first = await next(line.taken);
  expect(keysByNumber(first)).toEqual([[1, line.bodies[0]?.idempotency]]);
  await approve(db, [grantedTo(line.taken, submissionsOf(first))]);
  const second = await next(line.taken);
  expect(keysByNumber(second)).toEqual([[2, later.idempotency]]);
  await approve(db, [grantedTo(line.taken, submissionsOf(second))]);
  // Nobody waits for the first in line: as many as the patient limit go at once.
  const rest = await next(line.taken);
  expect(keysByNumber(rest)).toEqual(numberedFrom(3, elements));
  expect(submissionsOf(rest).every(({ isBackground }) => isBackground)).toBe(true);
});

test("elements stand in the line by their dates, and within a date in the order of the batch", async () => {
  const line = await start(0);
  const elements = elementsOn(line, 3);
  const [a, b, c] = elements;
  if (!a || !b || !c) throw new Error("three elements");
  b.body.voucherDate = "20260101";
  await recordOn(line, elements);
  expect(keysByNumber(await next(line.taken))).toEqual(numberedFrom(1, [b, a, c]));
});

test("no element is numbered before an earlier one that another statement holds, as the sweep does when a batch is sent again", async () => {
  const line = await start(0);
  const elements = elementsOn(line, 4);
  await recordOn(line, elements);
  const { companyId, production } = line.taken.key;
  const whileHeld = (at: number, work: () => Promise<void>) =>
    db.$transaction(async (tx) => {
      const held = await tx.$queryRaw<
        unknown[]
      >`SELECT 1 FROM issuance WHERE company_id = ${companyId} AND production = ${production}
        AND idempotency = ${elements[at]?.body.idempotency} FOR NO KEY UPDATE`;
      expect(held).toHaveLength(1);
      await work();
    });
  for (const limits of [patient, { limit: 1 }])
    await whileHeld(0, async () => expect(await next(line.taken, limits)).toEqual({ outcome: "drained" }));
  await whileHeld(2, async () => {
    const first = await next(line.taken);
    expect(keysByNumber(first)).toEqual(numberedFrom(1, elements.slice(0, 2)));
    await approve(db, [grantedTo(line.taken, submissionsOf(first))]);
    expect(await next(line.taken)).toEqual({ outcome: "drained" });
  });
  expect(keysByNumber(await next(line.taken))).toEqual(numberedFrom(3, elements.slice(2)));
});

test("a caller whose row another statement holds is passed over, and keeps nobody waiting", async () => {
  const line = await start(2);
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM issuance WHERE idempotency = ${line.bodies[0]?.idempotency} FOR NO KEY UPDATE`;
    expect(keysByNumber(await next(line.taken))).toEqual([[1, line.bodies[1]?.idempotency]]);
  });
});

test("what becomes of an issuance is noted on its element in the same commit, and the batch ends with its last one", async () => {
  const line = await start(0);
  const batchId = await recordOn(line, elementsOn(line, 2));
  const [granted, refused] = submissionsOf(await next(line.taken));
  if (!granted || !refused) throw new Error("two submissions");
  await approve(db, [grantedTo(line.taken, [granted])]);
  await finishBatches(db);
  expect(await db.batch.findUniqueOrThrow({ where: { id: batchId } })).toMatchObject({ finishedAt: null });
  const reasons = [{ code: 10015, msg: "no" }];
  await db.$transaction((tx) =>
    settleWithoutVoucher(tx, line.taken, refused, "rejected", { code: "TAXAUTH_ERROR", reasons }),
  );
  expect(await statesOf(db, batchId)).toEqual(["issued", "failed"]);
  expect((await outcomesOf(db, batchId))[1]).toEqual({ code: "TAXAUTH_ERROR", reasons });
  await finishBatches(db);
  expect(await db.batch.findUniqueOrThrow({ where: { id: batchId } })).not.toMatchObject({ finishedAt: null });
});

test("a key that has its voucher counts as issued, and one of another point of sale or type as failed", async () => {
  const line = await start(1);
  const first = submissionsOf(await next(line.taken));
  await approve(db, [grantedTo(line.taken, first)]);
  const idempotency = line.bodies[0]?.idempotency as string;
  const batchId = await recordOn(line, [elementOf({ posNumber: line.taken.key.posNumber, idempotency })]);
  expect(await statesOf(db, batchId)).toEqual(["issued"]);
  const other = await recordOn(line, [elementOf({ posNumber: 99_000, idempotency })]);
  expect(await statesOf(db, other)).toEqual(["failed"]);
  expect(await outcomesOf(db, other)).toEqual([
    {
      code: "VALIDATION_ERROR",
      obstacle: {
        ...{ why: "keyOfVoucher", posNumber: line.taken.key.posNumber, voucherType: 6, voucherNumber: 1 },
        asked: { posNumber: 99_000, voucherType: 6 },
      },
    },
  ]);
});

test("a key that another request has is waited for: its voucher is the element's, and if it made none the element is armed", async () => {
  const line = await start(2);
  const [issued, rejected] = line.bodies;
  if (!issued || !rejected) throw new Error("two bodies");
  const { posNumber } = line.taken.key;
  const batchId = await recordOn(line, [
    elementOf({ posNumber, idempotency: issued.idempotency }),
    elementOf({ posNumber, idempotency: rejected.idempotency }),
  ]);
  await enqueueWaiting(db);
  expect(await statesOf(db, batchId)).toEqual(["pending", "pending"]);

  await approve(db, [grantedTo(line.taken, submissionsOf(await next(line.taken)))]);
  const [second] = submissionsOf(await next(line.taken));
  if (!second) throw new Error("a submission");
  await db.$transaction((tx) =>
    settleWithoutVoucher(tx, line.taken, second, "rejected", { code: "TAXAUTH_ERROR", reasons: [] }),
  );
  await enqueueWaiting(db);
  expect(await statesOf(db, batchId)).toEqual(["issued", "pending"]);
  const again = await next(line.taken);
  expect(submissionsOf(again)).toMatchObject([
    { body: { idempotency: rejected.idempotency }, revision: 2, isBackground: true },
  ]);
});

test("an element that waited for its key is of whom sent its batch", async () => {
  const line = await start(2);
  const { posNumber } = line.taken.key;
  const [mine, older] = line.bodies.map(({ idempotency }) => elementOf({ posNumber, idempotency }));
  if (!mine || !older) throw new Error("two bodies");
  await recordOn(line, [mine], "ana@example.com");
  await recordOn(line, [older]);
  await settleQueued(db, line.taken, "failed", away);
  await enqueueWaiting(db);
  await approve(db, [grantedTo(line.taken, submissionsOf(await next(line.taken)))]);

  const vouchers = await db.voucher.findMany({ where: { posNumber }, orderBy: { voucherNumber: "asc" } });
  expect(vouchers.map(({ idempotency }) => idempotency)).toEqual([mine.body.idempotency, older.body.idempotency]);
  expect(vouchers).toMatchObject([
    { source: "app", userEmail: "ana@example.com", apiKeyId: null },
    { source: "api", userEmail: null, apiKeyId: expect.any(Number) },
  ]);
});

test("a failed element whose key is sent again and issued counts as issued", async () => {
  const line = await start(0);
  const elements = elementsOn(line, 1);
  const batchId = await recordOn(line, elements);
  await cancelBatch(db, batchId);
  expect(await statesOf(db, batchId)).toEqual(["failed"]);
  const [element] = elements;
  if (!element) throw new Error("an element");
  await line.record(db, element.body);
  expect(await statesOf(db, batchId)).toEqual(["failed"]);
  const again = submissionsOf(await next(line.taken));
  expect(again).toMatchObject([{ isBackground: false }]);
  await approve(db, [grantedTo(line.taken, again)]);
  expect(await statesOf(db, batchId)).toEqual(["issued"]);
});

test("a cancel ends what has no number, and leaves what has one", async () => {
  const line = await start(0);
  const batchId = await recordOn(line, elementsOn(line, 3));
  const submitted = submissionsOf(await next(line.taken, { limit: 1 }));
  expect(await cancelBatch(db, batchId)).toHaveLength(2);
  expect(await statesOf(db, batchId)).toEqual(["pending", "failed", "failed"]);
  expect((await outcomesOf(db, batchId))[2]).toEqual({ code: "CANCELLED" });
  await approve(db, [grantedTo(line.taken, submitted)]);
  await finishBatches(db);
  expect(await statesOf(db, batchId)).toEqual(["issued", "failed", "failed"]);
  const ended = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
  expect(ended.cancelledAt).not.toBeNull();
  expect(await cancelBatch(db, batchId)).toEqual([]);
  expect(await db.batch.findUniqueOrThrow({ where: { id: batchId } })).toEqual(ended);
});

test("cancelling what is over changes nothing", async () => {
  const line = await start(0);
  const batchId = await recordOn(line, elementsOn(line, 1));
  await approve(db, [grantedTo(line.taken, submissionsOf(await next(line.taken)))]);
  await cancelBatch(db, batchId);
  expect(await db.batch.findUniqueOrThrow({ where: { id: batchId } })).toMatchObject({ cancelledAt: null });
});

test("while the authority is away, callers are answered and elements wait; the sweep tries the sequence again later", async () => {
  const line = await start(1);
  const batchId = await recordOn(line, elementsOn(line, 2));
  expect(await settleQueued(db, line.taken, "failed", away)).toHaveLength(1);
  expect(await statesOf(db, batchId)).toEqual(["pending", "pending"]);
  await db.$executeRaw`UPDATE issuance SET enqueued_at = enqueued_at - interval '1 minute' WHERE batched`;
  const isOpen = async () => (await openSequences(db)).some(({ posNumber }) => posNumber === line.taken.key.posNumber);
  expect(await isOpen()).toBe(false);
  await db.$executeRaw`UPDATE sequence SET retry_at = now() - interval '1 second' WHERE id = ${line.taken.id}`;
  expect(await isOpen()).toBe(true);
});

test("elements that were not sent return to the line, with their numbers and quota free again", async () => {
  const line = await start(0);
  const elements = elementsOn(line, 3);
  const batchId = await recordOn(line, elements);
  const usage = async () => (await usageOf(line)).reserved;
  const before = await usage();
  const [head] = submissionsOf(await next(line.taken));
  if (!head) throw new Error("a submission");
  expect(await returnToQueue(db, line.taken, head)).toBe(true);
  expect(await usage()).toEqual(before);
  expect(await statesOf(db, batchId)).toEqual(["pending", "pending", "pending"]);
  expect(keysByNumber(await next(line.taken))).toEqual(numberedFrom(1, elements));
});

test("after a day without an authority, an element fails", async () => {
  const line = await start(0);
  const batchId = await recordOn(line, elementsOn(line, 1));
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '2 seconds' WHERE pos_number = ${line.taken.key.posNumber}`;
  expect(await cancelAllOverdue(db)).toHaveLength(1);
  expect(await outcomesOf(db, batchId)).toMatchObject([{ code: "TAXAUTH_CONNECTION_ERROR" }]);
});

test("what a failover may have issued and forgotten is not sent: its element fails as unconfirmed", async () => {
  const line = await start(0);
  const batchId = await recordOn(line, elementsOn(line, 1));
  await db.$executeRaw`UPDATE issuance SET incarnation = incarnation - 1 WHERE pos_number = ${line.taken.key.posNumber}`;
  expect(await cancelAllOverdue(db)).toHaveLength(1);
  expect(await outcomesOf(db, batchId)).toEqual([{ code: "TAXAUTH_UNCONFIRMED" }]);
});

test("after a failover an element that waited for its key is not armed, and a cancel does not say that nothing was sent", async () => {
  const line = await start(2);
  const { posNumber } = line.taken.key;
  const [waiting, queued] = [
    elementOf({ posNumber, idempotency: line.bodies[0]?.idempotency }),
    elementOf({ posNumber }),
  ];
  const batchId = await recordOn(line, [waiting, queued]);
  const cancelledId = await recordOn(line, [
    elementOf({ posNumber, idempotency: line.bodies[1]?.idempotency }),
    elementOf({ posNumber }),
  ]);
  await db.$executeRaw`UPDATE batch SET incarnation = incarnation - 1 WHERE id IN (${batchId}, ${cancelledId})`;
  await db.$executeRaw`UPDATE issuance SET incarnation = incarnation - 1 WHERE pos_number = ${posNumber}`;

  await cancelBatch(db, cancelledId);
  await enqueueWaiting(db);
  const unconfirmed = { code: "TAXAUTH_UNCONFIRMED" };
  expect(await outcomesOf(db, cancelledId)).toEqual([unconfirmed, unconfirmed]);
  expect(await outcomesOf(db, batchId)).toEqual([unconfirmed, null]);
});

test("what returns to the line of a cancelled batch is cancelled by the sweep", async () => {
  const line = await start(0);
  const batchId = await recordOn(line, elementsOn(line, 3));
  const [head] = submissionsOf(await next(line.taken, { limit: 2 }));
  if (!head) throw new Error("a submission");
  await cancelBatch(db, batchId);
  expect(await statesOf(db, batchId)).toEqual(["pending", "pending", "failed"]);
  await returnToQueue(db, line.taken, head);
  await endCancelled(db);
  const cancelled = { code: "CANCELLED" };
  expect(await outcomesOf(db, batchId)).toEqual([cancelled, cancelled, cancelled]);
});

test("without quota all elements fail in one statement, and a caller fails alone", async () => {
  const line = await start(1);
  const batchId = await recordOn(line, elementsOn(line, 200));
  const exhausted = { code: "SUBSCRIPTION_QUOTA_EXCEEDED" } as const;
  const caller = await findIssuanceByKey(db, line.taken.key, line.bodies[0]?.idempotency as string);
  expect(await settleQueued(db, line.taken, "rejected", exhausted, caller?.id)).toEqual([caller?.id]);
  const element = await db.batchElement.findFirstOrThrow({ where: { batchId, index: 7 } });
  expect(await settleQueued(db, line.taken, "rejected", exhausted, element.issuanceId as number)).toHaveLength(200);
  expect(new Set((await outcomesOf(db, batchId)).map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify(exhausted)]),
  );
});

test("a caller who sends the key of an element brings it forward", async () => {
  const line = await start(0);
  const elements = elementsOn(line, 3);
  await recordOn(line, elements);
  const [, , last] = elements;
  if (!last) throw new Error("three elements");
  const own = await findIssuanceByKey(db, line.taken.key, last.body.idempotency);
  await promote(db, own?.id as number);
  // Somebody waits for it: alone in its call.
  expect(keysByNumber(await next(line.taken))).toEqual([[1, last.body.idempotency]]);
});

test("a thousand elements are recorded in one statement", async () => {
  const line = await start(0);
  const batchId = await recordOn(line, elementsOn(line, 1_000));
  expect(
    await db.$queryRaw<unknown[]>`
      SELECT 1 FROM batch_element WHERE batch_id = ${batchId} AND state = 'pending' AND issuance_id IS NOT NULL AND attempt IS NULL`,
  ).toHaveLength(1_000);
});
