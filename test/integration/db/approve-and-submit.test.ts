import { expect, test } from "vitest";
import { createIssuanceStore } from "../../../issuer/store/store.js";
import { approve } from "../../../shared/db/issuing/approve.js";
import { approveAndSubmit } from "../../../shared/db/issuing/approve-and-submit.js";
import { acquireSequence, setLastNumber } from "../../../shared/db/issuing/sequences.js";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import {
  approvalOf,
  grantedTo,
  keysByNumber,
  openLines,
  type SampleQueue,
  submissionsOf,
  usageOf,
  withQuotaLeft,
} from "../../support/samples/waiting-lines.js";
import { whileHeld } from "../../support/samples/while-held.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);
const startInProduction = await openLines(system, "demo", "production");

async function submissionsIn({ taken }: SampleQueue, limit: number) {
  const [result] = await submitNext(db, [{ taken, limit }]);
  return submissionsOf(result);
}

/** A line whose first `limit` numbers are already submitted and granted. */
async function startGranted(waiting: number, limit: number, started = start(waiting)) {
  const line = await started;
  return { ...line, granted: grantedTo(line.taken, await submissionsIn(line, limit)) };
}

const numberedFrom = ({ bodies }: SampleQueue, from: number, to: number) =>
  bodies.slice(from - 1, to).map(({ idempotency }, at) => [from + at, idempotency]);

/** Everything of a sequence that the statements change, except times and ids. */
async function stateOf({ taken: { id, key } }: SampleQueue) {
  const issuances = await db.issuance.findMany({ where: { ...key }, orderBy: { queuePosition: "asc" } });
  const vouchers = await db.voucher.findMany({ where: { ...key }, orderBy: { voucherNumber: "asc" } });
  const { lastNumber, lastDate, epoch } = await db.sequence.findUniqueOrThrow({ where: { id } });
  return {
    sequence: { lastNumber, lastDate, epoch },
    issuances: issuances.map(({ state, number, epoch, revision, body, amounts, submittedAt, settledAt }) => [
      { state, number, epoch, revision },
      [body, amounts, submittedAt, settledAt].map((value) => value !== null),
    ]),
    vouchers: vouchers.map(({ voucherNumber, totalAmount, voucherDate }) => [
      voucherNumber,
      `${totalAmount}`,
      voucherDate,
    ]),
  };
}

test.for([
  { waiting: 3, first: 1, limit: 1 },
  { waiting: 1, first: 1, limit: 1 },
  { waiting: 9, first: 3, limit: 4 },
  { waiting: 5, first: 4, limit: 50 },
])(
  "approveAndSubmit does the same as approve and submitNext: $first of $waiting granted, then at most $limit submitted",
  async (sizes) => {
    const { waiting, first, limit } = sizes;
    const together = await startGranted(waiting, first);
    const usedBefore = await usageOf(together);
    const [result] = await approveAndSubmit(db, [{ ...together.granted, limit }]);
    const used = await usageOf(together);

    const apart = await startGranted(waiting, first);
    const [approved] = await approve(db, [apart.granted]);
    const [next] = await submitNext(db, [{ taken: apart.taken, limit }]);

    expect(await stateOf(together)).toEqual(await stateOf(apart));
    expect(result?.approved.map(({ submission, cae }) => [submission.number, cae])).toEqual(
      together.granted.approvals.map(({ submission, cae }) => [submission.number, cae]),
    );
    expect(result?.approved.every(({ progress }) => progress.settledMs !== null && progress.epoch === 1)).toBe(true);
    expect(result?.othersWait).toBe(approved?.othersWait);
    expect(result?.next?.outcome).toBe(next?.outcome);
    if (waiting > first) {
      const last = Math.min(waiting, first + limit);
      expect(keysByNumber(result?.next)).toEqual(numberedFrom(together, first + 1, last));
      const strip = (one: Submission) => ({ ...one, id: 0, requestId: "", body: 0, nowMs: 0 });
      expect(submissionsOf(result?.next).map(strip)).toEqual(submissionsOf(next).map(strip));
      expect(submissionsOf(result?.next).map(({ body }) => body)).toEqual(together.bodies.slice(first, last));
    }
    expect(used.usedHomologation - usedBefore.usedHomologation).toBe(first);
    expect(used.reserved - usedBefore.reserved).toBe(Math.min(waiting - first, limit) - first);
  },
);

