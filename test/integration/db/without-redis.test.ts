import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { dueSequences } from "../../../shared/db/issuing/due-sequences.js";
import { exchangeReachability, isAnyIssuerSeen } from "../../../shared/db/issuing/issuer-hearings.js";
import { acquireLease, purgeLeases, releaseLease, renewLease } from "../../../shared/db/issuing/sequence-leases.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);
const startOther = await openLines(system, "mono");

const [mine, theirs] = [randomUUID(), randomUUID()];
const later = (ms: number) =>
  db.$executeRaw`UPDATE issuance SET enqueued_at = enqueued_at - ${ms} * interval '1 millisecond'`;
const dueOf = async ({ taken: { key } }: SampleQueue) =>
  (await dueSequences(db)).some(
    (due) => due.companyId === key.companyId && due.posNumber === key.posNumber && due.voucherType === key.voucherType,
  );

test("a lease is one drain's until it ends, is ended, or its time lies further ahead than a lease lasts", async () => {
  const { taken } = await start(0);
  expect(await acquireLease(db, taken.key, mine)).toBe(true);
  expect(await acquireLease(db, taken.key, theirs)).toBe(false);
  expect([await renewLease(db, taken.key, mine), await renewLease(db, taken.key, theirs)]).toEqual([true, false]);
  await releaseLease(db, taken.key, theirs);
  expect(await acquireLease(db, taken.key, theirs)).toBe(false);
  await releaseLease(db, taken.key, mine);
  expect(await acquireLease(db, taken.key, theirs)).toBe(true);

  await db.$executeRaw`UPDATE sequence_lease SET expires_at = now() - interval '1 second'`;
  expect(await acquireLease(db, taken.key, mine)).toBe(true);
  await db.$executeRaw`UPDATE sequence_lease SET expires_at = now() + interval '10 minutes'`;
  expect(await acquireLease(db, taken.key, theirs)).toBe(true);
  await db.$executeRaw`UPDATE sequence_lease SET expires_at = now() - interval '2 hours'`;
  await purgeLeases(db);
  expect(await db.sequenceLease.count()).toBe(0);
});

test("a lease holds against a drain whose transaction began before it was taken", async () => {
  const line = await start(1);
  await later(300);
  const { key } = line.taken;
  await db.$transaction(async (earlier) => {
    await earlier.$queryRaw`SELECT now()`;
    expect(await acquireLease(db, key, mine)).toBe(true);
    expect(await acquireLease(earlier, key, theirs)).toBe(false);
    expect(await dueSequences(earlier)).not.toContainEqual(expect.objectContaining(key));
  });
});

test("what waits is due after a moment, unless a lease is on its sequence", async () => {
  const line = await start(1);
  // A test may take longer than the moment: within a transaction no time passes for the database.
  await db.$transaction(async (still) => {
    await still.$executeRaw`UPDATE issuance SET enqueued_at = now()`;
    expect(await dueSequences(still)).not.toContainEqual(expect.objectContaining(line.taken.key));
  });
  await later(300);
  expect(await dueOf(line)).toBe(true);
  await acquireLease(db, line.taken.key, mine);
  expect(await dueOf(line)).toBe(false);
  await releaseLease(db, line.taken.key, mine);
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '1 second' WHERE state = 'queued'`;
  expect(await dueOf(line)).toBe(false);
});

test("a call in flight is left to its maker for ten seconds, one in doubt is not", async () => {
  const line = await start(2);
  await later(300);
  await submitFrom(line);
  expect(await dueOf(line)).toBe(false);
  await db.$executeRaw`UPDATE issuance SET doubt = 'resolving' WHERE state = 'submitted'`;
  expect(await dueOf(line)).toBe(true);
  await db.$executeRaw`UPDATE issuance SET doubt = NULL, submitted_at = now() - interval '11 seconds' WHERE state = 'submitted'`;
  expect(await dueOf(line)).toBe(true);
});

test("companies take turns, and what is in doubt comes last", async () => {
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() WHERE state = 'queued'`;
  await db.$executeRaw`UPDATE issuance SET doubt = NULL, submitted_at = now() WHERE state = 'submitted'`;
  const lines = [await start(1), await start(1), await start(1)];
  await later(300);
  const other = await startOther(1);
  await later(300);
  const [first, second] = await dueSequences(db, 2);
  const [one] = lines;
  expect([first?.companyId, second?.companyId]).toEqual([one?.taken.key.companyId, other.taken.key.companyId]);
});

test("an issuer is seen while it gives a sign of life in the environment", async () => {
  expect(await isAnyIssuerSeen(db, false)).toBe(false);
  await exchangeReachability(db, randomUUID(), [
    { production: false, answeredAgoMs: null, failingAgoMs: null, about: null },
  ]);
  expect([await isAnyIssuerSeen(db, false), await isAnyIssuerSeen(db, true)]).toEqual([true, false]);
  await db.$executeRaw`UPDATE issuer_reachability SET last_heartbeat_at = now() - interval '13 seconds'`;
  expect(await isAnyIssuerSeen(db, false)).toBe(false);
});
