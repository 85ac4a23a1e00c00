import { expect, test } from "vitest";
import { approve } from "../../../shared/db/issuing/approve.js";
import { type Doubt, markResolving, markUnconfirmed } from "../../../shared/db/issuing/doubts.js";
import { type OwnedSequence, openSequences } from "../../../shared/db/issuing/sequences.js";
import { settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { listSubmissions, type Submission } from "../../../shared/db/issuing/submissions.js";
import { renumber, rewriteAmounts } from "../../../shared/db/issuing/write-ahead.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import { maxStoredLookups } from "../../../shared/domain/look-pace.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { approvalOf, openLines, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

/** A submitted number, with functions to read and to change what is known about it. */
async function startOut(waiting = 1, limit = 1) {
  const line = await start(waiting);
  const { taken } = line;
  const [submission, ...behind] = await submitFrom(line, limit);
  const read = async () => {
    const [known] = await listSubmissions(db, taken.key);
    const { operatorReason: why, refusal } = await db.issuance.findUniqueOrThrow({ where: { id: submission.id } });
    return { ...known, why, kept: refusal as { at: string; quietMs: number } | null };
  };
  const note = (doubt: Partial<Doubt>) =>
    markUnconfirmed(db, taken, submission, { questions: 3, isDenied: false, ...doubt });
  return { taken, submission, behind, read, note };
}

const reasons = (code: number) => [{ code, msg: "refused" }];

test("a number that was just written ahead has no doubts recorded", async () => {
  const { submission, read } = await startOut();
  const nothing = { refusal: null, quietMs: 0, doubt: null, isDenied: false, looks: null, authorityTimeMs: null };

  expect(submission).toMatchObject(nothing);
  expect(await read()).toMatchObject({ ...nothing, why: null });
  expect(Math.abs(submission.nowMs - Date.now())).toBeLessThan(60_000);
});

test("a number is marked as resolving, and as unconfirmed without further data when nothing was asked", async () => {
  const { taken, submission, read } = await startOut();
  expect(await markResolving(db, taken, submission)).toBe(true);
  expect(await read()).toMatchObject({ doubt: "resolving", looks: [{ at: expect.any(Number), questions: 0 }] });

  expect(await markUnconfirmed(db, taken, submission)).toBe(true);
  expect(await read()).toMatchObject({ doubt: "unconfirmed", isDenied: false, why: null });
});

test("a round is recorded when it begins, so that it counts even if its process dies, and its end replaces that", async () => {
  const { taken, submission, read, note } = await startOut();
  const begun = { at: expect.any(Number), questions: 0 };
  await markResolving(db, taken, submission);
  expect((await read()).looks).toEqual([begun]);
  await note({ questions: 4 });
  expect((await read()).looks).toEqual([{ at: expect.any(Number), questions: 4 }]);

  await markResolving(db, taken, submission);
  await markResolving(db, taken, submission);
  expect((await read()).looks).toMatchObject([{ questions: 4 }, begun, begun]);
  await note({ questions: 2 });
  expect((await read()).looks).toMatchObject([{ questions: 4 }, begun, { questions: 2 }]);
});

test("each round is kept with its end by the database's clock, oldest first, up to a limit", async () => {
  const { submission, read, note } = await startOut();
  for (let round = 1; round <= maxStoredLookups + 3; round++) {
    expect(await note({ questions: round })).toBe(true);
    const { looks, nowMs = 0 } = await read();
    const first = Math.max(1, round - maxStoredLookups + 1);
    expect(looks?.map(({ questions }) => questions)).toEqual(
      Array.from({ length: round - first + 1 }, (_, at) => first + at),
    );
    const ends = looks?.map(({ at }) => at) ?? [];
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    expect(ends.every((at) => Number.isInteger(at) && at >= Math.floor(submission.nowMs) && at <= nowMs + 1)).toBe(
      true,
    );
  }
});

test("an operator's reason is kept until a round clears it", async () => {
  const { read, note } = await startOut();
  await note({ why: "it's near: ñ" });
  expect(await read()).toMatchObject({ why: "it's near: ñ" });
  await note({});
  expect(await read()).toMatchObject({ why: "it's near: ñ" });
  await note({ why: "another" });
  expect(await read()).toMatchObject({ why: "another" });
  await note({ why: null });
  expect(await read()).toMatchObject({ why: null });
});

test("the latest round decides whether a request can have been granted", async () => {
  const { read, note } = await startOut();
  await note({ isDenied: true });
  expect(await read()).toMatchObject({ isDenied: true });
  await note({ isDenied: false });
  expect(await read()).toMatchObject({ isDenied: false });
});

const setBack = (id: number, interval: string) => db.$executeRaw`
  UPDATE issuance SET refusal = jsonb_set(refusal, '{at}', to_jsonb(clock_timestamp() - ${interval}::interval)) WHERE id = ${id}`;

test("of several refusals the first one's reasons are kept, and the quiet times between them are added up", async () => {
  const { submission, read, note } = await startOut();
  await note({ refusal: reasons(10005) });
  expect(await read()).toMatchObject({ refusal: reasons(10005), quietMs: 0 });

  await setBack(submission.id, "10 seconds");
  await note({});
  expect(await read(), "a round without news of the refusal").toMatchObject({ refusal: reasons(10005), quietMs: 0 });
  await note({ refusal: reasons(10000) });
  const { quietMs = 0, refusal } = await read();
  expect(refusal).toEqual(reasons(10005));
  expect(quietMs).toBeGreaterThanOrEqual(10_000);
  expect(quietMs).toBeLessThan(20_000);

  await setBack(submission.id, "3 days");
  await note({ refusal: reasons(10005) });
  expect((await read()).quietMs, "one pause counts for at most a minute").toBeCloseTo(quietMs + 60_000, 3);
  await setBack(submission.id, "-3 days");
  await note({ refusal: reasons(10005) });
  expect((await read()).quietMs, "a clock that was set back adds nothing").toBeCloseTo(quietMs + 60_000, 3);
});

test("a refusal is cleared once the number was seen granted, and the next refusal starts from zero", async () => {
  const { submission, read, note } = await startOut();
  await note({ refusal: reasons(10005) });
  await setBack(submission.id, "10 seconds");
  await note({ refusal: reasons(10005) });
  await note({ refusal: null });
  expect(await read()).toMatchObject({ refusal: null, quietMs: 0, kept: null });
  await note({ refusal: reasons(10000) });
  expect(await read()).toMatchObject({ refusal: reasons(10000), quietMs: 0 });
});

test("nothing is recorded for a submission that has another number or revision by now", async () => {
  const { taken, submission, read } = await startOut();
  const doubt = { questions: 1, isDenied: true, why: "?" };
  expect(await markUnconfirmed(db, taken, { ...submission, number: 2 }, doubt)).toBe(false);
  expect(await markUnconfirmed(db, taken, { ...submission, revision: 2 }, doubt)).toBe(false);
  expect(await markResolving(db, taken, { ...submission, number: 2 })).toBe(false);
  expect(await read()).toMatchObject({ doubt: null, looks: null, why: null });
});

const known: Doubt = { questions: 1, isDenied: true, why: "a reason", refusal: reasons(10005) };
const forgotten = { doubt: null, refusal: null, allRefused: false, lookups: null, operatorReason: null };

test.each<[name: string, change: (taken: OwnedSequence, submission: Submission) => Promise<unknown>]>([
  ["renumbered", (taken, one) => renumber(db, taken, one, { lastNumber: 7, authorityTimeMs: null, isForeign: true })],
  ["rewritten", (taken, one) => rewriteAmounts(db, taken, one, computeAmounts(one.body, "authority"))],
  [
    "rejected",
    (taken, one) => settleWithoutVoucher(db, taken, one, "rejected", { code: "TAXAUTH_ERROR", reasons: [] }),
  ],
  ["approved", (taken, one) => approve(db, [{ taken, approvals: [approvalOf(one)] }])],
])("the doubts of a number are cleared when it is %s", async (_, change) => {
  const { taken, submission, note } = await startOut();
  await note(known);
  expect(await change(taken, submission)).toBeTruthy();

  expect(await db.issuance.findUniqueOrThrow({ where: { id: submission.id } })).toMatchObject(forgotten);
});

test("the doubts of numbers that go back in line are cleared", async () => {
  const { taken, submission, behind } = await startOut(3, 3);
  for (const one of behind) await markUnconfirmed(db, taken, one, known);
  await settleWithoutVoucher(db, taken, submission, "rejected", { code: "TAXAUTH_ERROR", reasons: [] });

  const rows = await db.issuance.findMany({ where: { id: { in: behind.map(({ id }) => id) } } });
  expect(rows).toMatchObject(behind.map(() => ({ ...forgotten, state: "queued", number: null, authorityTime: null })));
});

test("an open sequence is listed with the rounds about its lowest number", async () => {
  const { taken, submission, behind, note } = await startOut(2, 2);
  const waiting = await start(1);
  const ids = [submission, ...behind].map(({ id }) => id);
  await note({ questions: 4 });
  for (const one of behind) await markUnconfirmed(db, taken, one, known);
  const find = async ({ key }: OwnedSequence) =>
    (await openSequences(db)).find(
      ({ posNumber, companyId }) => posNumber === key.posNumber && companyId === key.companyId,
    );
  expect(await find(taken), "it has only just begun").toBeUndefined();

  await db.$executeRaw`UPDATE issuance SET enqueued_at = now() - interval '3 seconds' WHERE id = ANY(${ids})`;
  await db.$executeRaw`UPDATE issuance SET enqueued_at = now() - interval '3 seconds' WHERE pos_number = ${waiting.taken.key.posNumber}`;
  expect(await find(taken)).toEqual({
    ...taken.key,
    looks: [{ at: expect.any(Number), questions: 4 }],
    nowMs: expect.any(Number),
  });
  expect(await find(waiting.taken)).toMatchObject({ looks: null });
});

test("what the refusal of the first request leaves to it is kept with the number, at its earliest, and goes with the number", async () => {
  const { taken, submission, read } = await startOut();
  const measured = async (measuredAtMs: number | null) => {
    await markUnconfirmed(db, taken, { ...submission, measuredAtMs });
    return (await read()).measuredAtMs;
  };
  expect(await measured(null)).toBeNull();
  expect(await measured(1_795_867_151_240)).toBe(1_795_867_151_240);
  expect(await measured(null), "a process that measured nothing").toBe(1_795_867_151_240);
  expect(await measured(1_795_867_999_000)).toBe(1_795_867_151_240);
  expect(await measured(1_795_867_000_000), "its clock was set back").toBe(1_795_867_000_000);

  const renumbered = await renumber(db, taken, submission, {
    lastNumber: 500,
    authorityTimeMs: null,
    isForeign: false,
  });
  expect(renumbered).toMatchObject({ number: 501, measuredAtMs: null });
});

test("what keeps the company out is kept until the authority answers, or the number goes", async () => {
  const { taken, submission, read } = await startOut();
  const problem: AuthorityProblem = { kind: "notDelegated", services: ["wsfe"], detail: "(600) token" };
  const mark = (shutOut?: AuthorityProblem | null) => markUnconfirmed(db, taken, submission, undefined, shutOut);

  await mark(problem);
  expect((await read()).problem).toEqual(problem);
  await mark();
  expect((await read()).problem, "nobody said otherwise").toEqual(problem);
  await mark(null);
  expect((await read()).problem).toBeNull();
  await mark(problem);
  const renumbered = await renumber(db, taken, submission, {
    lastNumber: 600,
    authorityTimeMs: null,
    isForeign: false,
  });
  expect(renumbered?.problem).toBeNull();
});
