import { expect, test } from "vitest";
import { type Adoption, adoptVoucher } from "../../../shared/db/adoption/adopt-voucher.js";
import {
  findAdoptionCandidate,
  findNumberState,
  listFreedOf,
  listUnknown,
} from "../../../shared/db/adoption/claimants.js";
import { listLost } from "../../../shared/db/adoption/lost-issuances.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { acquireSequence } from "../../../shared/db/issuing/sequences.js";
import { listSubmissions } from "../../../shared/db/issuing/submissions.js";
import { foldCounts } from "../../../shared/db/listing/fold-counts.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { openLines, type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

const idOf = async ({ taken: { key }, bodies }: SampleQueue, at = 0) =>
  (
    await db.issuance.findUniqueOrThrow({
      where: {
        companyId_production_idempotency: {
          ...{ companyId: key.companyId, production: key.production },
          idempotency: bodies[at]?.idempotency ?? "",
        },
      },
    })
  ).id;

const caeOf = (number: number) => `8633076779${9_000 + number}`;

/** Everybody in the line was cancelled. */
async function cancelLine(line: SampleQueue): Promise<void> {
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '10 seconds'
    WHERE pos_number = ${line.taken.key.posNumber} AND state = 'queued'`;
  await cancelAllOverdue(db);
}

/** The claim of one in the line to what the authority has under this number. */
async function claimTo(line: SampleQueue, number: number, at = 0): Promise<Adoption> {
  const { key } = line.taken;
  const claimant = await findAdoptionCandidate(db, key, await idOf(line, at));
  if (!claimant?.content) throw new Error("there is no such issuance");
  const { content } = claimant;
  const own = (await listSubmissions(db, key)).find(({ id }) => id === claimant.id);
  const recorded = recordedAs(content.declared, number, caeOf(number));
  return { claimant, content, lines: content.amounts.lines, at: key, recorded, own };
}

/** Whoever claims takes the sequence first. */
const claim = async (line: SampleQueue, wanted: Adoption, taken = line.taken) =>
  db.$transaction((tx) => adoptVoucher(tx, taken, wanted));

const importOf = (line: SampleQueue, { recorded }: Adoption) =>
  db.$transaction((tx) => importVouchers(tx, line.taken.key, [recorded], { isTaken: true }));

const voucherAt = ({ taken: { key } }: SampleQueue, voucherNumber: number) =>
  db.voucher.findFirst({ where: { ...key, voucherNumber } });

async function usage() {
  const [row] = await db.$queryRaw<[{ used: number; reserved: number }]>`
    SELECT sum(used_homologation)::int AS used, sum(reserved)::int AS reserved FROM usage_period`;
  return row;
}

/** What the listing reads of the sums, by source. */
async function counted({ taken: { key } }: SampleQueue) {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT set_config('talonario.company', ${String(key.companyId)}, true), set_config('talonario.production', ${String(key.production)}, true)`;
    return tx.$queryRaw`
      SELECT source, sum(vouchers)::int AS vouchers FROM tenant.voucher_count
      WHERE span = 'all' AND pos_number = ${key.posNumber} GROUP BY source ORDER BY source`;
  });
}

