import { expect, test } from "vitest";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { listLost } from "../../../shared/db/adoption/lost-issuances.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { acquireSequence, setLastNumber } from "../../../shared/db/issuing/sequences.js";
import { returnToQueue, settleWithoutVoucher } from "../../../shared/db/issuing/settle-issuances.js";
import { listSubmissions } from "../../../shared/db/issuing/submissions.js";
import { findKeyObstacle } from "../../../shared/db/issuing/suspicion.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { openLines, type SampleQueue, submissionsOf, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

const minutes = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Imports what the authority has under number 1: the voucher of a sale that equals one of the line. */
function importEqual(
  { taken: { key }, bodies }: SampleQueue,
  { at, processedAt }: { at: number; processedAt: string },
) {
  const body = bodies[at] as SampleQueue["bodies"][0];
  const recorded = recordedAs(toDeclaration(body, computeAmounts(body)), 1, `8633076779${7_000 + key.posNumber}`);
  return db.$transaction((tx) => importVouchers(tx, key, [{ ...recorded, processedAt }]));
}

function saleOf({ taken: { key } }: SampleQueue, price: number): SampleQueue["bodies"][0] {
  const items = [{ description: "Yerba", quantity: 1, price, taxType: 5 }];
  const checked = checkIssuance(invoiceB({ posNumber: key.posNumber, items }));
  if (!checked.ok) throw new Error("the sample is not valid");
  return checked.body;
}

/** The line is of different sales, and the database lost commits of the sequence. */
async function lostLine(waiting: number): Promise<SampleQueue> {
  const line = await start(0);
  for (let price = 101; price <= 100 + waiting; price++) line.bodies.push(saleOf(line, price));
  for (const body of line.bodies) await line.record(db, body);
  await db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${line.taken.id}`;
  return line;
}

const keyOf = ({ bodies }: SampleQueue, at: number) => bodies[at]?.idempotency ?? "";

const nextOf = async (line: SampleQueue) => {
  const [next] = await submitNext(db, [{ taken: await acquireSequence(db, line.taken.key), limit: 9 }]);
  return submissionsOf(next).map(({ body }) => body.idempotency);
};

const lostOf = async ({ taken: { key } }: SampleQueue) =>
  (await listLost(db, key, 1_000)).filter(({ posNumber }) => posNumber === key.posNumber);

test("who stands in line does not get its turn once a voucher was imported that may be its own", async () => {
  const line = await lostLine(3);
  await importEqual(line, { at: 1, processedAt: ago(30 * minutes) });
  expect(await lostOf(line)).toMatchObject([{ key: keyOf(line, 1), state: "queued", isDoubtful: true }]);
  expect(await nextOf(line)).toEqual([keyOf(line, 0), keyOf(line, 2)]);
});

test("nor may a sale that waited before be sent again", async () => {
  const line = await lostLine(2);
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '10 seconds' WHERE pos_number = ${line.taken.key.posNumber}`;
  await cancelAllOverdue(db);
  await importEqual(line, { at: 0, processedAt: ago(30 * minutes) });
  for (const body of line.bodies) await line.record(db, body);
  expect(await findKeyObstacle(db, line.taken.key, keyOf(line, 0))).toEqual({ why: "imported" });
  expect(await nextOf(line)).toEqual([keyOf(line, 1)]);
});

test("a voucher that was made after the sale was recorded is none of it, and ten minutes are for the authority's clock", async () => {
  const [line, other] = [await lostLine(1), await lostLine(1)];
  await importEqual(line, { at: 0, processedAt: ago(-11 * minutes) });
  expect(await nextOf(line)).toEqual([keyOf(line, 0)]);
  await importEqual(other, { at: 0, processedAt: ago(-9 * minutes) });
  expect(await lostOf(other)).toMatchObject([{ key: keyOf(other, 0), isDoubtful: true }]);
});

