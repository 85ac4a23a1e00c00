import { expect, inject, onTestFinished, test } from "vitest";
import { createIssuanceStore } from "../../../issuer/store/store.js";
import { type ApproveResult, approve } from "../../../shared/db/issuing/approve.js";
import { approveAndSubmit } from "../../../shared/db/issuing/approve-and-submit.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import { type SubmitResult, submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { type Database, openDatabase, type Transaction } from "../../../shared/db/pool/database.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import {
  approvalOf,
  grantedTo,
  keysByNumber,
  numberedKeys,
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
const startMono = await openLines(system, "mono");

const wanted = (limit: number, ...lines: SampleQueue[]) => lines.map(({ taken }) => ({ taken, limit }));

test("each sequence gets its own numbers in the order of its line, and the results keep the order of the arguments", async () => {
  const first = await start(2);
  const second = await start(3);
  const other = await startMono(1);
  const results = await submitNext(db, wanted(2, other, second, first));
  expect(results.map(keysByNumber)).toEqual([numberedKeys(other), numberedKeys(second, 2), numberedKeys(first)]);

  const granted = [second, other, first].map(({ taken }, at) =>
    grantedTo(taken, submissionsOf([results[1], results[0], results[2]][at])),
  );
  const approved = await approve(db, granted);
  expect(approved.map((result) => result?.approved.map(({ submission }) => submission.number))).toEqual([
    [1, 2],
    [1],
    [1, 2],
  ]);
  expect(approved.map((result) => result?.othersWait)).toEqual([true, false, false]);
  for (const { taken, approvals } of granted) {
    const { key } = taken;
    expect(await db.sequence.findUniqueOrThrow({ where: { id: taken.id } })).toMatchObject({
      lastNumber: approvals.length,
    });
    const vouchers = await db.voucher.findMany({ where: { ...key }, orderBy: { voucherNumber: "asc" } });
    expect(vouchers.map(({ voucherNumber, cae }) => [voucherNumber, cae])).toEqual(
      approvals.map(({ submission, cae }) => [submission.number, cae]),
    );
  }
  expect(await usageOf(first)).toMatchObject({ reserved: 0, usedHomologation: 4 });
  expect(await usageOf(other)).toMatchObject({ reserved: 0, usedHomologation: 1 });
});

test("each sequence gets the outcome of its own line", async () => {
  const [waiting, leftOpen, empty, overtaken] = [await start(1), await start(2), await start(0), await start(1)];
  await submitNext(db, wanted(1, leftOpen));
  const successor = await acquireSequence(db, overtaken.taken.key);
  const results = await submitNext(db, [
    ...wanted(1, overtaken, leftOpen, empty, waiting),
    { taken: successor, limit: 1 },
  ]);
  expect(results.map((result) => result.outcome)).toEqual([
    "superseded",
    "leftover",
    "drained",
    "submitted",
    "submitted",
  ]);
  const [, , , ofWaiting, ofSuccessor] = results;
  expect(keysByNumber(ofWaiting)).toEqual(numberedKeys(waiting));
  expect(keysByNumber(ofSuccessor)).toEqual(numberedKeys(overtaken));

  const submissions = submissionsOf(ofSuccessor);
  const [ofOvertaken, ofTaker] = await approve(db, [
    grantedTo(overtaken.taken, submissions),
    grantedTo(successor, submissions),
  ]);
  expect(ofOvertaken, "nothing is recorded under a superseded epoch").toBeUndefined();
  expect(ofTaker?.approved).toHaveLength(1);
});

test("takers that come while a statement waits for rows make it void for their sequences only", async () => {
  const lines = [await start(1), await start(1), await start(1)];
  const [first, second, stays] = lines;
  if (!first || !second || !stays) throw new Error("there are no lines");
  const take = async (tx: Transaction) => [
    await acquireSequence(tx as Database, first.taken.key),
    await acquireSequence(tx as Database, second.taken.key),
  ];
  const submitted = await whileHeld(db, take, () => submitNext(db, wanted(1, ...lines)));
  expect(submitted.result.map((result) => result.outcome)).toEqual(["superseded", "superseded", "submitted"]);

  const ofSuccessors = await submitNext(
    db,
    submitted.held.map((taken) => ({ taken, limit: 1 })),
  );
  const granted = [...ofSuccessors, submitted.result[2]].map((result, at) =>
    grantedTo(submitted.held[at] ?? stays.taken, submissionsOf(result)),
  );
  const approved = await whileHeld(db, take, () => approve(db, granted));
  expect(approved.result.map((result) => result?.approved.length)).toEqual([undefined, undefined, 1]);
});

test("quota that another transaction uses while a statement waits is not used twice", async () => {
  const [first, second] = [await start(2), await start(2)];
  await withQuotaLeft(first, 3, async () => {
    const { companyId } = first.taken.key;
    const before = await usageOf(first);
    const { result } = await whileHeld(
      db,
      (tx) =>
        tx.$executeRaw`UPDATE usage_period SET used_production = used_production + 2 WHERE company_id = ${companyId}`,
      () => submitNext(db, wanted(5, first, second)),
    );
    expect(result.map((each) => each.outcome)).toEqual(["submitted", "quotaExhausted"]);
    expect(keysByNumber(result[0])).toEqual(numberedKeys(first, 1));

    const approved = await whileHeld(
      db,
      (tx) =>
        tx.$executeRaw`UPDATE usage_period SET used_production = used_production - 2 WHERE company_id = ${companyId}`,
      () => approve(db, [grantedTo(first.taken, submissionsOf(result[0]))]),
    );
    expect(approved.result[0]?.approved).toHaveLength(1);
    expect(await usageOf(first)).toEqual({ ...before, usedHomologation: before.usedHomologation + 1, lastReserved: 0 });
  });
});

test("a statement's own lock timeout leaves the connection's setting unchanged", async () => {
  const lines = [await start(1), await start(1)];
  const [{ name } = { name: "" }] = await db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  const url = new URL(inject("postgresUrl"));
  url.pathname = name;
  const one = openDatabase(url.href, { connections: 1 });
  onTestFinished(one.close);
  expect(await submitNext(one.db, wanted(1, ...lines), "100ms")).toMatchObject([{}, {}]);
  expect(await one.db.$queryRaw`SHOW lock_timeout`).toEqual([{ lock_timeout: "0" }]);

  await db.$transaction(async (tx) => {
    await acquireSequence(tx as Database, lines[1]?.taken.key as SequenceKey);
    await expect(submitNext(one.db, wanted(1, ...lines), "10ms")).rejects.toMatchObject({ code: "55P03" });
  });
});

test("a sequence named twice in one statement is served once", async () => {
  const line = await start(3);
  const before = await usageOf(line);
  const results = await submitNext(db, wanted(2, line, line));
  expect(results.map((result) => result.outcome)).toEqual(["submitted", "superseded"]);
  expect((await usageOf(line)).reserved - before.reserved).toBe(2);
});

test("an issuance that is no longer submitted is skipped, and the others are recorded", async () => {
  const [gone, there] = [await start(1), await start(1)];
  const [ofGone, ofThere] = await submitNext(db, wanted(1, gone, there));
  const [submission] = submissionsOf(ofGone);
  if (!submission) throw new Error("nothing was submitted");
  const results = await approve(db, [
    grantedTo(gone.taken, [{ ...submission, revision: 2 }]),
    grantedTo(there.taken, submissionsOf(ofThere)),
  ]);
  expect(results.map((result) => result?.approved.length)).toEqual([0, 1]);
});

test("the remaining quota goes to the earliest issuances of all sequences, and no further", async () => {
  const lines = [await start(1), await start(2), await start(1), await start(1)];
  const [first] = lines;
  if (!first) throw new Error("there is no line");
  const elsewhere = await startMono(1);
  await withQuotaLeft(first, 3, async () => {
    const before = await usageOf(first);
    const results = await submitNext(db, wanted(5, ...lines.toReversed(), elsewhere));
    expect(results.map((result) => result.outcome)).toEqual([
      "quotaExhausted",
      "quotaExhausted",
      "submitted",
      "submitted",
      "submitted",
    ]);
    expect(results.slice(2, 4).map((result) => submissionsOf(result).length)).toEqual([2, 1]);
    expect((await usageOf(first)).reserved - before.reserved).toBe(3);
  });
});

test("when the quota is smaller than the line, the first of the line get numbers without a gap", async () => {
  const [short, behind] = [await start(3), await start(1)];
  await withQuotaLeft(short, 2, async () => {
    const [ofShort, ofBehind] = await submitNext(db, wanted(5, short, behind));
    expect(keysByNumber(ofShort)).toEqual(numberedKeys(short, 2));
    expect(ofBehind?.outcome).toBe("quotaExhausted");
  });
});

test("a request for one sequence does not wait for a locked one that was asked for at the same time", async () => {
  const [held, free] = [await start(1), await start(1)];
  const store = createIssuanceStore(db);
  const waiting = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM sequence WHERE id = ${held.taken.id} FOR UPDATE`;
    const ofHeld = store.submitNext(held.taken, { limit: 1 });
    expect(keysByNumber(await store.submitNext(free.taken, { limit: 1 }))).toEqual(numberedKeys(free));
    expect(await Promise.race([ofHeld, "waits"])).toBe("waits");
    return { ofHeld };
  });
  expect(keysByNumber(await waiting.ofHeld)).toEqual(numberedKeys(held));
});

test("an authorization that cannot be recorded does not affect the others", async () => {
  const [bad, good] = [await start(1), await start(1)];
  const store = createIssuanceStore(db);
  const [ofBad, ofGood] = await Promise.all([
    store.submitNext(bad.taken, { limit: 1 }),
    store.submitNext(good.taken, { limit: 1 }),
  ]);
  const approvals = (result: SubmitResult | undefined) => submissionsOf(result).map(approvalOf);
  const results = await Promise.allSettled<ApproveResult | undefined>([
    store.approve(
      bad.taken,
      approvals(ofBad).map((approval) => ({ ...approval, cae: "not a CAE" })),
    ),
    store.approve(good.taken, approvals(ofGood)),
  ]);
  expect(results).toMatchObject([{ status: "rejected" }, { status: "fulfilled", value: { approved: [{}] } }]);
  expect(await store.approve(bad.taken, approvals(ofBad)), "with a valid CAE").toMatchObject({ approved: [{}] });
});

test("issuers that serve the same companies at once neither deadlock nor count a voucher twice", async () => {
  const rounds = 25;
  const lines = await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 ? startMono(rounds) : start(rounds))));
  const [first, second] = lines;
  if (!first || !second) throw new Error("there are no lines");
  const before = [await usageOf(first), await usageOf(second)];
  /** Calls the statements directly: the store would retry each alone after a deadlock and hide it. */
  const serve = async (served: SampleQueue[]) => {
    for (let round = 0; round < rounds; round++) {
      const next = await submitNext(db, wanted(1, ...served));
      await approve(
        db,
        served.map(({ taken }, at) => grantedTo(taken, submissionsOf(next[at]))),
      );
    }
  };
  const serveInOne = async (served: SampleQueue[]) => {
    let next = await submitNext(db, wanted(1, ...served));
    const granted = () => served.map(({ taken }, at) => grantedTo(taken, submissionsOf(next[at])));
    for (let round = 1; round < rounds; round++) {
      const results = await approveAndSubmit(
        db,
        granted().map((one) => ({ ...one, limit: 1 })),
      );
      next = results.map((result) => result?.next ?? { outcome: "superseded" });
    }
    await approve(db, granted());
  };
  await Promise.all([
    serve(lines.slice(0, 4)),
    serve(lines.slice(4, 8).toReversed()),
    serveInOne(lines.slice(8).toReversed()),
  ]);

  const after = [await usageOf(first), await usageOf(second)];
  expect(after.map(({ reserved }, at) => reserved - (before[at]?.reserved ?? 0))).toEqual([0, 0]);
  expect(after.map(({ usedHomologation }, at) => usedHomologation - (before[at]?.usedHomologation ?? 0))).toEqual([
    6 * rounds,
    6 * rounds,
  ]);
  for (const { taken } of lines)
    expect(await db.sequence.findUniqueOrThrow({ where: { id: taken.id } })).toMatchObject({ lastNumber: rounds });
});
