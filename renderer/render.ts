import type { PdfKey, PrintRequester } from "../shared/db/delivery/print-tries.js";
import type { DueRecipient } from "../shared/db/delivery/recipients.js";
import { original, type PdfForm, pdfFormKey } from "../shared/domain/pdf-form.js";
import { maxPrintTries } from "../shared/domain/print-tries.js";
import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import type { Log } from "../shared/logging/log.js";
import type { DataOf, ResultOf } from "../shared/queues/define-queue.js";
import { FinalError } from "../shared/queues/errors.js";
import type { pdfQueue } from "../shared/queues/pdf.js";
import type { Storage } from "../shared/storage/storage.js";
import type { ReadLogo } from "./logo.js";
import { PrintFailure } from "./print-failure.js";
import type { PrintOptions } from "./print-options.js";
import { StorageRefused } from "./storage-breaker.js";

export interface RenderDeps {
  findPrintable(voucherId: number): Promise<PrintableVoucher | undefined>;
  findPdf(voucherId: number, versions: string): Promise<string | undefined>;
  recordPdf(pdf: RecordedPdf): Promise<void>;
  forgetOtherPdfs(voucherId: number, versions: string): Promise<void>;
  /** The number of the try, from 1. Undefined when the PDF must not be tried now. */
  beginPrint(pdf: PdfKey, wish: PrintRequester): Promise<number | undefined>;
  notePrintFailure(pdf: PdfKey, reason: string): Promise<void>;
  /** @param isRefused whether the storage did not keep it */
  takeBackPrint(pdf: PdfKey, isRefused: boolean): Promise<void>;
  recipientsOf(voucherId: number, versions: string): Promise<DueRecipient[]>;
  addMail(recipient: DueRecipient): Promise<void>;
  /** @throws PrintFailure when it is the voucher that cannot be printed */
  print(voucher: PrintableVoucher, options: PrintOptions & { alone: boolean }): Promise<Buffer>;
  readLogo: ReadLogo;
  storage: Storage;
  log: Log;
}

export interface RecordedPdf extends PdfKey {
  storageKey: string;
  sizeBytes: number;
}

const originalKey = pdfFormKey(original);

/**
 * Makes one PDF of a voucher, stores and records it, and adds the jobs of the mails that waited for it.
 * The storage key is the same for every run and the file is replaced in one step, so running twice leaves one PDF.
 * `anew` prints an existing PDF again. If that is the original, the others are removed; they are made again on request.
 * A print that failed often is put aside; the result is null when it is not tried.
 * @throws FinalError when there is no such voucher, or it has failed too often. Any other error: it is tried again.
 */
export async function renderVoucher(
  deps: RenderDeps,
  { voucherId, versions: copies, layout = "a4", requestId }: DataOf<typeof pdfQueue>,
  wish: PrintRequester,
): Promise<ResultOf<typeof pdfQueue>> {
  const startedAt = performance.now();
  const form: PdfForm = { layout, versions: copies };
  const versions = pdfFormKey(form);
  const kept = wish === "anew" ? undefined : await findStoredVoucher(deps, voucherId, versions);
  const stored = kept ?? (await makeInOrder(deps, voucherId, form, wish));
  if (!stored) {
    deps.log.info({ requestId, voucherId, versions }, "pdf left for later: it is being printed, or failed before");
    return null;
  }
  if (wish === "anew" && versions === originalKey) await deps.forgetOtherPdfs(voucherId, versions);

  for (const recipient of await deps.recipientsOf(voucherId, versions)) await deps.addMail(recipient);
  const durationMs = Math.round(performance.now() - startedAt);
  deps.log.info({ requestId, voucherId, versions, made: !kept, sizeBytes: stored.sizeBytes, durationMs }, "pdf");
  return stored;
}

/** The ticket of the point of sale comes before the first original: once a voucher has its PDF, the till waits for nothing. */
async function makeInOrder(deps: RenderDeps, voucherId: number, form: PdfForm, wish: PrintRequester) {
  const voucher = await deps.findPrintable(voucherId);
  if (!voucher) throw new FinalError(`there is no voucher ${voucherId}`);
  const { layout } = voucher.pointOfSale;
  const isFirst = pdfFormKey(form) === originalKey && wish !== "anew";
  if (isFirst && layout !== "a4") await makeTicket(deps, voucher, { ...form, layout });
  return tryToMake(deps, voucher, form, wish);
}

/** Prints a ticket. A failure of the browser holds up neither the original nor its mails: a download tries again. */
async function makeTicket(deps: RenderDeps, voucher: PrintableVoucher, form: PdfForm): Promise<void> {
  if (await findStoredVoucher(deps, voucher.id, pdfFormKey(form))) return;
  try {
    await tryToMake(deps, voucher, form, "service");
  } catch (error) {
    if (!(error instanceof PrintFailure || error instanceof FinalError)) throw error;
    deps.log.warn(
      { error, voucherId: voucher.id, layout: form.layout },
      "a ticket was not made; a download tries again",
    );
  }
}

/** Only what the browser fails at counts as a failed try; the storage or the database may fail at any voucher. */
async function tryToMake(deps: RenderDeps, voucher: PrintableVoucher, form: PdfForm, wish: PrintRequester) {
  const pdf = { companyId: voucher.companyId, voucherId: voucher.id, versions: pdfFormKey(form) };
  const tries = await deps.beginPrint(pdf, wish);
  if (tries === undefined) return undefined;
  try {
    return await make(deps, voucher, form, tries > 1);
  } catch (error) {
    if (!(error instanceof PrintFailure)) await deps.takeBackPrint(pdf, error instanceof StorageRefused);
    else {
      await deps.notePrintFailure(pdf, error.message);
      if (tries >= maxPrintTries) {
        deps.log.error({ error, ...pdf, tries }, "a PDF that always fails is put aside");
        throw new FinalError(`failed ${tries} times and is put aside: ${error.message}`);
      }
    }
    throw error;
  }
}

async function findStoredVoucher({ findPdf, storage }: RenderDeps, voucherId: number, versions: string) {
  const storageKey = await findPdf(voucherId, versions);
  if (storageKey === undefined || !(await storage.exists(storageKey))) return undefined;
  return { storageKey, sizeBytes: (await storage.read(storageKey)).length };
}

async function make(deps: RenderDeps, voucher: PrintableVoucher, form: PdfForm, alone: boolean) {
  const { id: voucherId, companyId } = voucher;
  const logo = await deps.readLogo(voucher.pointOfSale.logoKey);
  const pdf = await deps.print(voucher, { ...form, versions: [...new Set(form.versions)], logo, alone });
  const versions = pdfFormKey(form);
  const storageKey = `${companyId}/${voucherId}/${versions}.pdf`;
  await deps.storage.write(storageKey, pdf);
  await deps.recordPdf({ companyId, voucherId, versions, storageKey, sizeBytes: pdf.length });
  return { storageKey, sizeBytes: pdf.length };
}
