import { expect, test } from "vitest";
import type { Operator } from "../../../api/operations/operator.js";
import type { AuthorityClient } from "../../../api/operations/reconcile/authority-client.js";
import { reconcileSequence } from "../../../api/operations/reconcile/reconcile-sequence.js";
import { verifyExplained } from "../../../api/operations/reconcile/verify-explained.js";
import { detectLoss } from "../../../shared/db/incarnation/incarnation.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { verifyNumbering } from "../../../shared/db/reconcile/verify-numbering.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);
const [company] = await db.$queryRaw<[{ id: number }]>`SELECT id FROM company WHERE code = 'demo'`;
const operator: Operator = { db, actor: { type: "admin" }, companyId: company.id, production: false };

/** A test's database is a copy, and so on a history of its own, which has just begun. */
const beOldHistory = () =>
  db.$executeRaw`UPDATE database_incarnation SET began_at = now() - interval '11 minutes', written_by = pg_current_xact_id()`;
await beOldHistory();

/** A numbering of which the database lost commits, with so many in its line. */
async function unverified(waiting = 0): Promise<SampleQueue> {
  const line = await start(waiting);
  await db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${line.taken.id}`;
  return line;
}

/** An authority that has a voucher under each number up to `last`. */
const holding = (last: number): AuthorityClient => ({
  lastNumber: async () => ({ number: last, refused: null }),
  lookUp: async ({ posNumber }, number) =>
    number <= last
      ? { outcome: "found", voucher: recordedAs(declared(), number, `86330${100_000 + posNumber * 100 + number}000`) }
      : { outcome: "absent" },
});

const [sample] = (await start(1)).bodies as [SampleQueue["bodies"][0]];
const declared = () => toDeclaration(sample, computeAmounts(sample));

const compare = async (line: SampleQueue, authority: AuthorityClient, isImport = false) => {
  const report = await reconcileSequence(operator, authority, line.taken.key, {
    ...{ from: undefined, to: undefined, import: isImport, onlyIfUsed: false, pauseMs: 0, progress: () => undefined },
  });
  if (!report) throw new Error("it was used");
  return report;
};

/** `reconcile --verify` of one numbering. */
async function verify(line: SampleQueue, authority: AuthorityClient, isImport = false) {
  const [report] = await verifyExplained(operator, authority, [await compare(line, authority, isImport)]);
  return report;
}

const rowOf = ({ taken }: SampleQueue) => db.sequence.findUniqueOrThrow({ where: { id: taken.id } });
const auditOf = ({ taken: { key } }: SampleQueue) =>
  db.auditEntry.findMany({ where: { action: "sequence.verify", resourceId: `${key.posNumber}-${key.voucherType}` } });

test("a numbering that nobody uses any more is verified once nothing is unexplained, and no key of it stays suspect", async () => {
  const line = await unverified(1);
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '10 seconds' WHERE pos_number = ${line.taken.key.posNumber}`;
  await cancelAllOverdue(db);
  // An attempt that is from before the loss.
  await db.$executeRaw`UPDATE issuance SET incarnation = incarnation - 1 WHERE pos_number = ${line.taken.key.posNumber}`;
  const isSuspect = async () => {
    const [row] = await db.$queryRaw<[{ suspect: boolean }]>`
      SELECT is_suspect(id) AS suspect FROM issuance WHERE pos_number = ${line.taken.key.posNumber}`;
    return row.suspect;
  };
  expect([await isSuspect(), (await compare(line, holding(0))).verified]).toEqual([true, false]);
  const before = await rowOf(line);
  expect(await verify(line, holding(0))).toMatchObject({ verified: true, notVerified: null });
  expect(await isSuspect()).toBe(false);
  expect(await rowOf(line)).toEqual({ ...before, epoch: before.epoch + 1, unverified: false });
  expect(await auditOf(line)).toMatchObject([{ actorType: "admin", after: { lastNumber: 0 } }]);
  // A second run finds it so, and writes nothing.
  expect(await verify(line, holding(0))).toMatchObject({ verified: true, notVerified: null });
  expect(await auditOf(line)).toHaveLength(1);
});

