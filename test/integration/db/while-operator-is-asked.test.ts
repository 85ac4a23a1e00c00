import { afterEach, expect, test } from "vitest";
import { cancelBatch } from "../../../shared/db/batches/end-batches.js";
import { beginByHand, endByHand } from "../../../shared/db/contingency/turn-contingency.js";
import { claimUnused, listDueUnused } from "../../../shared/db/contingency/unused.js";
import { readIncarnation } from "../../../shared/db/incarnation/incarnation.js";
import { endWaiting, waitForOperator } from "../../../shared/db/incarnation/watermarks.js";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { listKeylessOn } from "../../../shared/db/reconcile/keyless-vouchers.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { elementsFor, recordOn } from "../../support/samples/batch-elements.js";
import {
  fiscalDay,
  judgeLine,
  moveAll,
  openPreparedLines,
  substituteOf,
} from "../../support/samples/prepared-lines.js";
import { recordedAs } from "../../support/samples/recorded-voucher.js";
import { bodyOn } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const lines = await openPreparedLines(system);
afterEach(async () => {
  await endWaiting(db, []);
  await endByHand(db, lines.tenant);
});

const ask = async () => expect(await waitForOperator(db, await readIncarnation(db), "a watermark is ahead")).toBe(true);

test("no number is given under CAEA: it may have been printed in the commits that may be lost", async () => {
  const line = await lines.startPrepared(2);
  await beginByHand(db, lines.tenant, null);
  const judged = await judgeLine(line);
  expect(judged).toHaveLength(2);
  await ask();
  expect((await moveAll(line, judged)).moved).toEqual([]);
  expect(await judgeLine(line)).toEqual([]);
  await endWaiting(db, []);
  expect((await moveAll(line)).moved).toHaveLength(2);
});

test("no point of sale is declared without movement: its vouchers may be among what is lost", async () => {
  const line = await lines.startPrepared(0);
  const posNumber = substituteOf(line.taken.key.posNumber);
  const days = { period: 209_801, fortnight: 1 as const, validFrom: fiscalDay(-4), validTo: fiscalDay(-1) };
  const { id: caeaId } = await lines.keepCode("26463476341979", days);
  const due = async () =>
    (await listDueUnused(db, lines.tenant.production, fiscalDay(0), fiscalDay(-90))).filter(
      (one) => one.caeaId === caeaId && one.posNumber === posNumber,
    );
  expect(await due()).toHaveLength(1);
  await ask();
  expect(await due()).toEqual([]);
  expect(await claimUnused(db, { caeaId, posNumber })).toBe(false);
  await endWaiting(db, []);
  expect(await claimUnused(db, { caeaId, posNumber })).toBe(true);
});

test("an element that waited for its key is not told as cancelled: it may have been issued since", async () => {
  const line = await lines.startPrepared(1);
  const batchId = await recordOn(line, elementsFor(line));
  await ask();
  await cancelBatch(db, batchId);
  expect(await db.batchElement.findMany({ where: { batchId } })).toMatchObject([
    { state: "failed", outcome: { code: "TAXAUTH_UNCONFIRMED" } },
  ]);
});

test("nothing is imported: it would count as a stranger's for good", async () => {
  const { key } = (await lines.startPrepared(0)).taken;
  const body = bodyOn(key);
  const declared = toDeclaration(body, computeAmounts(body));
  const recorded = { ...recordedAs(declared, 1, "86330767000999"), processedAt: new Date().toISOString() };
  const imports = () => db.$transaction((tx) => importVouchers(tx, key, [recorded]));
  await ask();
  await expect(imports()).rejects.toThrow("nothing is imported until an operator decides");
  expect(await listKeylessOn(db, lines.tenant, [declared.voucherDate])).toEqual([]);
  await endWaiting(db, []);
  expect(await imports()).toEqual([1]);
});
