import { beforeEach, expect, test } from "vitest";
import { keepWithCae, readContingencyLine } from "../../../shared/db/contingency/fail-over-issuances.js";
import { beginByHand, endByHand } from "../../../shared/db/contingency/turn-contingency.js";
import { claimUnused } from "../../../shared/db/contingency/unused.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import {
  addTo,
  fiscalDay,
  judgeLine,
  moveAll,
  openPreparedLines,
  substituteOf,
} from "../../support/samples/prepared-lines.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { type SampleQueue, submitFrom } from "../../support/samples/waiting-lines.js";
import { whileHeld } from "../../support/samples/while-held.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const lines = await openPreparedLines(system);
beforeEach(async () => {
  await endByHand(db, lines.tenant);
});

const sequenceOf = (posNumber: number) => ({ ...lines.tenant, posNumber, voucherType: 6 });

/** A code whose last day was yesterday, and a judgement of 23:59:59 of that day. */
async function judgedBeforeMidnight() {
  const line = await lines.startPrepared(0);
  const { caeaId } = lines;
  const days = {
    period: 209_901 + line.taken.key.posNumber,
    fortnight: 1 as const,
    validFrom: fiscalDay(-4),
    validTo: fiscalDay(-1),
  };
  const old = await lines.keepCode("26463476341978", days);
  await db.caea.update({ where: { id: caeaId }, data: { validFrom: fiscalDay(0) } });
  await addTo(line, { voucherDate: fiscalDay(-1) });
  await beginByHand(db, lines.tenant, null);
  const midnightMs = Date.parse(`${argentineDay(Date.now())}T00:00:00-03:00`);
  const judged = await judgeLine(line, midnightMs - 1_000);
  expect(judged).toMatchObject([{ code: { id: old.id } }]);
  const forget = async () => {
    await db.caea.update({
      where: { id: caeaId },
      data: { validFrom: fortnightOf(argentineDay(Date.now())).validFrom },
    });
    await db.caea.update({ where: { id: old.id }, data: { validFrom: "20000101", validTo: "20000115" } });
  };
  return { line, judged, old, forget };
}

test("midnight between the judgement and the commit of a move: nothing is issued under the code of a fortnight that is over", async () => {
  const { line, judged, forget } = await judgedBeforeMidnight();
  expect((await moveAll(line, judged)).moved).toEqual([]);
  await forget();
});

test("what was declared unused in the moment of the move is not used", async () => {
  const line = await lines.startPrepared(1);
  await beginByHand(db, lines.tenant, null);
  const judged = await judgeLine(line);
  const posNumber = substituteOf(line.taken.key.posNumber);
  // Another issuer has the declaration in hand, whatever its clock says.
  const { result } = await whileHeld(
    db,
    (tx) => tx.$executeRaw`
      WITH a AS MATERIALIZED (SELECT * FROM caea WHERE id = ${lines.caeaId} FOR UPDATE)
      INSERT INTO caea_unused (caea_id, company_id, production, pos_number, asked_at) SELECT id, company_id, production, ${posNumber}, now() FROM a`,
    () => moveAll(line, judged),
  );
  expect(result.moved).toEqual([]);
});

test("a declaration waits for a move under its code, and finds its voucher", async () => {
  const { line, old, forget } = await judgedBeforeMidnight();
  const posNumber = substituteOf(line.taken.key.posNumber);
  const { result: claimed } = await whileHeld(
    db,
    async (tx) => {
      await tx.$executeRaw`SELECT FROM caea WHERE id = ${old.id} FOR SHARE`;
      const imported = importedVoucher({
        id: 920_001,
        ...lines.tenant,
        pos: posNumber,
        type: 6,
        number: 9,
        caea: true,
      });
      await storeVouchers(tx as Database, [imported]);
      await tx.$executeRaw`
        INSERT INTO caea_report (voucher_id, company_id, production, pos_number, voucher_type, voucher_number, caea_id, declared, generated_at)
        VALUES (920001, ${lines.tenant.companyId}, ${lines.tenant.production}, ${posNumber}, 6, 9, ${old.id}, '{}', now())`;
    },
    () => claimUnused(db, { caeaId: old.id, posNumber }),
  );
  expect(claimed).toBe(false);
  await forget();
});

