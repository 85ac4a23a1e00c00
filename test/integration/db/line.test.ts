import { expect, test } from "vitest";
import { createJobViewCache } from "../../../issuer/store/job-views.js";
import { createIssuanceStore } from "../../../issuer/store/store.js";
import { approve } from "../../../shared/db/issuing/approve.js";
import { findJobViews } from "../../../shared/db/issuing/issuance-jobs.js";
import { acquireSequence, type OwnedSequence } from "../../../shared/db/issuing/sequences.js";
import { findQueued, type Submission } from "../../../shared/db/issuing/submissions.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { approvalOf, grantedTo, openLines } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const start = await openLines(system);

async function submit(db: Database, taken: OwnedSequence, limit: number): Promise<Submission[]> {
  const [next] = await submitNext(db, [{ taken, limit }]);
  if (next?.outcome !== "submitted") throw new Error(`nothing was submitted: ${next?.outcome}`);
  return next.submissions;
}

async function othersWait(db: Database, taken: OwnedSequence, submission: Submission | undefined) {
  if (!submission) throw new Error("there is no such submission");
  const [result] = await approve(db, [grantedTo(taken, [submission])]);
  return result?.othersWait;
}

test("an approval says whether others wait in line", async () => {
  const line = await start(2);
  const [first] = await submit(line.db, line.taken, 1);
  expect(await othersWait(line.db, line.taken, first)).toBe(true);
  const [second] = await submit(line.db, line.taken, 1);
  expect(await othersWait(line.db, line.taken, second)).toBe(false);
});

test("findQueued finds, among several sequences, those with a waiting line", async () => {
  const lines = [await start(1), await start(0), await start(2), await start(1)];
  const [first, second, third, fourth] = lines.map(({ taken }) => taken);
  if (!first || !second || !third || !fourth) throw new Error("there are not four lines");
  await submit(system.db, fourth, 1);
  const elsewhere = { ...first.key, production: true };

  const found = await findQueued(system.db, [first.key, elsewhere, second.key, third.key, fourth.key]);
  expect([...found.keys()]).toEqual([first.key, third.key]);
});

test("a key that is sent again while it waits keeps its place in the line", async () => {
  const line = await start(2);
  const [first] = line.bodies;
  if (!first) throw new Error("the line is empty");
  await line.db.$transaction(async (tx) => {
    expect(await line.record(tx, first)).toBeUndefined();
    const [served] = await submit(line.db, line.taken, 1);
    expect(served?.body.idempotency, "served while the repeated request is still running").toBe(first.idempotency);
  });
});

test("an approval says that another number is open, and nothing new gets a number before that is settled", async () => {
  const line = await start(3);
  const [first, second] = await submit(line.db, line.taken, 2);
  expect(await othersWait(line.db, line.taken, first)).toBe(true);
  expect(await submitNext(line.db, [{ taken: line.taken, limit: 1 }])).toEqual([{ outcome: "leftover" }]);
  expect(await othersWait(line.db, line.taken, second)).toBe(true);
  const [third] = await submit(line.db, line.taken, 1);
  expect(await othersWait(line.db, line.taken, third)).toBe(false);
});

test("a leftover of an earlier taker comes before anything new", async () => {
  const line = await start(2);
  await submit(line.db, line.taken, 1);
  const successor = await acquireSequence(line.db, line.taken.key);
  expect(await submitNext(line.db, [{ taken: line.taken, limit: 1 }])).toEqual([{ outcome: "superseded" }]);
  expect(await submitNext(line.db, [{ taken: successor, limit: 1 }])).toEqual([{ outcome: "leftover" }]);
});

test("a job's view from memory equals the view from the row", async () => {
  const line = await start(1);
  const [submission] = await submit(line.db, line.taken, 1);
  if (!submission) throw new Error("nothing was submitted");
  const asked: number[] = [];
  const { onCommit, findView } = createJobViewCache(async (id) => {
    asked.push(id);
    return (await findJobViews(line.db, [id])).get(id);
  });
  const granted = approvalOf(submission);
  const recorded = await createIssuanceStore(line.db).approve(line.taken, [granted]);
  onCommit({ type: "approved", approved: recorded?.approved ?? [], startedAtMs: 0 });

  const kept = await findView(submission.id);
  expect(asked).toEqual([]);
  expect(await findView(submission.id), "read from the row, because the view in memory is used once").toEqual(kept);
  expect(asked).toEqual([submission.id]);
  expect(kept).toMatchObject({
    state: "approved",
    voucherNumber: 1,
    history: [expect.any(String), expect.any(String), expect.stringContaining(`CAE ${granted.cae}`)],
  });
});
