import { expect, test } from "vitest";
import { approve } from "../../../shared/db/issuing/approve.js";
import { approveAndSubmit } from "../../../shared/db/issuing/approve-and-submit.js";
import { markResolving, markUnconfirmed } from "../../../shared/db/issuing/doubts.js";
import { cancelAllOverdue, cancelOverdue } from "../../../shared/db/issuing/issuances.js";
import { acquireSequence, isCurrent, type OwnedSequence, setLastNumber } from "../../../shared/db/issuing/sequences.js";
import { settleQueued, settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { findQueued, listSubmissions, type Submission } from "../../../shared/db/issuing/submissions.js";
import { renumber, rewriteAmounts, submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { approvalOf, grantedTo, openLines, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

/** A line whose first number is submitted while the others wait. */
async function startOut(waiting: number) {
  const line = await start(waiting);
  const [submission] = await submitFrom(line);
  return { ...line, submission };
}

const sequenceOf = ({ id }: OwnedSequence) => db.sequence.findUniqueOrThrow({ where: { id } });

/** As after a failover or a restore of the database. */
const changeTimeline = ({ id }: OwnedSequence) =>
  db.$executeRaw`UPDATE sequence SET incarnation = incarnation + 1 WHERE id = ${id}`;
const setOtherTimeline = (ids: number[]) =>
  db.$executeRaw`UPDATE issuance SET incarnation = incarnation + 1 WHERE id = ANY(${ids})`;
const letPass = (ids: number[]) =>
  db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '2 seconds' WHERE id = ANY(${ids})`;

test("each taking draws a new token, and the sequence holds the latest", async () => {
  const { taken } = await start(0);
  const takings = [taken, ...(await Promise.all(Array.from({ length: 20 }, () => acquireSequence(db, taken.key))))];

  expect(new Set(takings.map(({ token }) => token)).size).toBe(takings.length);
  expect(new Set(takings.map(({ epoch }) => epoch)).size).toBe(takings.length);
  for (const { token } of takings) expect(BigInt.asIntN(64, BigInt(token)).toString()).toBe(token);
  const latest = takings.find(({ epoch }) => epoch === takings.length);
  expect((await sequenceOf(taken)).token?.toString()).toBe(latest?.token);
});

type Commit = (taken: OwnedSequence, submission: Submission) => Promise<unknown>;

/** Every commit of a taker, and its result when it is void. */
const commits: [name: string, commit: Commit, whenVoid: unknown][] = [
  ["isCurrent", (taken) => isCurrent(db, taken), false],
  ["setLastNumber", (taken) => setLastNumber(db, taken, 5, null), false],
  ["submitNext", (taken) => submitNext(db, [{ taken, limit: 1 }]), [{ outcome: "superseded" }]],
  ["markResolving", (taken, submission) => markResolving(db, taken, submission), false],
  ["markUnconfirmed", (taken, submission) => markUnconfirmed(db, taken, submission), false],
  ["approve", (taken, submission) => approve(db, [grantedTo(taken, [submission])]), [undefined]],
  [
    "approveAndSubmit",
    (taken, submission) => approveAndSubmit(db, [{ ...grantedTo(taken, [submission]), limit: 1 }]),
    [undefined],
  ],
  [
    "settleWithoutVoucher",
    (taken, submission) =>
      settleWithoutVoucher(
        db,
        taken,
        submission,
        "rejected",
        { code: "TAXAUTH_ERROR", reasons: [] },
        { isRemembered: true },
      ),
    false,
  ],
  [
    "renumber",
    (taken, submission) => renumber(db, taken, submission, { lastNumber: 8, authorityTimeMs: null, isForeign: true }),
    undefined,
  ],
  ["rewriteAmounts", (taken, submission) => rewriteAmounts(db, taken, submission, submission.amounts), undefined],
  ["settleQueued", (taken) => settleQueued(db, taken, "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }), []],
];

async function stateOf({ key, id }: OwnedSequence) {
  const issuances = await db.issuance.findMany({ where: { ...key }, orderBy: { id: "asc" } });
  const vouchers = await db.voucher.count({ where: { ...key } });
  const freed = await db.freedNumber.count({ where: { sequenceId: id } });
  return { issuances, vouchers, freed, sequence: await sequenceOf({ id } as OwnedSequence) };
}

test.each(commits)(
  "%s is void with the right epoch but another token, and valid with its own",
  async (_, commit, whenVoid) => {
    const { taken, submission } = await startOut(2);
    const before = await stateOf(taken);
    const other = { ...taken, token: (BigInt(taken.token) ^ 1n).toString() };
    expect(await commit(other, submission)).toEqual(whenVoid);
    expect(await stateOf(taken)).toEqual(before);

    expect(await commit(taken, submission)).not.toEqual(whenVoid);
  },
);

test.each(commits)(
  "%s is void once the database is on another timeline than at the taking",
  async (_, commit, whenVoid) => {
    const { taken, submission } = await startOut(2);
    await changeTimeline(taken);
    const before = await stateOf(taken);
    expect(await commit(taken, submission)).toEqual(whenVoid);
    expect(await stateOf(taken)).toEqual(before);

    const successor = await acquireSequence(db, taken.key);
    expect(await commit(successor, submission), "a taker on the new timeline can commit").not.toEqual(whenVoid);
  },
);

test("in a statement for several sequences only those with another token are void", async () => {
  const [one, other] = [await start(1), await start(1)];
  const stray = { ...one.taken, token: other.taken.token };
  const results = await submitNext(db, [
    { taken: stray, limit: 1 },
    { taken: other.taken, limit: 1 },
    { taken: one.taken, limit: 1 },
  ]);
  expect(results.map(({ outcome }) => outcome)).toEqual(["superseded", "submitted", "submitted"]);
});

test("a sequence that is taken again on the same timeline is verified", async () => {
  const { taken } = await start(0);
  expect(taken.unverified).toBe(false);
  expect((await acquireSequence(db, taken.key)).unverified).toBe(false);
});

test.each<[name: string, change: (id: number) => Promise<unknown>, unverified: boolean]>([
  [
    "another timeline",
    (id) => db.$executeRaw`UPDATE sequence SET incarnation = incarnation + 1 WHERE id = ${id}`,
    true,
  ],
  [
    "an earlier timeline",
    (id) => db.$executeRaw`UPDATE sequence SET incarnation = incarnation - 1 WHERE id = ${id}`,
    true,
  ],
  [
    "a version that recorded none",
    (id) => db.$executeRaw`UPDATE sequence SET incarnation = NULL, token = NULL WHERE id = ${id}`,
    false,
  ],
])("a sequence whose last taking was on %s is unverified: %s", async (_, change, unverified) => {
  const { taken } = await start(0);
  await change(taken.id);

  expect((await acquireSequence(db, taken.key)).unverified).toBe(unverified);
  expect((await acquireSequence(db, taken.key)).unverified, "another taking proves nothing").toBe(unverified);
});

const grants: [name: string, grant: (taken: OwnedSequence, submission: Submission) => Promise<unknown>][] = [
  ["alone", (taken, submission) => approve(db, [grantedTo(taken, [submission])])],
  ["with the next", (taken, submission) => approveAndSubmit(db, [{ ...grantedTo(taken, [submission]), limit: 1 }])],
];

test.each(grants)(
  "a grant that is recorded %s verifies the sequence, and the authority's last number does not",
  async (_, grant) => {
    const { taken } = await start(2);
    await changeTimeline(taken);
    const successor = await acquireSequence(db, taken.key);
    await setLastNumber(db, successor, 0, null);
    expect((await sequenceOf(taken)).unverified).toBe(true);

    const [submission] = await submitFrom({ db, taken: successor });
    await grant(successor, submission);
    expect((await sequenceOf(taken)).unverified).toBe(false);
    expect((await acquireSequence(db, taken.key)).unverified).toBe(false);
  },
);

test.each<[name: string, over: { isAnswer: boolean }, isLost: boolean]>([
  ["an adopted voucher", { isAnswer: false }, false],
  ["a grant to an issuance recorded before the commits were lost", { isAnswer: true }, true],
])("%s does not verify the sequence", async (_, over, isLost) => {
  const { taken, submission } = await startOut(1);
  await changeTimeline(taken);
  if (isLost) await setOtherTimeline([submission.id]);
  const successor = await acquireSequence(db, taken.key);
  const [result] = await approve(db, [{ taken: successor, approvals: [{ ...approvalOf(submission), ...over }] }]);

  expect(result?.approved).toHaveLength(1);
  expect((await sequenceOf(taken)).unverified).toBe(true);
});

const idsOf = async ({ key }: OwnedSequence) =>
  (await db.issuance.findMany({ where: { ...key }, orderBy: { queuePosition: "asc" } })).map(({ id }) => id);

test("an issuance recorded on an ended timeline is not in line", async () => {
  const { taken } = await start(2);
  const [lost = 0, live = 0] = await idsOf(taken);
  await setOtherTimeline([lost]);

  const submissions = await submitFrom({ db, taken }, 5);
  expect(submissions.map(({ id, number }) => [id, number])).toEqual([[live, 1]]);
  expect((await findQueued(db, [taken.key])).size).toBe(0);
  const [approved] = await approve(db, [grantedTo(taken, submissions)]);
  expect(approved).toMatchObject({ approved: [{}], othersWait: false });
  expect(await submitNext(db, [{ taken, limit: 5 }])).toEqual([{ outcome: "drained" }]);
});

test("an issuance recorded on an ended timeline is not numbered together with a record", async () => {
  const { taken, submission } = await startOut(2);
  await setOtherTimeline((await idsOf(taken)).slice(1));

  const [result] = await approveAndSubmit(db, [{ ...grantedTo(taken, [submission]), limit: 1 }]);
  expect(result).toMatchObject({ approved: [{}], othersWait: false, next: { outcome: "drained" } });
});

test("a submission stays open to be settled, whatever timeline it was recorded on", async () => {
  const { taken, submission } = await startOut(1);
  await setOtherTimeline([submission.id]);

  expect((await listSubmissions(db, taken.key)).map(({ id }) => id)).toEqual([submission.id]);
  expect(await submitNext(db, [{ taken, limit: 1 }])).toEqual([{ outcome: "leftover" }]);
});

const outcomesOf = async (taken: OwnedSequence) =>
  (await db.issuance.findMany({ where: { ...taken.key }, orderBy: { queuePosition: "asc" } })).map(
    ({ state, outcome }) => [state, (outcome as { code: string } | null)?.code],
  );
const unconfirmed = ["failed", "TAXAUTH_UNCONFIRMED"];
const lockTimeout = ["cancelled", "VOUCHER_LOCK_TIMEOUT"];

test("an overdue issuance of an ended timeline is settled as unconfirmed", async () => {
  const { taken } = await start(2);
  const [lost = 0, live = 0] = await idsOf(taken);
  await setOtherTimeline([lost]);
  expect(await cancelOverdue(db, { id: lost, revision: 1 }), "its deadline has not passed").toBe(false);
  await letPass([lost, live]);
  expect(await cancelOverdue(db, { id: lost, revision: 1 })).toBe(true);
  expect(await cancelOverdue(db, { id: live, revision: 1 })).toBe(true);

  expect(await outcomesOf(taken)).toEqual([unconfirmed, lockTimeout]);
});

test("the sweep settles an overdue issuance of an ended timeline as unconfirmed", async () => {
  const { taken } = await start(2);
  const ids = await idsOf(taken);
  await setOtherTimeline(ids.slice(0, 1));
  await letPass(ids);

  // What other tests left in line of an ended timeline ends, too.
  expect(await cancelAllOverdue(db)).toEqual(expect.arrayContaining(ids));
  expect(await outcomesOf(taken)).toEqual([unconfirmed, lockTimeout]);
});

test("closing the sequence settles an issuance of an ended timeline as unconfirmed", async () => {
  const { taken } = await start(3);
  const [lost = 0, live = 0, other = 0] = await idsOf(taken);
  await setOtherTimeline([lost]);
  const away = notAsked({ kind: "down", services: ["wsfe"], detail: "away" });

  expect(await settleQueued(db, taken, "failed", away, live)).toEqual([live]);
  expect(
    (await settleQueued(db, taken, "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" })).toSorted((a, b) => a - b),
  ).toEqual([lost, other]);
  expect(await outcomesOf(taken)).toEqual([unconfirmed, ["failed", "TAXAUTH_CONNECTION_ERROR"], lockTimeout]);
});

test("a key that is sent again after that belongs to the current timeline", async () => {
  const { taken, bodies, record } = await start(1);
  const [id = 0] = await idsOf(taken);
  await setOtherTimeline([id]);
  // Those of other tests are verified.
  await db.$executeRaw`UPDATE sequence SET unverified = false, incarnation = current_incarnation()`;
  await settleQueued(db, taken, "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" });
  const [body] = bodies;
  if (!body) throw new Error("there is no body");

  expect(await record(db, body)).toMatchObject({ id, revision: 2 });
  expect(await submitFrom({ db, taken })).toMatchObject([{ id, revision: 2 }]);
});