test("an imported voucher gains key, items and mails of an issuance that ended, and nothing that was granted changes", async () => {
  const line = await start(1);
  const { body } = (await claimTo(line, 1)).content;
  await db.$executeRaw`UPDATE issuance SET body = body || '{"emails": [{"email": "a@example.com", "name": null, "comments": null, "pdfVersions": [1]}]}'
    WHERE id = ${await idOf(line)}`;
  await cancelLine(line);
  const wanted = await claimTo(line, 1);
  await importOf(line, wanted);
  const before = await voucherAt(line, 1);
  expect(before).toMatchObject({ source: "rcel", idempotency: null, issuanceId: null, requestId: null });
  expect(await counted(line)).toEqual([{ source: "rcel", vouchers: 1 }]);
  const used = await usage();

  const claimed = await claim(line, wanted);
  expect(claimed).toEqual({ voucherId: before?.id });
  const after = await voucherAt(line, 1);
  expect(after).toEqual({
    ...before,
    source: "api",
    idempotency: body.idempotency,
    issuanceId: wanted.claimant.id,
    apiKeyId: expect.any(Number),
    requestId: "test",
    payload: expect.stringContaining(`"description":"${body.items[0]?.description}"`),
    lines: wanted.content.amounts.lines,
  });
  expect(await usage()).toEqual({ ...used, used: used.used + 1 });
  expect(await counted(line)).toEqual([{ source: "api", vouchers: 1 }]);
  await foldCounts(db);
  expect(await counted(line)).toEqual([{ source: "api", vouchers: 1 }]);
  expect(await db.recipient.findMany({ where: { voucherId: before?.id ?? 0 } })).toMatchObject([
    { email: "a@example.com", slot: 1, state: "due" },
  ]);
  expect(await db.issuance.findUniqueOrThrow({ where: { id: wanted.claimant.id } })).toMatchObject({
    ...{ state: "approved", number: 1, outcome: null, body: null, keyClosed: false },
  });

  const replay = await system.post({ ...body, emails: undefined });
  expect(replay).toMatchObject({ status: 200, body: { result: { voucherNumber: 1, cae: before?.cae } } });
});

test("a voucher that only the authority has is recorded for an open issuance, whose own number is freed and remembered", async () => {
  const line = await start(3);
  await submitFrom(line, 2);
  const { reserved, used } = await usage();
  const wanted = await claimTo(line, 7);
  expect(wanted.own?.number).toBe(1);
  expect(await claim(line, wanted)).toEqual({ voucherId: expect.any(Number) });

  expect(await usage()).toEqual({ reserved: reserved - 2, used: used + 1 });
  expect(await voucherAt(line, 7)).toMatchObject({ source: "api", issuanceId: wanted.claimant.id, caea: false });
  expect(await listFreedOf(db, line.taken, wanted.claimant.id)).toEqual([1]);
  const states = await db.issuance.findMany({ where: { posNumber: line.taken.key.posNumber }, orderBy: { id: "asc" } });
  expect(states.map(({ state, number }) => [state, number])).toEqual([
    ["approved", 7],
    ["queued", null],
    ["queued", null],
  ]);
  // The numbers before it are explained by nothing.
  expect((await acquireSequence(db, line.taken.key)).lastNumber).toBe(0);
});

test("the last number moves on over what is explained, and not beyond", async () => {
  const line = await start(3);
  await cancelLine(line);
  for (const [number, at] of [
    [2, 0],
    [4, 1],
  ] as const)
    expect(await claim(line, await claimTo(line, number, at))).toMatchObject({ voucherId: expect.any(Number) });
  expect((await acquireSequence(db, line.taken.key)).lastNumber).toBe(0);
  line.taken = await acquireSequence(db, line.taken.key);
  const wanted = await claimTo(line, 1, 2);
  await importOf(line, wanted);
  expect((await acquireSequence(db, line.taken.key)).lastNumber).toBe(2);
});

test("a voucher that has its key, or whose number is asked for, is given to nobody else", async () => {
  const line = await start(3);
  await cancelLine(line);
  await claim(line, await claimTo(line, 1));
  expect(await findNumberState(db, line.taken.key, 1)).toMatchObject({
    voucher: { isTaken: true, key: line.bodies[0]?.idempotency },
    askedBy: null,
  });
  expect(await claim(line, await claimTo(line, 1, 1))).toBe("taken");

  const asking = await start(2);
  await submitFrom(asking, 1);
  const [first, second] = [await idOf(asking, 0), await claimTo(asking, 1, 1)];
  expect(await findNumberState(db, asking.taken.key, 1)).toEqual({ voucher: undefined, askedBy: first });
  expect(await claim(asking, second)).toBe("taken");
  expect(await voucherAt(asking, 1)).toBeNull();
});

test("nothing is claimed under an epoch that another taker has ended, or for an issuance that was sent again", async () => {
  const line = await start(1);
  await cancelLine(line);
  const wanted = await claimTo(line, 1);
  await line.record(db, wanted.content.body);
  expect(await claim(line, wanted)).toBe("changed");
  const newer = await claimTo(line, 1);
  await acquireSequence(db, line.taken.key);
  expect(await claim(line, newer)).toBe("superseded");
  expect(await voucherAt(line, 1)).toBeNull();
});