test("a move that waited for the sequence while the contingency ended moves nothing", async () => {
  const line = await lines.startPrepared(1);
  await beginByHand(db, lines.tenant, null);
  const judged = await judgeLine(line);
  expect(judged).toHaveLength(1);
  const posNumber = substituteOf(line.taken.key.posNumber);
  const { result } = await whileHeld(
    db,
    async (tx) => {
      await tx.$executeRaw`SELECT FROM sequence WHERE company_id = ${lines.tenant.companyId} AND pos_number = ${posNumber} FOR UPDATE`;
      await endByHand(db, lines.tenant);
    },
    () => moveAll(line, judged),
  );
  expect(result.moved).toEqual([]);
  expect(await submitFrom(line)).toHaveLength(1);
});

test("the end of a contingency waits for a move in hand", async () => {
  const line = await lines.startPrepared(1);
  await beginByHand(db, lines.tenant, null);
  const { result: ended } = await whileHeld(
    db,
    (tx) => tx.$executeRaw`SELECT FROM contingency WHERE company_id = ${lines.tenant.companyId} FOR SHARE`,
    () => endByHand(db, lines.tenant),
  );
  expect(ended).toBeDefined();
  expect((await moveAll(line)).moved).toEqual([]);
});

/** What moves, and what then waits for a CAE. */
async function moveOrKeep(line: SampleQueue) {
  const { moved } = await moveAll(line);
  const waiting = (await readContingencyLine(db, line.taken.key))?.waiting ?? [];
  await keepWithCae(
    db,
    waiting.filter(({ isSound }) => !isSound),
  );
  return { moved: moved.length, kept: waiting.length };
}

test("a key that a failover left unconfirmed does not move when it is sent again", async () => {
  const line = await lines.startPrepared(1);
  const [body] = line.bodies;
  if (!body) throw new Error("one is in line");
  await db.$executeRaw`
    UPDATE issuance SET incarnation = current_incarnation() - 1, deadline_at = now() - interval '10 seconds' WHERE idempotency = ${body.idempotency}`;
  await cancelAllOverdue(db);
  await line.record(db, body);
  await beginByHand(db, lines.tenant, null);
  expect(await moveOrKeep(line)).toEqual({ moved: 0, kept: 0 });
  expect(await submitFrom(line), "it goes the way of CAE").toHaveLength(1);
});

test("nothing moves from a sequence in which the database may have forgotten a grant", async () => {
  const line = await lines.startPrepared(1);
  const where = { companyId_production_posNumber_voucherType: sequenceOf(line.taken.key.posNumber) };
  for (const data of [{ unverified: true }, { unverified: false, incarnation: -1 }]) {
    const present = await db.sequence.update({ where, data });
    expect(present).toMatchObject(data);
    await beginByHand(db, lines.tenant, null);
    expect(await judgeLine(line)).toEqual([]);
  }
  expect(await moveOrKeep(line)).toEqual({ moved: 0, kept: 1 });
});

test("nothing moves that looks like an imported voucher which no key has claimed", async () => {
  const line = await lines.startPrepared(2);
  const [first] = line.bodies;
  const { posNumber } = line.taken.key;
  const row = await db.issuance.findFirstOrThrow({ where: { idempotency: first?.idempotency ?? "" } });
  const { total } = row.amounts as { total: string };
  const imported = {
    id: 920_100,
    ...lines.tenant,
    pos: posNumber,
    type: 6,
    number: 7,
    date: first?.voucherDate ?? "",
    total,
  };
  await beginByHand(db, lines.tenant, null);
  const judged = await judgeLine(line);
  expect(judged).toHaveLength(2);
  await storeVouchers(db, [importedVoucher(imported)]);
  expect((await moveAll(line, judged)).moved).toEqual([]);
  expect(await judgeLine(line)).toEqual([]);
  await moveOrKeep(line);
  expect(await submitFrom(line, 2), "they stay with CAE, and do not wait for their deadline").toHaveLength(2);
});