test("one statement serves several sequences: one continues, one is empty, one is superseded", async () => {
  const [goesOn, empty, overtaken] = [await startGranted(2, 1), await startGranted(1, 1), await startGranted(2, 1)];
  const successor = await acquireSequence(db, overtaken.taken.key);
  const results = await approveAndSubmit(
    db,
    [overtaken, empty, goesOn].map(({ granted }) => ({ ...granted, limit: 1 })),
  );
  expect(results.map((result) => [result?.approved.length, result?.othersWait, result?.next?.outcome])).toEqual([
    [undefined, undefined, undefined],
    [1, false, "drained"],
    [1, true, "submitted"],
  ]);
  expect(await db.voucher.count({ where: { ...overtaken.taken.key } })).toBe(0);
  const [ofSuccessor] = await submitNext(db, [{ taken: successor, limit: 1 }]);
  expect(ofSuccessor?.outcome, "the superseded taker's submission is still open").toBe("leftover");
});

test("a taker that comes while the statement waits for the sequence's row makes both halves void", async () => {
  const line = await startGranted(2, 1);
  const { result } = await whileHeld(
    db,
    (tx) => acquireSequence(tx as Database, line.taken.key),
    () => approveAndSubmit(db, [{ ...line.granted, limit: 1 }]),
  );
  expect(result).toEqual([undefined]);
  expect((await stateOf(line)).vouchers).toEqual([]);
});

test("while another number is open the grant is recorded, but nothing is written ahead", async () => {
  const line = await startGranted(4, 2);
  const { taken, approvals } = line.granted;
  const [result] = await approveAndSubmit(db, [{ taken, approvals: approvals.slice(0, 1), limit: 1 }]);
  expect([result?.approved.length, result?.othersWait, result?.next?.outcome]).toEqual([1, true, "leftover"]);
});

test("nothing is written ahead behind a submission that was settled meanwhile", async () => {
  const line = await startGranted(2, 1);
  const [approval] = line.granted.approvals;
  if (!approval) throw new Error("nothing was granted");
  const { submission } = approval;
  await settleWithoutVoucher(
    db,
    line.taken,
    submission,
    "failed",
    notAsked({ kind: "down", services: ["wsfe"], detail: "test" }),
  );
  const [result] = await approveAndSubmit(db, [{ ...line.granted, limit: 1 }]);
  expect([result?.approved.length, result?.next?.outcome]).toEqual([0, "leftover"]);
  expect((await stateOf(line)).sequence.lastNumber).toBe(0);
});

test("with a used-up quota the grant is recorded, and the next one is refused for the quota", async () => {
  const line = await startGranted(3, 1);
  await withQuotaLeft(line, 0, async () => {
    const before = await usageOf(line);
    const [result] = await approveAndSubmit(db, [{ ...line.granted, limit: 2 }]);
    expect([result?.approved.length, result?.next?.outcome]).toEqual([1, "quotaExhausted"]);
    expect(await usageOf(line)).toEqual({
      ...before,
      usedHomologation: before.usedHomologation + 1,
      reserved: before.reserved - 1,
      lastReserved: 0,
    });
  });
});

test("the remaining quota goes to the earliest issuances of all sequences, and no further", async () => {
  const lines = [await startGranted(2, 1), await startGranted(3, 1), await startGranted(2, 1)];
  const [first] = lines;
  if (!first) throw new Error("there is no line");
  await withQuotaLeft(first, 2, async () => {
    const before = await usageOf(first);
    const results = await approveAndSubmit(
      db,
      lines.toReversed().map(({ granted }) => ({ ...granted, limit: 2 })),
    );
    expect(results.map((result) => result?.approved.length)).toEqual([1, 1, 1]);
    expect(results.map((result) => result?.next?.outcome)).toEqual(["quotaExhausted", "submitted", "submitted"]);
    expect(results.slice(1).map((result) => submissionsOf(result?.next).length)).toEqual([1, 1]);
    expect(await usageOf(first)).toMatchObject({
      reserved: before.reserved - 3 + 2,
      usedHomologation: before.usedHomologation + 3,
    });
  });
});

test("a production voucher counts as production usage", async () => {
  const line = await startGranted(2, 1, startInProduction(2));
  const before = await usageOf(line);
  await approveAndSubmit(db, [{ ...line.granted, limit: 1 }]);
  expect(await usageOf(line)).toMatchObject({
    usedProduction: before.usedProduction + 1,
    usedHomologation: before.usedHomologation,
    reserved: before.reserved,
  });
});