test("an import explains the numbers, and verifies at its end; plain reconcile changes nothing", async () => {
  const line = await unverified();
  expect(await verify(line, holding(3))).toMatchObject({
    verified: false,
    notVerified: expect.stringContaining("reconcile --import"),
  });
  const imported = await compare(line, holding(3), true);
  expect(imported).toMatchObject({ imported: [1, 2, 3], verified: false, notVerified: null });
  expect(await rowOf(line)).toMatchObject({ unverified: true, lastNumber: 3 });
  expect(await verify(line, holding(3))).toMatchObject({ verified: true });
  expect(await auditOf(line)).toMatchObject([{ after: { lastNumber: 3 } }]);
  const { companyId, posNumber } = line.taken.key;
  const rows = await db.voucher.findMany({ where: { companyId, posNumber }, select: { whileUnverified: true } });
  expect(rows).toEqual(Array(3).fill({ whileUnverified: true }));
});

test("who took the numbering before commits nothing afterwards", async () => {
  const line = await unverified(1);
  const taken = await acquireSequence(db, line.taken.key);
  expect(await verify(line, holding(0))).toMatchObject({ verified: true });
  expect(await submitNext(db, [{ taken, limit: 1 }])).toMatchObject([{ outcome: "superseded" }]);
});

test("what changed since the comparison is left", async () => {
  const line = await unverified(1);
  const { key } = line.taken;
  const verifyNow = (seenLast: number | null) => db.$transaction((tx) => verifyNumbering(tx, key, seenLast));
  expect(await verifyNow(1), "ours is another last number").toBe(false);
  await submitFrom(line);
  expect(await verifyNow(0), "a number is open").toBe(false);
  await db.$executeRaw`UPDATE issuance SET state = 'cancelled', number = NULL WHERE pos_number = ${key.posNumber}`;
  await db.$executeRaw`UPDATE sequence SET missing_from = 1, missing_to = 2, missing_at = now() WHERE id = ${line.taken.id}`;
  expect(await verifyNow(0), "numbers are missing").toBe(false);
  await db.$executeRaw`UPDATE sequence SET missing_from = NULL, missing_to = NULL, missing_at = NULL WHERE id = ${line.taken.id}`;
  expect((await rowOf(line)).unverified).toBe(true);
  expect(await verifyNow(0)).toBe(true);
});

test("the lock is waited for before anything is looked at", async () => {
  const line = await unverified(1);
  const { key } = line.taken;
  let verifying: Promise<boolean> | undefined;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM sequence WHERE id = ${line.taken.id} FOR UPDATE`;
    verifying = db.$transaction((other) => verifyNumbering(other, key, 0));
    await expect
      .poll(
        () => db.$queryRaw`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'`,
      )
      .not.toEqual([]);
    await tx.$executeRaw`UPDATE issuance SET state = 'submitted', number = 1, submitted_at = now(), epoch = 1 WHERE pos_number = ${key.posNumber}`;
  });
  expect(await verifying).toBe(false);
});

test("a numbering of CAEA is a person's word, and one that the authority refuses or that was never used is left", async () => {
  const own = await unverified();
  const { companyId, production, posNumber: number } = own.taken.key;
  await db.pointOfSale.upsert({
    where: { companyId_production_number: { companyId, production, number } },
    create: { companyId, production, number, authorization: "CAEA" },
    update: { authorization: "CAEA" },
  });
  expect(await verify(own, holding(0))).toMatchObject({
    verified: false,
    notVerified: expect.stringContaining("contingency verify"),
  });
  expect(await db.$transaction((tx) => verifyNumbering(tx, own.taken.key, 0))).toBe(false);

  const refused: AuthorityClient = {
    ...holding(0),
    lastNumber: async () => ({ number: 0, refused: "not enabled" }) as never,
  };
  expect(await verify(await unverified(), refused)).toMatchObject({
    verified: false,
    notVerified: expect.stringContaining("refuses"),
  });
  const unused = { ...own, taken: { ...own.taken, key: { ...own.taken.key, posNumber: 99_998 } } };
  expect(await verify(unused, holding(0))).toMatchObject({
    verified: false,
    notVerified: expect.stringContaining("never used"),
  });
});

test("in the first minutes of a history nothing is verified: what was sent before may still be granted", async () => {
  const line = await unverified();
  await db.$executeRaw`UPDATE database_incarnation SET incarnation = incarnation`; // as a load does: written by another transaction
  await detectLoss(db);
  expect(await verify(line, holding(0))).toMatchObject({
    verified: false,
    notVerified: expect.stringContaining("ten minutes"),
  });
  expect(await db.$transaction((tx) => verifyNumbering(tx, line.taken.key, 0))).toBe(false);
  await beOldHistory();
  expect(await verify(line, holding(0))).toMatchObject({ verified: true });
});
