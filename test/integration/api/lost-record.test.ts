import { expect, test } from "vitest";
import { createSettlementNotifier } from "../../../api/issuing/settlement-notifier.js";
import { findIssuances } from "../../../shared/db/issuing/issuances.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { createLog } from "../../../shared/logging/log.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, type Fate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);

/** Posts a request. Each fate is what happens to one recording of it, in order: first the loss, then the later attempts. */
async function postThrough(body: unknown, ...fates: Fate[]) {
  const enqueuedBefore = system.enqueued.length;
  system.fate = async (db, id) => (await fates.shift()?.(db, id)) ?? true;
  const answer = await system.post(body);
  expect(fates, "unused fates").toEqual([]);
  return { ...answer, enqueued: system.enqueued.length - enqueuedBefore };
}

const forgotten: Fate = async (db, id) => (await db.$executeRaw`DELETE FROM issuance WHERE id = ${id}`) === 1;

/** The database gave the lost record's id to another record, which has a voucher. */
const ofAnother =
  (change: (db: Database, id: number) => Promise<unknown>): Fate =>
  async (db, id) => {
    await change(db, id);
    return approvedFate(db, id);
  };

const rejection = { code: "TAXAUTH_ERROR", reasons: [{ code: 10_015, msg: "no" }] };

test("a request whose record was lost in a crash is recorded again and answered with its voucher", async () => {
  const answer = await postThrough(invoiceB(), forgotten, approvedFate);
  expect(answer).toMatchObject({ status: 201, enqueued: 2, body: { result: { idempotencyHit: false } } });
});

test("a caller never gets the voucher of another record that reused the id of its lost record", async () => {
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

test("a second attempt that a crash lost is not answered with the first attempt's refusal", async () => {
  const body = invoiceB();
  const back: Fate = async (db, id) => {
    await db.$executeRaw`UPDATE issuance SET revision = 1 WHERE id = ${id}`;
    return refusedFate("rejected", rejection)(db, id);
  };
  expect(await postThrough(body, refusedFate("rejected", rejection))).toMatchObject({ status: 422 });
  expect(await postThrough(body, back, approvedFate)).toMatchObject({ status: 201, enqueued: 2 });
});

test("an attempt that another request recorded in place of a lost one keeps its own outcome", async () => {
  const otherAttempt =
    (change: (db: Database, id: number) => Promise<unknown>, then: Fate): Fate =>
    async (db, id) => {
      await db.$executeRaw`UPDATE issuance SET enqueued_at = enqueued_at + interval '1 second' WHERE id = ${id}`;
      await change(db, id);
      return then(db, id);
    };
  const sameBody = otherAttempt(async () => undefined, approvedFate);
  expect(await postThrough(invoiceB(), sameBody)).toMatchObject({
    status: 200,
    body: { result: { idempotencyHit: true } },
  });

  const otherBody = otherAttempt(
    (db, id) => db.$executeRaw`UPDATE issuance SET body_hash = '\\x00' WHERE id = ${id}`,
    refusedFate("rejected", rejection),
  );
  expect(await postThrough(invoiceB(), otherBody, approvedFate), "the refusal was for other content").toMatchObject({
    status: 201,
  });
});

test("a request whose lost key was sent again and refused meanwhile gets the same refusal", async () => {
  const body = invoiceB();
  const forgottenAndSentAgain: Fate = async (db, id) => {
    await db.$executeRaw`UPDATE issuance SET id = nextval(pg_get_serial_sequence('issuance', 'id')), enqueued_at = enqueued_at + interval '1 second' WHERE id = ${id}`;
    const { id: again } = await db.issuance.findFirstOrThrow({ where: { idempotency: body.idempotency } });
    return refusedFate("failed", notAsked({ kind: "down", services: ["wsfe"], detail: "away" }))(db, again);
  };
  const answer = await postThrough(body, forgottenAndSentAgain);
  expect(answer, "no voucher appears after the other request's 502").toMatchObject({ status: 502, enqueued: 1 });
});

test("a request that joined another one records it again when a crash lost the record", async () => {
  const body = invoiceB();
  const joined: Fate = async (_db, id) => {
    system.fate = async (db, id) => (id === first ? forgotten(db, id) : approvedFate(db, id));
    const first = id;
    const second = await system.post(body);
    expect(second).toMatchObject({ status: 201, body: { result: { idempotencyHit: false } } });
    return false;
  };
  system.fate = joined;
  const answer = await system.post(body);
  expect(answer).toMatchObject({ status: 200, body: { result: { idempotencyHit: true } } });
});

test("a wait that ended on a lost record does not count, and the request is recorded again", async () => {
  const forgottenToTheEnd: Fate = async (db, id) => !(await forgotten(db, id));
  expect(await postThrough(invoiceB(), forgottenToTheEnd, approvedFate)).toMatchObject({ status: 201, enqueued: 2 });
});

test("an announcement that shows the state before an attempt is not its outcome", async () => {
  const body = invoiceB();
  expect(await postThrough(body, refusedFate("rejected", rejection))).toMatchObject({ status: 422 });
  const [before] = await viewsOf(body);
  const { wait } = system.deps.settlements;
  system.deps.settlements.wait = async ({ id }) => {
    await approvedFate(system.db, id);
    return { ended: true, ...(before && { view: before }) };
  };
  expect(await system.post(body)).toMatchObject({ status: 201 });
  system.deps.settlements.wait = wait;
});

/** The key's record, as its waiters see it. */
const viewsOf = async ({ idempotency }: { idempotency: string }) => {
  const { id } = await system.db.issuance.findFirstOrThrow({ where: { idempotency } });
  return [...(await findIssuances(system.db, [id])).values()];
};

test("the next poll wakes a waiter whose record is gone or whose id belongs to another record", async () => {
  const settlements = createSettlementNotifier(system.db, createLog("test", "silent"));
  const waits: Fate = async (_db, id) =>
    settlements
      .wait({ id, revision: 1, recordedAtMs: 1, orUnconfirmed: true }, 60_000)
      .then(() => approvedFate(system.db, id));
  expect(await postThrough(invoiceB(), waits)).toMatchObject({ status: 201 });
  expect(
    await settlements.wait({ id: 2_000_000_000, revision: 1, recordedAtMs: 1, orUnconfirmed: true }, 60_000),
  ).toEqual({ ended: true });
  await settlements.stop();
});

/** As after a failover: the record is gone, and the database is on another timeline than when it was recorded. */
const ofEndedHistory: Fate = async (db, id) => {
  await db.$executeRaw`CREATE OR REPLACE FUNCTION current_incarnation() RETURNS INTEGER LANGUAGE sql VOLATILE AS 'SELECT 2'`;
  return (await db.$executeRaw`DELETE FROM issuance WHERE id = ${id}`) === 1;
};

test("a request whose record a failover lost is answered 409 and not recorded again, because it may have been sent", async () => {
  const answer = await postThrough(invoiceB(), ofEndedHistory);
  expect(answer).toMatchObject({ status: 409, enqueued: 1, body: { code: "TAXAUTH_UNCONFIRMED" } });
});
