import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { retryPdfs } from "../../../api/admin/commands/pdf.js";
import { checkPdfs } from "../../../api/admin/doctor/pdfs-check.js";
import { PrintFailure } from "../../../renderer/print-failure.js";
import { type RenderDeps, renderVoucher } from "../../../renderer/render.js";
import { createStorageBreaker } from "../../../renderer/storage-breaker.js";
import { sweepDueVouchers } from "../../../renderer/sweep.js";
import { dueVouchers, findPdf, findPrintable, forgetOtherPdfs, recordPdf } from "../../../shared/db/delivery/pdfs.js";
import {
  beginPrint,
  listDeadLetters,
  notePrintFailure,
  type PrintRequester,
  takeBackPrint,
} from "../../../shared/db/delivery/print-tries.js";
import { dueRecipients, recipientsOf } from "../../../shared/db/delivery/recipients.js";
import { countBacklog } from "../../../shared/db/issuing/backlog.js";
import { createLog } from "../../../shared/logging/log.js";
import { FinalError } from "../../../shared/queues/errors.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { storeWaitingVouchers } from "../../support/samples/waiting-vouchers.js";

const log = createLog("test", "silent");
const folder = mkdtempSync(path.join(tmpdir(), "talonario-tries-"));
const app = await openForFile(openIssuingApp);
afterAll(() => rmSync(folder, { recursive: true }));

/** The renderer on the real database and storage. The browser fails at the vouchers in `broken`. */
function openRenderer(broken: Set<number>, storage = openStorage(`file:${folder}`)) {
  const { db } = app;
  const alone: number[] = [];
  const deps: RenderDeps = {
    findPrintable: (id) => findPrintable(db, id),
    findPdf: (id, versions) => findPdf(db, id, versions),
    recordPdf: (pdf) => recordPdf(db, pdf),
    forgetOtherPdfs: (id, versions) => forgetOtherPdfs(db, id, versions),
    beginPrint: (pdf, wish) => beginPrint(db, pdf, wish),
    notePrintFailure: (pdf, reason) => notePrintFailure(db, pdf, reason),
    takeBackPrint: (pdf, isRefused) => takeBackPrint(db, pdf, isRefused),
    recipientsOf: (id, versions) => recipientsOf(db, id, versions),
    addMail: async () => undefined,
    async print(voucher, options) {
      if (options.alone) alone.push(voucher.id);
      if (broken.has(voucher.id)) throw new PrintFailure("the browser crashed");
      return Buffer.from("%PDF-1.4");
    },
    readLogo: async () => undefined,
    storage,
    log,
  };
  const render = (voucherId: number, wish: PrintRequester, versions = [1]) =>
    renderVoucher(deps, { voucherId, versions, requestId: "r1" }, wish);
  /** One pass of the sweep and all its jobs. Gives the vouchers in order. */
  const sweep = async () => {
    const jobs: number[] = [];
    const pdfs = { requeue: async (_id: string, { voucherId }: { voucherId: number }) => jobs.push(voucherId) > 0 };
    await sweepDueVouchers({ dueVouchers: (limit) => dueVouchers(db, limit), pdfs, log }, 50);
    for (const voucherId of jobs) await render(voucherId, "service").catch(() => undefined);
    return jobs;
  };
  return { render, sweep, alone };
}

/** Makes the next try of every PDF due. A second ago, because the column rounds to milliseconds, up as well as down. */
const ripen = () => app.db.$executeRaw`UPDATE print_attempt SET due_at = now() - interval '1 second'`;

const idOf = async (code: string) => (await app.db.company.findUniqueOrThrow({ where: { code } })).id;

test("a voucher that always fails is put aside after eight tries, and holds up no other", async () => {
  const [bad = 0] = await storeWaitingVouchers(app.db, { code: "demo", production: true, count: 1 });
  const others = await storeWaitingVouchers(app.db, { code: "demo", production: true, count: 3, from: 2 });
  const broken = new Set([bad]);
  const { render, sweep, alone } = openRenderer(broken);

  expect(await sweep()).toEqual([bad, ...others]);
  expect(await sweep(), "before its next try the voucher is left alone").toEqual([]);
  expect(await render(bad, "service")).toBeNull();
  for (let tries = 2; tries <= 8; tries += 1) {
    await ripen();
    expect(await sweep()).toEqual([bad]);
  }
  expect(alone, "each later try has a browser of its own").toEqual(Array(7).fill(bad));
  await ripen();
  expect(await sweep(), "eight tries are all").toEqual([]);
  expect(await listDeadLetters(app.db, undefined, 10)).toEqual([
    { voucherId: bad, versions: "1", code: "demo", production: true, tries: 8, reason: "the browser crashed" },
  ]);
  expect(await countBacklog(app.db)).toMatchObject({ pdfsDue: 0, pdfsAside: 1 });
  expect(await checkPdfs(app.db)).toMatchObject({ ok: false, detail: expect.stringContaining(`demo ${bad} (1)`) });
  expect(await checkPdfs(app.db, await idOf("mono"))).toMatchObject({ ok: true });

  await expect(render(bad, "asked"), "a download tries it").rejects.toThrow(FinalError);
  expect(await render(bad, "asked"), "but not at every request").toBeNull();
  await expect(render(bad, "anew"), "a wish to print anew tries it at once").rejects.toThrow("put aside");

  broken.clear();
  const operator = { db: app.db, actor: { type: "admin" } as const };
  expect(await retryPdfs({ ...operator, companyId: await idOf("mono") }), "another company's").toBe(0);
  expect(await retryPdfs({ ...operator, companyId: await idOf("demo") }, bad)).toBe(1);
  const audited = await app.db.auditEntry.findMany({ where: { action: "invoice.pdf.retry" } });
  expect(audited).toMatchObject([{ resourceId: `${bad}`, after: { pdfs: 1 } }]);
  expect(await sweep()).toEqual([bad]);
  expect(await app.db.printAttempt.count()).toBe(0);
  expect(await app.db.voucher.count({ where: { hasPdf: false } })).toBe(0);
});