/** Moves the next waiting issuance into another quota period while `work` runs. */
async function withOtherPeriod({ taken: { key } }: SampleQueue, work: (periodStart: Date) => Promise<void>) {
  const periodStart = new Date("2031-01-01T00:00:00Z");
  const next = await db.issuance.findFirstOrThrow({ where: { ...key, state: "queued" } });
  await db.usagePeriod.create({ data: { companyId: key.companyId, periodStart } });
  await db.issuance.updateMany({ where: { id: next.id }, data: { periodStart } });
  try {
    await work(periodStart);
  } finally {
    await db.issuance.updateMany({ where: { id: next.id }, data: { periodStart: next.periodStart } });
    await db.usagePeriod.delete({ where: { companyId_periodStart: { companyId: key.companyId, periodStart } } });
  }
}

test("a voucher and the next one can belong to different periods, and each counts in its own", async () => {
  const line = await startGranted(2, 1);
  const { companyId } = line.taken.key;
  const periods = () => db.usagePeriod.findMany({ where: { companyId }, orderBy: { periodStart: "asc" } });
  await withOtherPeriod(line, async () => {
    const before = await periods();
    const [result] = await approveAndSubmit(db, [{ ...line.granted, limit: 1 }]);
    expect(keysByNumber(result?.next)).toEqual(numberedFrom(line, 2, 2));
    const moved = (await periods()).map(({ reserved, usedHomologation }, at) => [
      reserved - (before[at]?.reserved ?? 0),
      usedHomologation - (before[at]?.usedHomologation ?? 0),
    ]);
    expect(moved).toEqual([
      [-1, 1],
      [1, 0],
    ]);
  });
});

test("without a grant nothing is written ahead, and no quota is reserved", async () => {
  const line = await start(1);
  const before = await usageOf(line);
  const [result] = await approveAndSubmit(db, [{ taken: line.taken, approvals: [], limit: 1 }]);
  expect([result?.approved.length, result?.next?.outcome]).toEqual([0, "leftover"]);
  expect((await usageOf(line)).reserved).toBe(before.reserved);
});

test("a locked quota period of the next issuance does not delay the record", async () => {
  const line = await startGranted(2, 1);
  const { taken, approvals } = line.granted;
  await withOtherPeriod(line, async (periodStart) => {
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM usage_period WHERE company_id = ${taken.key.companyId} AND period_start = ${periodStart} FOR UPDATE`;
      const result = await createIssuanceStore(db).approve(taken, approvals, { limit: 1 });
      expect(result).toMatchObject({ approved: [{}], othersWait: true });
      expect(result?.next).toBeUndefined();
    });
  });
});

test("quota that another transaction uses while the statement waits is not used twice", async () => {
  const line = await startGranted(4, 1);
  await withQuotaLeft(line, 3, async () => {
    const { companyId } = line.taken.key;
    const { result } = await whileHeld(
      db,
      (tx) =>
        tx.$executeRaw`UPDATE usage_period SET used_production = used_production + 2 WHERE company_id = ${companyId}`,
      () => approveAndSubmit(db, [{ ...line.granted, limit: 3 }]),
    );
    expect(keysByNumber(result[0]?.next)).toEqual(numberedFrom(line, 2, 2));
    await db.$executeRaw`UPDATE usage_period SET used_production = used_production - 2 WHERE company_id = ${companyId}`;
  });
});

test("without a subscription the grant is recorded, and the next one gets no number", async () => {
  const line = await startGranted(2, 1);
  const { companyId } = line.taken.key;
  const subscription = await db.subscription.delete({ where: { companyId } });
  try {
    const [result] = await approveAndSubmit(db, [{ ...line.granted, limit: 1 }]);
    expect([result?.approved.length, result?.next?.outcome]).toEqual([1, "quotaExhausted"]);
  } finally {
    await db.subscription.create({ data: subscription });
  }
});

test("when the next voucher cannot be numbered, the grant is still recorded", async () => {
  const line = await start(2);
  await setLastNumber(db, line.taken, 99_999_998, null);
  const submissions = await submissionsIn(line, 1);
  expect(submissions).toMatchObject([{ number: 99_999_999 }]);
  const result = await createIssuanceStore(db).approve(line.taken, submissions.map(approvalOf), { limit: 1 });
  expect(result).toMatchObject({ approved: [{ submission: { number: 99_999_999 } }], othersWait: true });
  expect(result?.next, "the next one is submitted separately").toBeUndefined();
});