test("a sale that was sent again between two imports is in doubt after the second", async () => {
  const line = await lostLine(0);
  line.bodies.push(saleOf(line, 101));
  await importEqual(line, { at: 0, processedAt: ago(30 * minutes) });
  for (const body of line.bodies) await line.record(db, body);
  expect(await lostOf(line)).toEqual([]);
  await db.$transaction((tx) => importVouchers(tx, line.taken.key, []));
  expect(await lostOf(line)).toMatchObject([{ key: keyOf(line, 0), isDoubtful: true }]);
});

test("where nothing was lost, a voucher of another system stops nobody", async () => {
  const line = await lostLine(1);
  await db.$executeRaw`UPDATE sequence SET unverified = false WHERE id = ${line.taken.id}`;
  await importEqual(line, { at: 0, processedAt: ago(30 * minutes) });
  expect(await nextOf(line)).toEqual([keyOf(line, 0)]);
});

test("one whose number is asked for keeps it, whatever was imported under that number", async () => {
  const line = await lostLine(2);
  const [asked] = await submitFrom({ db, taken: await acquireSequence(db, line.taken.key) });
  await importEqual(line, { at: 0, processedAt: ago(30 * minutes) });
  const { state, suspectSince } = await db.issuance.findUniqueOrThrow({ where: { id: asked.id } });
  expect({ state, suspectSince }).toEqual({ state: "submitted", suspectSince: null });
});

const refused = { code: "TAXAUTH_ERROR" as const, reasons: [{ code: 10016, msg: "not the next" }] };

/** Imports the voucher of this sale under a number. */
const importUnder = ({ taken: { key } }: SampleQueue, body: SampleQueue["bodies"][0], number: number) =>
  db.$transaction((tx) =>
    importVouchers(tx, key, [
      {
        ...recordedAs(toDeclaration(body, computeAmounts(body)), number, `8633076771${7_000 + key.posNumber}`),
        processedAt: ago(30 * minutes),
      },
    ]),
  );

const openOf = async ({ taken: { key } }: SampleQueue) => {
  const [open] = await listSubmissions(db, key);
  if (!open) throw new Error("nothing is open");
  return open;
};

test("one that is asked for under another number than its freed one, and whose voucher was imported there, gets no further number", async () => {
  const line = await start(0);
  line.bodies.push(saleOf(line, 101), saleOf(line, 102));
  for (const body of line.bodies) await line.record(db, body);
  const [, freed] = await submitFrom(line, 2);
  if (!freed) throw new Error("two were in line");
  await settleWithoutVoucher(db, line.taken, freed, "rejected", refused, { isRemembered: true });
  const again = { ...saleOf(line, 103), idempotency: keyOf(line, 1) };
  await settleWithoutVoucher(db, line.taken, await openOf(line), "rejected", refused);
  await line.record(db, again);
  const taken = await acquireSequence(db, line.taken.key);
  const [sent] = await submitFrom({ db, taken });
  expect([sent.number, sent.body.idempotency]).toEqual([1, again.idempotency]);

  // The request of before is granted late, behind a number of somebody else, and a person imports it.
  await importUnder(line, line.bodies[1] as SampleQueue["bodies"][0], freed.number);
  const next = await acquireSequence(db, line.taken.key);
  expect(await openOf(line)).toMatchObject({ number: 1, isHeldBack: true });
  await returnToQueue(db, next, await openOf(line));
  await setLastNumber(db, next, 2, null);
  const [drained] = await submitNext(db, [{ taken: await acquireSequence(db, line.taken.key), limit: 9 }]);
  expect(drained).toMatchObject({ outcome: "drained" });
});

test("one that is asked for in a numbering that lost commits gets no further number either, where an equal voucher is imported under another", async () => {
  const line = await lostLine(2);
  await submitFrom({ db, taken: await acquireSequence(db, line.taken.key) });
  await importUnder(line, line.bodies[0] as SampleQueue["bodies"][0], 5);
  expect(await openOf(line)).toMatchObject({ number: 1, isHeldBack: true });
});
