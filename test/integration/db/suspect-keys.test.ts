import { expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { approve } from "../../../shared/db/issuing/approve.js";
import { findFreed, hasFreedBetween, markUnconfirmed, submitAgain } from "../../../shared/db/issuing/doubts.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { acquireSequence, setLastNumber } from "../../../shared/db/issuing/sequences.js";
import { returnToQueue, settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { listSubmissions } from "../../../shared/db/issuing/submissions.js";
import { barKey, findKeyObstacle } from "../../../shared/db/issuing/suspicion.js";
import { renumber, submitNext } from "../../../shared/db/issuing/write-ahead.js";
import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import { issuableTypes, mayBeUnderCaea } from "../../../shared/domain/voucher-types.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { grantedTo, openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

const refused: NoVoucher = { code: "TAXAUTH_ERROR", reasons: [] };

const issuanceOf = ({ taken: { key }, bodies }: SampleQueue, at = 0) =>
  db.issuance.findUniqueOrThrow({
    where: {
      companyId_production_idempotency: {
        companyId: key.companyId,
        production: key.production,
        idempotency: bodies[at]?.idempotency ?? "",
      },
    },
  });

/** The first in line was recorded on an earlier timeline, and has waited beyond its deadline since. Every other sequence is verified. */
async function loseHistory(line: SampleQueue): Promise<number> {
  const { id } = await issuanceOf(line);
  await verifyAll();
  await db.$executeRaw`
    UPDATE issuance SET incarnation = current_incarnation() - 1, deadline_at = now() - interval '10 seconds' WHERE id = ${id}`;
  await db.$executeRaw`UPDATE sequence SET incarnation = current_incarnation() - 1 WHERE id = ${line.taken.id}`;
  await cancelAllOverdue(db);
  return id;
}

const again = (line: SampleQueue) => line.record(db, line.bodies[0] as (typeof line.bodies)[0]);

/** The same key for another point of sale. */
async function elsewhere(line: SampleQueue, other: SampleQueue) {
  const { idempotency } = line.bodies[0] ?? { idempotency: "" };
  const checked = checkIssuance(invoiceB({ posNumber: other.taken.key.posNumber, idempotency }));
  if (!checked.ok) throw new Error("the sample is not valid");
  return {
    recorded: await other.record(db, checked.body),
    obstacle: await findKeyObstacle(db, other.taken.key, idempotency),
  };
}

/** All sequences of the company are on the present timeline, and a request of ours was granted on each. */
const verifyAll = () => db.$executeRaw`
  UPDATE sequence SET unverified = false, incarnation = current_incarnation()`;

test("a key that a failover left in doubt is told so, and stays suspect over every new attempt", async () => {
  const line = await start(1);
  const id = await loseHistory(line);
  expect(await db.issuance.findUnique({ where: { id } })).toMatchObject({
    state: "failed",
    outcome: { code: "TAXAUTH_UNCONFIRMED" },
  });
  expect(await again(line)).toMatchObject({ id, revision: 2 });
  const since = (await issuanceOf(line)).suspectSince;
  expect(since).not.toBeNull();
  expect(await issuanceOf(line)).toMatchObject({ mayFailOver: false });

  const [sent] = await submitFrom({ db, taken: await acquireSequence(db, line.taken.key) });
  await settleWithoutVoucher(db, await acquireSequence(db, line.taken.key), sent, "rejected", refused);
  expect(await again(line)).toMatchObject({ revision: 3 });
  expect(await issuanceOf(line)).toMatchObject({ mayFailOver: false, suspectSince: since });
});

test("whatever became of an attempt before a failover, its key is suspect after it", async () => {
  const line = await start(1);
  const [sent] = await submitFrom(line);
  await settleWithoutVoucher(db, line.taken, sent, "rejected", refused);
  await verifyAll();
  await db.$executeRaw`UPDATE issuance SET incarnation = current_incarnation() - 1 WHERE id = ${sent.id}`;
  await db.$executeRaw`UPDATE sequence SET incarnation = current_incarnation() - 1 WHERE id = ${line.taken.id}`;
  await again(line);
  expect(await issuanceOf(line)).toMatchObject({ mayFailOver: false, suspectSince: expect.any(Date) });
});

test("a suspect key takes no other point of sale until every sequence is verified", async () => {
  const [line, other] = [await start(1), await start(0)];
  await verifyAll();
  await loseHistory(line);
  const { posNumber, voucherType } = line.taken.key;
  expect(await elsewhere(line, other)).toEqual({
    recorded: undefined,
    obstacle: { why: "elsewhere", posNumber, voucherType, isOpenThere: true },
  });
  await again(line);
  const [sent] = await submitFrom({ db, taken: await acquireSequence(db, line.taken.key) });
  await settleWithoutVoucher(db, await acquireSequence(db, line.taken.key), sent, "rejected", refused);
  expect((await elsewhere(line, other)).obstacle, "the next attempt forgot nothing").toMatchObject({
    why: "elsewhere",
  });

  await verifyAll();
  const { recorded, obstacle } = await elsewhere(line, other);
  expect(recorded).toMatchObject({ revision: 3 });
  expect(obstacle).toBeUndefined();
  expect(await issuanceOf(line)).toMatchObject({ suspectSince: expect.any(Date), mayFailOver: true });
});

test("an imported voucher without a key keeps a key suspect that was sent before it", async () => {
  const startOther = await openLines(system, "mono");
  const [line, other] = [await startOther(1), await startOther(0)];
  await loseHistory(line);
  await verifyAll();
  const { companyId, production, posNumber: pos } = line.taken.key;
  const created = new Date().toISOString();
  await storeVouchers(db, [importedVoucher({ id: 910_001, companyId, production, pos, type: 6, number: 1, created })]);
  expect((await elsewhere(line, other)).obstacle).toMatchObject({ why: "elsewhere" });

  const { idempotency } = line.bodies[0] ?? { idempotency: "" };
  expect(await findKeyObstacle(db, line.taken.key, idempotency), "the import may be its voucher").toEqual({
    why: "imported",
  });
  expect(await again(line)).toBeUndefined();
});

test("that every other sequence is verified says nothing of one that the database forgot", async () => {
  const [line, other] = [await start(1), await start(0)];
  await verifyAll();
  await loseHistory(line);
  await db.sequence.delete({ where: { id: line.taken.id } });
  await verifyAll();
  expect(await elsewhere(line, other)).toMatchObject({ recorded: undefined, obstacle: { why: "elsewhere" } });
  await again(line);
  await cancelQueued(line);
  await again(line);
  expect(await issuanceOf(line), "nor over its next attempts").toMatchObject({
    mayFailOver: false,
    suspectSince: expect.any(Date),
  });
});

test("a key whose number was freed after an answer stays with its numbering until another takes the number", async () => {
  const [line, other] = [await start(2), await start(0)];
  const [sent] = await submitFrom(line);
  await settleWithoutVoucher(db, line.taken, sent, "rejected", refused, { isRemembered: true });
  expect((await elsewhere(line, other)).obstacle).toMatchObject({ why: "elsewhere" });
  await again(line);
  expect(await issuanceOf(line)).toMatchObject({ mayFailOver: false });

  // The second in line gets the number.
  const [next] = await submitFrom(line);
  expect(next.number).toBe(sent.number);
  await approve(db, [grantedTo(line.taken, [next])]);
  await cancelQueued(line);
  expect((await elsewhere(line, other)).recorded).toBeDefined();
});

async function cancelQueued({ taken: { key } }: SampleQueue): Promise<void> {
  const { posNumber } = key;
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '10 seconds' WHERE pos_number = ${posNumber} AND state = 'queued'`;
  await cancelAllOverdue(db);
}

test("those behind a freed number are remembered too, where the request may have been delivered twice", async () => {
  const line = await start(3);
  const [first, second, third] = await submitFrom(line, 3);
  if (!second || !third) throw new Error("three were in line");
  await settleWithoutVoucher(db, line.taken, first, "rejected", refused, { isRemembered: true });
  expect(await findFreed(db, line.taken, second)).toEqual([second.declared]);
  expect(await hasFreedBetween(db, line.taken, third, 10)).toBe(false);
  expect(await hasFreedBetween(db, line.taken, second, third.number)).toBe(true);
  expect(await hasFreedBetween(db, line.taken, second, second.number)).toBe(false);
});

test("what returns to the line after a refused ticket is remembered, and not after a request that was not sent", async () => {
  const [refusedLine, unsentLine] = [await start(2), await start(2)];
  const [denied] = await submitFrom(refusedLine, 2);
  await returnToQueue(db, refusedLine.taken, denied, { isRemembered: true });
  expect(await db.freedNumber.count({ where: { sequenceId: refusedLine.taken.id } })).toBe(2);
  const [unsent] = await submitFrom(unsentLine, 2);
  await returnToQueue(db, unsentLine.taken, unsent);
  expect(await db.freedNumber.count({ where: { sequenceId: unsentLine.taken.id } })).toBe(0);
});

test("what is refused again and again is remembered once", async () => {
  const line = await start(2);
  for (let round = 0; round < 3; round++) {
    const [denied] = await submitFrom(line, 2);
    await returnToQueue(db, line.taken, denied, { isRemembered: true });
  }
  expect(await db.freedNumber.count({ where: { sequenceId: line.taken.id } })).toBe(2);
});

test("the write-ahead notes whether the ticket lists the company, and a repeated request adds to it", async () => {
  const line = await start(2);
  const [unlisted] = await submitNext(db, [{ taken: line.taken, limit: 1, isListed: false }]);
  expect(unlisted).toMatchObject({ submissions: [{ isListed: false }] });
  const [submission] = await listSubmissions(db, line.taken.key);
  if (!submission) throw new Error("it was submitted");
  const renumbered = await renumber(
    db,
    line.taken,
    submission,
    { lastNumber: 4, authorityTimeMs: null, isForeign: true },
    { isListed: false },
  );
  expect(renumbered).toMatchObject({ number: 5, isListed: false });
  if (!renumbered) throw new Error("it was renumbered");
  expect(await submitAgain(db, line.taken, renumbered, { isListed: true })).toBe(true);
  expect(await listSubmissions(db, line.taken.key)).toMatchObject([{ number: 5, isListed: true }]);
  const kept = await renumber(
    db,
    line.taken,
    renumbered,
    { lastNumber: 4, authorityTimeMs: null, isForeign: false },
    { isListed: false },
  );
  expect(kept, "the same number again").toMatchObject({ number: 5, isListed: true });
});

test("a repeated request begins the quiet period anew before it is sent, and carries the epoch", async () => {
  const line = await start(1);
  const [sent] = await submitFrom(line);
  const doubt = { questions: 3, isDenied: false, why: null, refusal: [{ code: 10005, msg: "closed" }] };
  await markUnconfirmed(db, line.taken, sent, doubt);
  await db.$executeRaw`
    UPDATE issuance SET refusal = refusal || jsonb_build_object('quietMs', 86000000, 'at', clock_timestamp() - interval '20 seconds') WHERE id = ${sent.id}`;
  expect(await submitAgain(db, line.taken, sent, {})).toBe(true);
  const [before] = await listSubmissions(db, line.taken.key);
  expect(before).toMatchObject({ quietMs: 0, sends: 1, refusal: doubt.refusal });
  await markUnconfirmed(db, line.taken, sent, doubt);
  const [after] = await listSubmissions(db, line.taken.key);
  expect(after?.quietMs).toBeLessThan(10_000);
  expect(after).toMatchObject({ sends: 1 });
  await acquireSequence(db, line.taken.key);
  expect(await submitAgain(db, line.taken, sent, {})).toBe(false);
});

test("a sequence that the database forgot, and whose issuances it kept, is unverified when it is taken again", async () => {
  const line = await start(1);
  await db.$executeRaw`UPDATE issuance SET incarnation = current_incarnation() - 1 WHERE id = ${(await issuanceOf(line)).id}`;
  await db.sequence.delete({ where: { id: line.taken.id } });
  expect(await acquireSequence(db, line.taken.key)).toMatchObject({ lastNumber: null, unverified: true });
  const untouched = await start(0);
  expect(untouched.taken.unverified).toBe(false);
});

test("where the company has sequences under CAEA, a suspect key waits until each is verified", async () => {
  const line = await start(1);
  await loseHistory(line);
  const { companyId, production, posNumber } = line.taken.key;
  const { idempotency } = line.bodies[0] ?? { idempotency: "" };
  await db.pointOfSale.create({
    data: { companyId, production, number: 60_000 + posNumber, authorization: "CAEA" },
  });
  try {
    expect(await again(line)).toBeUndefined();
    expect(await findKeyObstacle(db, line.taken.key, idempotency)).toEqual({ why: "unverified" });
    const substitute = { ...line.taken.key, posNumber: 60_000 + posNumber };
    await setLastNumber(db, await acquireSequence(db, substitute), 3, null);
    expect(await findKeyObstacle(db, line.taken.key, idempotency)).toBeUndefined();
    expect(await again(line)).toMatchObject({ revision: 2 });
  } finally {
    await db.$executeRaw`DELETE FROM point_of_sale WHERE number = ${60_000 + posNumber}`;
  }
});

const caeaTypes = issuableTypes.map(([code]): [number, boolean] => [code, mayBeUnderCaea(code)]);

test.each(caeaTypes)(
  "a suspect key of type %i waits for sequences under CAEA if it may be there: %j",
  async (type, isWaiting) => {
    const line = await start(1, type);
    await loseHistory(line);
    const { companyId, production, posNumber } = line.taken.key;
    const { idempotency } = line.bodies[0] ?? { idempotency: "" };
    const number = 60_000 + posNumber;
    await db.pointOfSale.create({ data: { companyId, production, number, authorization: "CAEA" } });
    const obstacle = await findKeyObstacle(db, line.taken.key, idempotency);
    await db.$executeRaw`DELETE FROM point_of_sale WHERE number = ${number}`;
    expect(obstacle).toEqual(isWaiting ? { why: "unverified" } : undefined);
  },
);

test("a barred key takes no attempt any more, and an open one cannot be barred", async () => {
  const line = await start(1);
  const { id } = await issuanceOf(line);
  expect(await barKey(db, line.taken.key, id)).toBe(false);
  const [sent] = await submitFrom(line);
  await settleWithoutVoucher(db, line.taken, sent, "rejected", refused);
  expect(await barKey(db, { ...line.taken.key, production: !line.taken.key.production }, id)).toBe(false);
  expect(await barKey(db, line.taken.key, id)).toBe(true);
  expect(await again(line)).toBeUndefined();
  expect(await findKeyObstacle(db, line.taken.key, sent.body.idempotency)).toEqual({ why: "barred" });
});