test("a voucher under CAEA that was imported where it stood in is given to the sale of the other point of sale", async () => {
  const line = await start(1);
  const { body } = (await claimTo(line, 5)).content;
  await cancelLine(line);
  const wanted = await claimTo(line, 5);
  const at = { ...wanted.at, posNumber: 900 };
  const recorded = { ...wanted.recorded, authorization: "CAEA" as const };
  // It must be here: only what was reported can be imported.
  expect(await claim(line, { ...wanted, at, recorded })).toBe("taken");
  await db.$transaction((tx) => importVouchers(tx, at, [recorded]));
  const lost = await listLost(db, line.taken.key, 1_000);
  expect(lost.find(({ id }) => id === wanted.claimant.id)).toMatchObject({ number: null, isDoubtful: false });
  expect(await claim(line, { ...wanted, at, recorded })).toMatchObject({ voucherId: expect.any(Number) });
  expect(await db.voucher.findFirst({ where: { ...at, voucherNumber: 5 } })).toMatchObject({
    ...{ source: "api", caea: true, issuanceId: wanted.claimant.id },
  });
  expect((await acquireSequence(db, line.taken.key)).lastNumber).toBe(0);
  expect(await system.post({ ...body, emails: undefined })).toMatchObject({
    status: 200,
    body: { result: { voucherNumber: 5, authorization: "CAEA", posNumber: 900 } },
  });
});

test("those that are open or lost are listed, those in their turn, with a voucher or closed for good are not", async () => {
  const line = await start(4);
  const { key } = line.taken;
  await submitFrom(line, 1);
  const ids = [0, 1, 2, 3].map((at) => idOf(line, at));
  const [asked, waiting, barred, doubtful] = await Promise.all(ids);
  const listed = async () =>
    (await listLost(db, key, 1_000)).filter(({ posNumber }) => posNumber === key.posNumber).map(({ id }) => id);
  expect(await listed()).toEqual([]);
  await db.$executeRaw`UPDATE issuance SET doubt = 'unconfirmed' WHERE id = ${asked}`;
  await db.$executeRaw`UPDATE issuance SET state = 'failed', key_closed = true WHERE id = ${barred}`;
  await db.$executeRaw`UPDATE issuance SET state = 'failed', suspect_since = now() WHERE id = ${doubtful}`;
  await db.$executeRaw`UPDATE sequence SET unverified = true WHERE id = ${line.taken.id}`;
  expect(await listed()).toEqual([asked, doubtful]);
  expect((await listLost(db, key, 1_000)).find(({ id }) => id === doubtful)).toMatchObject({ isDoubtful: true });
  await cancelLine(line);
  expect(await listed()).toEqual([asked, waiting, doubtful]);
  await db.$executeRaw`UPDATE sequence SET unverified = false WHERE id = ${line.taken.id}`;
});

test("[S8] the database gives a key to an imported voucher alone, once, and with nothing else of it changed", async () => {
  const line = await start(2);
  await cancelLine(line);
  const wanted = await claimTo(line, 1);
  await importOf(line, wanted);
  const [id, key] = [wanted.claimant.id, line.bodies[0]?.idempotency ?? ""];
  const pos = line.taken.key.posNumber;
  const set = (more: string, of = `pos_number = ${pos}`) =>
    db.$executeRawUnsafe(
      `UPDATE voucher SET issuance_id = ${id}, idempotency = '${key}', source = 'api'${more} WHERE ${of} AND voucher_number = 1`,
    );
  await expect(set(", total_amount = 1")).rejects.toThrow(/final/);
  await expect(set(", cae = '00000000000000'")).rejects.toThrow(/final/);
  await db.$executeRawUnsafe(`UPDATE issuance SET production = true WHERE id = ${id}`);
  await expect(set("")).rejects.toThrow(/final/);
  await db.$executeRawUnsafe(`UPDATE issuance SET production = false WHERE id = ${id}`);
  expect(await claim(line, wanted)).toMatchObject({ voucherId: expect.any(Number) });
  await expect(
    db.$executeRawUnsafe(`UPDATE voucher SET idempotency = NULL, issuance_id = NULL WHERE pos_number = ${pos}`),
  ).rejects.toThrow(/final/);
  await expect(db.$executeRawUnsafe(`UPDATE voucher SET payload = '' WHERE pos_number = ${pos}`)).rejects.toThrow(
    /final/,
  );
});

