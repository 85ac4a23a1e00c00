import { beforeEach, expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { recordBatch } from "../../../shared/db/batches/record-batch.js";
import { cancelAllOverdue, cancelOverdue } from "../../../shared/db/issuing/issuances.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import { settleQueued } from "../../../shared/db/issuing/settle-issuances.js";
import { findKeyObstacle } from "../../../shared/db/issuing/suspicion.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import type { Transaction } from "../../../shared/db/pool/database.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB, today } from "../../support/samples/invoice.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { openLines, type SampleQueue } from "../../support/samples/waiting-lines.js";
import { whileHeld } from "../../support/samples/while-held.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);
// Only the line of the test itself has lost anything.
beforeEach(() => db.$executeRaw`UPDATE sequence SET unverified = false`);

/** A line with one sale, of which the database may have forgotten the voucher. */
async function lostLine(): Promise<{ line: SampleQueue; body: IssuanceRequest; id: number }> {
  const line = await start(0);
  const items = [{ description: "Yerba", quantity: 1, price: 101, taxType: 5 }];
  const checked = checkIssuance(invoiceB({ posNumber: line.taken.key.posNumber, items }));
  if (!checked.ok) throw new Error("the sample is not valid");
  const recorded = await line.record(db, checked.body);
  await db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${line.taken.id}`;
  return { line, body: checked.body, id: recorded?.id ?? 0 };
}

const beOverdue = (id: number) =>
  db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '10 seconds' WHERE id = ${id}`;

const rowOf = (id: number) => db.issuance.findUniqueOrThrow({ where: { id } });

/** The sale's forgotten voucher is imported, and `meanwhile` waits for the transaction that does it. Gives what became of it. */
async function importWhile<Result>(
  { line, body }: Awaited<ReturnType<typeof lostLine>>,
  meanwhile: () => Promise<Result>,
  importing = (tx: Transaction, recorded: Parameters<typeof importVouchers>[2]) =>
    importVouchers(tx, line.taken.key, recorded),
): Promise<Result> {
  const recorded = recordedAs(
    toDeclaration(body, computeAmounts(body)),
    1,
    `8633076779${7_000 + line.taken.key.posNumber}`,
  );
  const made = new Date(Date.now() - 30 * 60_000).toISOString();
  const { result } = await whileHeld(db, (tx) => importing(tx, [{ ...recorded, processedAt: made }]), meanwhile);
  return result;
}

test("a write-ahead that waited for an import commits nothing, and the next one holds the key back", async () => {
  const lost = await lostLine();
  const taken = await acquireSequence(db, lost.line.taken.key);
  expect(await importWhile(lost, () => submitNext(db, [{ taken, limit: 1 }]))).toEqual([{ outcome: "superseded" }]);
  const again = await acquireSequence(db, lost.line.taken.key);
  expect(await submitNext(db, [{ taken: again, limit: 1 }])).toEqual([{ outcome: "drained" }]);
  expect(await rowOf(lost.id)).toMatchObject({ state: "queued", number: null, suspectSince: expect.any(Date) });
});

test("the conditions of a key alone hold it back, whatever the epoch is", async () => {
  const lost = await lostLine();
  const taken = await acquireSequence(db, lost.line.taken.key);
  const importing = (tx: Transaction, recorded: Parameters<typeof importVouchers>[2]) =>
    importVouchers(tx, lost.line.taken.key, recorded, { isTaken: true });
  const [next] = await importWhile(lost, () => submitNext(db, [{ taken, limit: 1 }]), importing);
  expect(next).toEqual({ outcome: "drained" });
});

test("a new attempt that waited for an import is not recorded, and the doubt stays", async () => {
  const lost = await lostLine();
  await beOverdue(lost.id);
  await cancelAllOverdue(db);
  expect(await importWhile(lost, () => lost.line.record(db, lost.body))).toBeUndefined();
  expect(await rowOf(lost.id)).toMatchObject({ state: "cancelled", revision: 1, suspectSince: expect.any(Date) });
  expect(await findKeyObstacle(db, lost.line.taken.key, lost.body.idempotency)).toEqual({ why: "imported" });
});

test("an element that waited for an import is not armed", async () => {
  const lost = await lostLine();
  await beOverdue(lost.id);
  await cancelAllOverdue(db);
  const amounts = computeAmounts(lost.body);
  const declared = toDeclaration(lost.body, amounts);
  const element = { body: lost.body, bodyHash: "00".repeat(32), amounts, declared, vatRounding: "auto" as const };
  const periodStart = today().replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  const batch = { name: null, apiKeyId: null, userEmail: null, requestId: "x", periodStart, elements: [element] };
  await importWhile(lost, () => recordBatch(db, lost.line.taken.key, batch));
  expect(await rowOf(lost.id)).toMatchObject({ state: "cancelled", revision: 1, suspectSince: expect.any(Date) });
});

test.each<[string, (lost: Awaited<ReturnType<typeof lostLine>>) => Promise<unknown>]>([
  ["cancel of its waiter", ({ id }) => cancelOverdue(db, { id, revision: 1 })],
  [
    "line that is closed",
    async ({ line }) => settleQueued(db, line.taken, "cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }),
  ],
])("who waits for it is told that its outcome is unknown: %s", async (_, ending) => {
  const lost = await lostLine();
  await beOverdue(lost.id);
  const importing = (tx: Transaction, recorded: Parameters<typeof importVouchers>[2]) =>
    importVouchers(tx, lost.line.taken.key, recorded, { isTaken: true });
  await importWhile(lost, () => ending(lost), importing);
  expect(await rowOf(lost.id)).toMatchObject({ state: "failed", outcome: { code: "TAXAUTH_UNCONFIRMED" } });
});

test("every function that decides about a key or a numbering reads anew at each call", async () => {
  const names = [
    "is_suspect",
    "may_be_imported",
    "others_unverified",
    "may_be_hidden",
    "awaits_verification",
    "is_verified",
    "is_in_doubt",
  ];
  const rows = await db.$queryRaw<{ name: string; volatile: boolean }[]>`
    SELECT proname::text AS name, provolatile = 'v' AS volatile FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND proname = ANY (${names}) ORDER BY 1`;
  expect(rows).toEqual(names.toSorted().map((name) => ({ name, volatile: true })));
});
