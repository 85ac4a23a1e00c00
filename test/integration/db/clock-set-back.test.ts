import { expect, test } from "vitest";
import { claimLogin } from "../../../shared/db/company/tickets.js";
import { claimCode } from "../../../shared/db/contingency/codes.js";
import { claimUnused } from "../../../shared/db/contingency/unused.js";
import { dueVouchers } from "../../../shared/db/delivery/pdfs.js";
import { beginPrint } from "../../../shared/db/delivery/print-tries.js";
import { openSequences } from "../../../shared/db/issuing/sequences.js";
import { settleQueued } from "../../../shared/db/issuing/settle-issuances.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { openLines, type SampleQueue } from "../../support/samples/waiting-lines.js";

const system = await openForFile(openIssuingApp);
const { db } = system;
const start = await openLines(system);

/** The stored time of before the database's clock was set back by an hour. */
const ahead = () => new Date(Date.now() + 3_600_000);
const aMinuteAgo = () => new Date(Date.now() - 60_000);
const away = notAsked({ kind: "down", services: ["wsaa"], detail: "away" });

async function isWoken({ taken: { key } }: SampleQueue): Promise<boolean> {
  return (await openSequences(db)).some(({ posNumber }) => posNumber === key.posNumber);
}
const setAll = ({ taken: { key } }: SampleQueue, data: { enqueuedAt: Date; isBackground?: boolean }) =>
  db.issuance.updateMany({ where: { companyId: key.companyId, posNumber: key.posNumber }, data });

test("what was recorded ahead of the clock is woken", async () => {
  const line = await start(1);
  expect(await isWoken(line), "it still has its job").toBe(false);
  await setAll(line, { enqueuedAt: ahead() });
  expect(await isWoken(line)).toBe(true);
});

test("a sequence that could not issue is tried again after its pause, and not later", async () => {
  const line = await start(1);
  await setAll(line, { enqueuedAt: aMinuteAgo(), isBackground: true });
  await settleQueued(db, line.taken, "failed", away);
  expect(await isWoken(line)).toBe(false);
  await db.sequence.update({ where: { id: line.taken.id }, data: { retryAt: ahead() } });
  expect(await isWoken(line)).toBe(true);
});

test("a code, and a declaration of no use, are asked for again", async () => {
  const { companyId, production } = (await start(0)).taken.key;
  const due = { companyId, production, ...fortnightOf(argentineDay(Date.now())) };
  const id = await claimCode(db, due);
  expect(id).toBeDefined();
  expect(await claimCode(db, due)).toBeUndefined();
  await db.caea.update({ where: { id: id ?? 0 }, data: { askedAt: ahead() } });
  expect(await claimCode(db, due)).toBe(id);

  await db.caea.update({ where: { id: id ?? 0 }, data: { validFrom: "20260101", validTo: "20260115" } });
  const unused = { caeaId: id ?? 0, posNumber: 7 };
  expect(await claimUnused(db, unused)).toBe(true);
  expect(await claimUnused(db, unused)).toBe(false);
  await db.caeaUnused.updateMany({ data: { askedAt: ahead() } });
  expect(await claimUnused(db, unused)).toBe(true);
});

test("a certificate may log in", async () => {
  const { id } = await db.certificate.findFirstOrThrow();
  await db.ticket.deleteMany({ where: { certificateId: id } });
  expect(await claimLogin(db, id, "wsfe")).toBe(true);
  expect(await claimLogin(db, id, "wsfe")).toBe(false);
  await db.ticket.updateMany({ where: { certificateId: id }, data: { loginAt: ahead() } });
  expect(await claimLogin(db, id, "wsfe")).toBe(true);
});

test("a PDF is printed, and looked for, that was tried or made ahead of the clock", async () => {
  const { companyId, production } = (await start(0)).taken.key;
  const voucherId = 910_001;
  const voucher = { id: voucherId, companyId, production, pos: 77, type: 6, number: 1, source: "api" };
  await storeVouchers(db, [importedVoucher({ ...voucher, created: ahead().toISOString() })]);
  await db.voucher.updateMany({ where: { id: voucherId }, data: { hasPdf: false } });
  const isDue = async () => (await dueVouchers(db, 100)).some((due) => due.voucherId === voucherId);
  expect(await isDue()).toBe(true);

  const key = { companyId, voucherId, versions: "1" };
  expect(await beginPrint(db, key, "service")).toBe(1);
  expect(await beginPrint(db, key, "service")).toBeUndefined();
  expect(await isDue()).toBe(false);
  await db.printAttempt.updateMany({ where: { voucherId }, data: { dueAt: ahead() } });
  expect(await isDue()).toBe(true);
  expect(await beginPrint(db, key, "asked")).toBe(2);
});