test("the sale of another company of the CUIT, which had the point of sale before, is not claimed", async () => {
  const line = await start(1);
  await cancelLine(line);
  expect(await claim(line, await claimTo(line, 1))).toMatchObject({ voucherId: expect.any(Number) });
  const demo = await db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const mono = await db.company.findUniqueOrThrow({ where: { code: "mono" } });
  // A company's CUIT never changes: as if it had been made with this one.
  const setCuit = (cuit: string) =>
    db.$transaction(async (tx) => {
      await tx.$executeRaw`ALTER TABLE company DISABLE TRIGGER USER`;
      await tx.$executeRaw`UPDATE company SET cuit = ${cuit} WHERE id = ${mono.id}`;
      await tx.$executeRaw`ALTER TABLE company ENABLE TRIGGER USER`;
    });
  await setCuit(demo.cuit);
  const other = await (await openLines(system, "mono"))(1);
  await cancelLine(other);
  expect(await claim(other, await claimTo(other, 1))).toBe("others");
  await setCuit(mono.cuit);
  expect(await claim(other, await claimTo(other, 1))).toMatchObject({ voucherId: expect.any(Number) });
});

test("a failed element of a batch counts as issued once its key has the voucher", async () => {
  const line = await start(1);
  const { key } = line.taken;
  await cancelLine(line);
  const wanted = await claimTo(line, 1);
  const { id: batchId } = await db.batch.create({
    data: { companyId: key.companyId, production: false, total: 1, requestId: "test" },
  });
  await db.$executeRaw`
    INSERT INTO batch_element (batch_id, index, company_id, production, idempotency, pos_number, voucher_type, state, issuance_id, revision, outcome, settled_at)
    VALUES (${batchId}, 0, ${key.companyId}, false, ${line.bodies[0]?.idempotency}, ${key.posNumber}, 6, 'failed', ${wanted.claimant.id}, 1, '{"code": "CANCELLED"}', now())`;
  await db.$executeRaw`UPDATE issuance SET batched = true WHERE id = ${wanted.claimant.id}`;
  await claim(line, wanted);
  expect(await db.batchElement.findMany({ where: { batchId } })).toMatchObject([{ state: "issued", outcome: null }]);
});

test("unexplained numbers lie between those of earlier and of later dates, the newest first", async () => {
  const line = await start(1);
  const { key } = line.taken;
  const wanted = await claimTo(line, 1);
  const date = wanted.content.declared.voucherDate;
  const on = (voucherDate: string, voucherNumber: number) => ({
    ...wanted.recorded,
    ...{ voucherDate, voucherNumber, cae: `8633076779${8_000 + voucherNumber}` },
  });
  await db.$transaction((tx) => importVouchers(tx, key, [on("20250101", 3), on(date, 6), on("20991231", 9)]));
  const unknown = (from: string, authorityLast: number, to = from) => listUnknown(db, key, { from, to }, authorityLast);
  expect(await unknown(date, 20)).toEqual([8, 7, 5, 4]);
  expect(await unknown("20250101", 20)).toEqual([5, 4, 2, 1]);
  expect(await unknown("20991231", 12)).toEqual([12, 11, 10, 8, 7]);
  expect(await unknown("20250101", 20, date)).toEqual([8, 7, 5, 4, 2, 1]);
});

test("a claimed voucher that was in the sums already is counted under its new source", async () => {
  const line = await start(1);
  await cancelLine(line);
  const wanted = await claimTo(line, 1);
  await importOf(line, wanted);
  await foldCounts(db);
  expect(await counted(line)).toEqual([{ source: "rcel", vouchers: 1 }]);
  await claim(line, wanted);
  expect(await counted(line)).toEqual([{ source: "api", vouchers: 1 }]);
});
