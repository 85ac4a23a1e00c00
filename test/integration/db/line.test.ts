import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { keepJobViews } from "../../../issuer/job-views.js";
import { createIssuanceStore } from "../../../issuer/store.js";
import { type Caller, findCaller, hashOf } from "../../../shared/db/api-keys.js";
import type { Database, Transaction } from "../../../shared/db/database.js";
import { findJobViews } from "../../../shared/db/issuance-jobs.js";
import { recordIssuance } from "../../../shared/db/issuances.js";
import { resynchronise, type TakenSequence, takeSequence } from "../../../shared/db/sequences.js";
import { approve } from "../../../shared/db/settle-issuances.js";
import { findQueued, type Submission } from "../../../shared/db/submissions.js";
import { submitNext } from "../../../shared/db/write-ahead.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { invoiceB, today } from "../../support/invoice.js";
import { type IssuingApp, openIssuingApp } from "../../support/issuing-app.js";

let system: IssuingApp;
let caller: Caller;
beforeAll(async () => {
  system = await openIssuingApp();
  const found = await findCaller(system.db, hashOf(system.keys.keys.test));
  if (!found) throw new Error("the demo company is not there");
  caller = found;
});
afterAll(() => system[Symbol.asyncDispose]());

let posNumber = 0;

/** A sequence that was just taken, with so many in its line. */
async function start(waiting: number) {
  const { db } = system;
  const key = { companyId: caller.companyId, production: false, posNumber: ++posNumber, voucherType: 6 };
  const bodies: IssuanceRequest[] = [];
  const record = (on: Transaction, body: IssuanceRequest) =>
    recordIssuance(on as Database, {
      key,
      body,
      bodyHash: new Uint8Array(32),
      amounts: computeAmounts(body),
      vatRounding: "auto",
      apiKeyId: caller.apiKeyId,
      requestId: "test",
      periodStart: today().replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"),
      waitMs: 60_000,
    });
  for (let count = 0; count < waiting; count++) {
    const checked = checkIssuance(invoiceB({ posNumber }));
    if (!checked.ok) throw new Error("the sample is not valid");
    bodies.push(checked.body);
    await record(db, checked.body);
  }
  const taken = await takeSequence(db, key);
  await resynchronise(db, taken, 0);
  return { db, taken, bodies, record };
}

async function submit(db: Database, taken: TakenSequence, most: number): Promise<Submission[]> {
  const next = await submitNext(db, taken, most);
  if (next.outcome !== "submitted") throw new Error(`nothing was submitted: ${next.outcome}`);
  return next.submissions;
}

async function othersWait(db: Database, taken: TakenSequence, submission: Submission | undefined) {
  if (!submission) throw new Error("there is no such submission");
  const granted = { submission, cae: `8633076779${submission.id + 1_000}`, caeExpirationDate: today() };
  return (await approve(db, taken, [{ ...granted, observations: [] }]))?.othersWait;
}

test("an approval says whether anybody is in line", async () => {
  const line = await start(2);
  const [first] = await submit(line.db, line.taken, 1);
  expect(await othersWait(line.db, line.taken, first)).toBe(true);
  const [second] = await submit(line.db, line.taken, 1);
  expect(await othersWait(line.db, line.taken, second)).toBe(false);
});

test("of several sequences at once, those are found in whose line somebody waits", async () => {
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
  if (!first) throw new Error("nobody waits");
  await line.db.$transaction(async (tx) => {
    expect(await line.record(tx, first)).toBeUndefined();
    const [served] = await submit(line.db, line.taken, 1);
    expect(served?.body.idempotency, "served while the request that came again is not over").toBe(first.idempotency);
  });
});

test("an approval of one of several says that another number is open, and nothing new is given a number before it", async () => {
  const line = await start(3);
  const [first, second] = await submit(line.db, line.taken, 2);
  expect(await othersWait(line.db, line.taken, first)).toBe(true);
  expect(await submitNext(line.db, line.taken, 1)).toEqual({ outcome: "leftover" });
  expect(await othersWait(line.db, line.taken, second)).toBe(true);
  const [third] = await submit(line.db, line.taken, 1);
  expect(await othersWait(line.db, line.taken, third)).toBe(false);
});

test("a number that an earlier taker left open goes before anything new", async () => {
  const line = await start(2);
  await submit(line.db, line.taken, 1);
  const successor = await takeSequence(line.db, line.taken.key);
  expect(await submitNext(line.db, line.taken, 1)).toEqual({ outcome: "lost" });
  expect(await submitNext(line.db, successor, 1)).toEqual({ outcome: "leftover" });
});

test("what a job tells of a voucher that its process has just recorded is what its row says", async () => {
  const line = await start(1);
  const [submission] = await submit(line.db, line.taken, 1);
  if (!submission) throw new Error("nothing was submitted");
  const asked: number[] = [];
  const { store, findView } = keepJobViews(createIssuanceStore(line.db), async (id) => {
    asked.push(id);
    return (await findJobViews(line.db, [id])).get(id);
  });
  const granted = { submission, cae: "86330767799632", caeExpirationDate: today(), observations: [] };
  await store.approve(line.taken, [granted]);

  const kept = await findView(submission.id);
  expect(asked).toEqual([]);
  expect(await findView(submission.id), "read, since it was told once").toEqual(kept);
  expect(asked).toEqual([submission.id]);
  expect(kept).toMatchObject({
    state: "approved",
    voucherNumber: 1,
    history: [expect.any(String), expect.any(String), expect.stringContaining("CAE 86330767799632")],
  });
});
