import { afterAll, beforeAll, expect, test } from "vitest";
import { createSettlements } from "../../../api/settlements.js";
import type { Database } from "../../../shared/db/database.js";
import { createLog } from "../../../shared/log.js";
import { invoiceB } from "../../support/invoice.js";
import { approvedFate, type Fate, type IssuingApp, openIssuingApp, refusedFate } from "../../support/issuing-app.js";

let system: IssuingApp;
beforeAll(async () => {
  system = await openIssuingApp();
});
afterAll(() => system[Symbol.asyncDispose]());

/** What a crash of the database left of the record, and then the fates of what is recorded after it. */
async function postThrough(body: unknown, ...fates: Fate[]) {
  const enqueuedBefore = system.enqueued.length;
  system.fate = async (db, id) => (await fates.shift()?.(db, id)) ?? true;
  const answer = await system.post(body);
  expect(fates, "fates that nobody met").toEqual([]);
  return { ...answer, enqueued: system.enqueued.length - enqueuedBefore };
}

const forgotten: Fate = async (db, id) => (await db.$executeRaw`DELETE FROM issuance WHERE id = ${id}`) === 1;

/** The server gave the id anew, and there is a voucher. */
const ofAnother =
  (change: (db: Database, id: number) => Promise<unknown>): Fate =>
  async (db, id) => {
    await change(db, id);
    return approvedFate(db, id);
  };

const rejection = { code: "TAXAUTH_ERROR", reasons: [{ code: 10_015, msg: "no" }] };

test("a request whose record a crash forgot is recorded anew, and answered its voucher", async () => {
  const answer = await postThrough(invoiceB(), forgotten, approvedFate);
  expect(answer).toMatchObject({ status: 201, enqueued: 2, body: { result: { idempotencyHit: false } } });
});

test("nobody is told of another's voucher that was given the id of a forgotten record", async () => {
  const ofOtherKey = ofAnother(
    (db, id) => db.$executeRaw`UPDATE issuance SET idempotency = 'another' WHERE id = ${id}`,
  );
  const ofOtherCompany = ofAnother(
    (db, id) =>
      db.$executeRaw`UPDATE issuance SET company_id = (SELECT id FROM company WHERE code = 'mono') WHERE id = ${id}`,
  );
  const ofOtherEnvironment = ofAnother(
    (db, id) => db.$executeRaw`UPDATE issuance SET production = true WHERE id = ${id}`,
  );
  for (const other of [ofOtherKey, ofOtherCompany, ofOtherEnvironment]) {
    const body = invoiceB();
    const answer = await postThrough(body, other, approvedFate);
    expect(answer).toMatchObject({ status: 201, enqueued: 2, body: { result: { idempotencyHit: false } } });
    const replayed = await system.post(body);
    expect(replayed.body.result).toEqual({ ...answer.body.result, idempotencyHit: true });
  }
});

test("a key that was armed again, and whose new arming a crash forgot, is not answered the refusal of before", async () => {
  const body = invoiceB();
  const back: Fate = async (db, id) => {
    await db.$executeRaw`UPDATE issuance SET revision = 1 WHERE id = ${id}`;
    return refusedFate("rejected", rejection)(db, id);
  };
  expect(await postThrough(body, refusedFate("rejected", rejection))).toMatchObject({ status: 422 });
  expect(await postThrough(body, back, approvedFate)).toMatchObject({ status: 201, enqueued: 2 });
});

test("what somebody else armed in place of a forgotten arming is theirs", async () => {
  const otherArming =
    (change: (db: Database, id: number) => Promise<unknown>, then: Fate): Fate =>
    async (db, id) => {
      await db.$executeRaw`UPDATE issuance SET armed_at = armed_at + interval '1 second' WHERE id = ${id}`;
      await change(db, id);
      return then(db, id);
    };
  const sameBody = otherArming(async () => undefined, approvedFate);
  expect(await postThrough(invoiceB(), sameBody)).toMatchObject({
    status: 200,
    body: { result: { idempotencyHit: true } },
  });

  const otherBody = otherArming(
    (db, id) => db.$executeRaw`UPDATE issuance SET body_hash = '\\x00' WHERE id = ${id}`,
    refusedFate("rejected", rejection),
  );
  expect(await postThrough(invoiceB(), otherBody, approvedFate), "that refusal judged other content").toMatchObject({
    status: 201,
  });
});

test("whoever waits for a record that is gone is woken by the next poll", async () => {
  const settlements = createSettlements(system.db, createLog("test", "silent"));
  expect(await settlements.wait({ id: 2_000_000_000, revision: 1, orUnconfirmed: true }, 60_000)).toBe(true);
  await settlements.stop();
});
