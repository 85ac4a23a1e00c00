import { expect, test } from "vitest";
import { approve } from "../../../shared/db/issuing/approve.js";
import { findFreed, purgeFreed } from "../../../shared/db/issuing/doubts.js";
import {
  acquireSequence,
  countKnown,
  type OwnedSequence,
  readSituation,
  setLastNumber,
} from "../../../shared/db/issuing/sequences.js";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { listSubmissions, type Submission } from "../../../shared/db/issuing/submissions.js";
import { renumber, rewriteAmounts } from "../../../shared/db/issuing/write-ahead.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import type { NoVoucher } from "../../../shared/domain/issuance-outcome.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { approvalOf, openLines, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

/** A line whose first number is submitted. */
async function startOut(waiting = 1) {
  const line = await start(waiting);
  const [submission] = await submitFrom(line);
  return { ...line, submission };
}

const refused: NoVoucher = { code: "TAXAUTH_ERROR", reasons: [{ code: 10005, msg: "refused" }] };

test("a number freed by a refusal is remembered for the next issuance under that number only", async () => {
  const { taken, submission } = await startOut(3);
  await settleWithoutVoucher(db, taken, submission, "rejected", refused, { isRemembered: true });
  const [taker] = await submitFrom({ db, taken });
  expect([taker.number, taker.id === submission.id]).toEqual([submission.number, false]);

  expect(await findFreed(db, taken, taker)).toEqual([submission.declared]);
  expect(await findFreed(db, taken, submission), "its key may come with another body").toEqual([submission.declared]);
  expect(await findFreed(db, taken, { ...taker, number: 2 })).toEqual([]);
  expect(await findFreed(db, (await startOut()).taken, taker), "another sequence").toEqual([]);

  await settleWithoutVoucher(db, taken, taker, "rejected", refused, { isRemembered: true });
  const [third] = await submitFrom({ db, taken });
  expect(await findFreed(db, taken, third)).toHaveLength(2);
});

test("a certainly free number is not remembered, and neither is one that a superseded taker gives back", async () => {
  const { taken, submission } = await startOut(2);
  const stray = { ...taken, epoch: taken.epoch + 1 };
  expect(await settleWithoutVoucher(db, stray, submission, "rejected", refused, { isRemembered: true })).toBe(false);
  expect(await settleWithoutVoucher(db, taken, submission, "rejected", refused)).toBe(true);
  const [taker] = await submitFrom({ db, taken });

  expect(await findFreed(db, taken, taker)).toEqual([]);
});

test("a freed number is purged 90 days later, but only if another voucher took it", async () => {
  const freeOne = async (daysAgo: number, isTaken: boolean) => {
    const { taken, submission } = await startOut(2);
    await settleWithoutVoucher(db, taken, submission, "rejected", refused, { isRemembered: true });
    const [taker] = await submitFrom({ db, taken });
    if (isTaken) await approve(db, [{ taken, approvals: [approvalOf(taker)] }]);
    await db.$executeRaw`UPDATE freed_number SET created_at = now() - ${daysAgo} * interval '1 day' WHERE sequence_id = ${taken.id}`;
    return () => findFreed(db, taken, taker);
  };
  const [old, recent, open] = [await freeOne(91, true), await freeOne(89, true), await freeOne(400, false)];
  await purgeFreed(db);

  expect(await Promise.all([old(), recent(), open()])).toMatchObject([[], [{}], [{}]]);
});

test.each([
  { lastNumber: 9, next: 10 },
  { lastNumber: 0, next: 1 },
  { lastNumber: undefined, next: 1 },
])("after a number is given back with the last number $lastNumber, the next one is $next", async (row) => {
  const { taken, submission } = await startOut(2);
  const release = row.lastNumber === undefined ? {} : { lastNumber: row.lastNumber };
  await settleWithoutVoucher(db, taken, submission, "rejected", refused, release);

  expect((await submitFrom({ db, taken }))[0].number).toBe(row.next);
});

const kindOf = async (taken: OwnedSequence) => (await readSituation(db, taken)).kind;

async function declareExclusive({ key }: OwnedSequence, exclusive: boolean) {
  const { companyId, production, posNumber: number } = key;
  await db.pointOfSale.upsert({
    where: { companyId_production_number: { companyId, production, number } },
    create: { companyId, production, number, exclusive },
    update: { exclusive },
  });
}

test("a sequence is shared after a proven foreign voucher, and exclusive while that is declared", async () => {
  const { taken, submission } = await startOut();
  expect(await readSituation(db, taken)).toEqual({ companyCode: "demo", kind: "open", unverified: false });

  const moved = await renumber(db, taken, submission, { lastNumber: 4, authorityTimeMs: null, isForeign: false });
  expect(await kindOf(taken)).toBe("open");
  const again = moved && (await renumber(db, taken, moved, { lastNumber: 8, authorityTimeMs: null, isForeign: true }));
  expect(await kindOf(taken)).toBe("shared");
  const last = again && (await renumber(db, taken, again, { lastNumber: 11, authorityTimeMs: null, isForeign: false }));
  expect(last?.number).toBe(12);
  expect(await kindOf(taken), "it stays shared").toBe("shared");

  await declareExclusive(taken, true);
  expect(await kindOf(taken)).toBe("own");
  await declareExclusive(taken, false);
  expect(await kindOf(taken)).toBe("shared");
  expect(await kindOf((await startOut()).taken), "another sequence").toBe("open");
});

test("a sequence that may have lost commits is unverified", async () => {
  const { taken } = await startOut();
  await db.$executeRaw`UPDATE sequence SET incarnation = incarnation + 1 WHERE id = ${taken.id}`;
  expect(await readSituation(db, await acquireSequence(db, taken.key))).toMatchObject({ unverified: true });
});

test("a number keeps the latest time of the authority's clock that we knew before its write-ahead", async () => {
  const { taken } = await start(4);
  const [one, two, three] = [1, 2, 3].map((minute) => Date.parse(`2026-11-21T12:0${minute}:00.123Z`));
  const approveOne = (submission: Submission, authorityTimeMs: number | null) =>
    approve(db, [{ taken, approvals: [{ ...approvalOf(submission), authorityTimeMs }] }]);
  await setLastNumber(db, taken, 0, one ?? 0);
  const [first] = await submitFrom({ db, taken });
  expect(first.authorityTimeMs).toBe(one);
  await approveOne(first, two ?? 0);
  const [second] = await submitFrom({ db, taken });
  expect(second.authorityTimeMs).toBe(two);
  await approveOne(second, null);
  const [third] = await submitFrom({ db, taken });
  expect(third.authorityTimeMs, "an answer without a time").toBe(two);

  const moved = await renumber(db, taken, third, { lastNumber: 9, authorityTimeMs: three ?? 0, isForeign: true });
  expect(moved).toMatchObject({ number: 10, authorityTimeMs: three });
  if (!moved) throw new Error("it was not renumbered");
  expect(await renumber(db, taken, moved, { lastNumber: 10, authorityTimeMs: null, isForeign: true })).toMatchObject({
    number: 11,
    authorityTimeMs: three,
  });
});

test("the declaration is stored once and changes only together with the amounts", async () => {
  const { taken, submission } = await startOut();
  const { body, amounts } = submission;
  expect(submission.declared).toEqual(toDeclaration(body, amounts));

  const changed = { ...submission.declared, receiverTaxConditionId: 99 };
  await db.$executeRaw`UPDATE issuance SET declared = ${JSON.stringify(changed)}::jsonb WHERE id = ${submission.id}`;
  expect(await listSubmissions(db, taken.key), "read as stored, not computed again").toMatchObject([
    { declared: changed },
  ]);

  const others = { ...amounts, vat: "17.35", net: "82.65" };
  expect(await rewriteAmounts(db, taken, submission, others)).toMatchObject({
    amounts: others,
    declared: { vat: "17.35", net: "82.65" },
  });
});

test("countExplained counts only vouchers of this sequence behind its last number", async () => {
  const [one, other] = [await start(5), await start(1)];
  for (const { taken } of [one, other]) {
    const submissions = await submitFrom({ db, taken }, 5);
    await approve(db, [{ taken, approvals: submissions.map(approvalOf) }]);
  }
  const count = (lastNumber: number | null, until: number) => countKnown(db, { ...one.taken, lastNumber }, until);

  expect(await Promise.all([count(null, 9), count(2, 4), count(4, 9), count(5, 9)])).toEqual([5, 2, 1, 0]);
});

test("a lagging counter does not move the sequence back", async () => {
  const { taken } = await startOut();
  expect(await setLastNumber(db, taken, 7, null)).toBe(true);
  expect(await setLastNumber(db, taken, 5, null)).toBe(true);
  const { lastNumber } = await db.sequence.findUniqueOrThrow({ where: { id: taken.id } });
  expect(lastNumber).toBe(7);
});