test("a try that takes the whole renderer down counts, and nobody repeats it at once", async () => {
  const [killer = 0] = await storeWaitingVouchers(app.db, { code: "demo", production: true, count: 1, from: 10 });
  const { sweep, render } = openRenderer(new Set());
  expect(await beginPrint(app.db, { companyId: await idOf("demo"), voucherId: killer, versions: "1" }, "service")).toBe(
    1,
  );
  expect([await sweep(), await render(killer, "service"), await render(killer, "asked")]).toEqual([[], null, null]);
  await app.db.printAttempt.updateMany({ data: { attemptCount: 8, dueAt: new Date(0) } });
  expect(await sweep()).toEqual([]);
  expect(await listDeadLetters(app.db, undefined, 10)).toMatchObject([{ voucherId: killer, reason: null }]);
  await render(killer, "asked");
  expect(await app.db.printAttempt.count()).toBe(0);
});

test("the waits between the tries double up to an hour", async () => {
  const [bad = 0] = await storeWaitingVouchers(app.db, { code: "demo", production: true, count: 1, from: 20 });
  const { render } = openRenderer(new Set([bad]));
  const waits: number[] = [];
  for (let tries = 1; tries <= 10; tries += 1) {
    await render(bad, "asked").catch(() => undefined);
    const [{ seconds }] = await app.db.$queryRaw<[{ seconds: number }]>`
      SELECT round(extract(epoch FROM due_at - now()))::int AS seconds FROM print_attempt WHERE voucher_id = ${bad}`;
    waits.push(Math.round(seconds / 10) * 10);
    await ripen();
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
});

test("copies that always fail leave the original and its mails alone, and only their own mails wait", async () => {
  const [id = 0] = await storeWaitingVouchers(app.db, { code: "demo", production: true, count: 1, from: 30 });
  const { render } = openRenderer(new Set());
  await render(id, "service");
  const companyId = await idOf("demo");
  for (const [slot, pdfVersions] of [[1], [1, 2]].entries())
    await app.db.recipient.create({
      data: { companyId, voucherId: id, slot: slot + 1, email: "a@example.com", pdfVersions, createdAt: new Date(0) },
    });
  const due = async () => (await dueRecipients(app.db, 10)).map(({ recipientId }) => recipientId);
  const [first, second] = await due();
  await app.db.printAttempt.create({
    data: { companyId, voucherId: id, versions: "1-2", attemptCount: 8, dueAt: new Date() },
  });
  expect(await due()).toEqual([first]);
  await retryPdfs({ db: app.db, actor: { type: "admin" }, companyId });
  expect(await due()).toEqual([first, second]);
});

test("a sweep takes the vouchers of all companies in turn, however many one has", async () => {
  await storeWaitingVouchers(app.db, { code: "demo", production: true, count: 300, from: 100 });
  const [test = 0] = await storeWaitingVouchers(app.db, { code: "demo", production: false, count: 1 });
  const [mono = 0] = await storeWaitingVouchers(app.db, { code: "mono", production: true, count: 1 });
  const due = (await dueVouchers(app.db, 10)).map(({ voucherId }) => voucherId);
  expect(due.slice(1, 3)).toEqual([test, mono]);
  expect(due).toHaveLength(10);
});

test("that the storage did not keep a PDF is noted until it is kept", async () => {
  const [voucherId = 0] = await storeWaitingVouchers(app.db, { code: "demo", production: true, count: 1, from: 900 });
  const kept = openStorage(`file:${folder}`);
  let isFull = true;
  const write: typeof kept.write = (key, bytes) =>
    isFull ? Promise.reject(new Error("no space left")) : kept.write(key, bytes);
  const { render } = openRenderer(
    new Set(),
    createStorageBreaker({ ...kept, write }, () => 0),
  );
  const noted = () =>
    app.db.printAttempt.findMany({ where: { voucherId }, select: { attemptCount: true, refusedAt: true } });

  await expect(render(voucherId, "service")).rejects.toThrow("the storage refused: no space left");
  expect(await noted()).toEqual([{ attemptCount: 0, refusedAt: expect.any(Date) }]);
  isFull = false;
  await ripen();
  await render(voucherId, "service");
  expect(await noted()).toEqual([]);
});
