import type { PrintableVoucher } from "../shared/domain/printable-voucher.js";
import type { Log } from "../shared/log.js";
import type { DataOf, ResultOf } from "../shared/queues/define-queue.js";
import { FinalError } from "../shared/queues/errors.js";
import type { pdfQueue } from "../shared/queues/pdf.js";
import type { Storage } from "../shared/storage/storage.js";
import { readLogo } from "./logo.js";
import type { PrintOptions } from "./print-voucher.js";

export interface RenderDeps {
  findPrintable(voucherId: number): Promise<PrintableVoucher | undefined>;
  findPdf(voucherId: number, versions: string): Promise<string | undefined>;
  recordPdf(pdf: RecordedPdf): Promise<void>;
  forgetOtherPdfs(voucherId: number, versions: string): Promise<void>;
  recipientsOf(voucherId: number): Promise<number[]>;
  addMail(recipientId: number, requestId: string): Promise<void>;
  print(voucher: PrintableVoucher, options: PrintOptions): Promise<Buffer>;
  storage: Storage;
  log: Log;
}

export interface RecordedPdf {
  voucherId: number;
  /** The copies in order: "1", "1-2-3". */
  versions: string;
  storageKey: string;
  sizeBytes: number;
}

const original = "1";

/**
 * Makes one PDF of a voucher, stores and records it, and adds the mail jobs when it is the original.
 * The storage key is the same for every run and the file is replaced in one step, so running twice leaves one PDF.
 * `anew` prints an existing PDF again. If that is the original, the other copies are removed; they are made again on request.
 * @throws FinalError when there is no such voucher
 */
export async function renderVoucher(
  deps: RenderDeps,
  { voucherId, versions: copies, requestId }: DataOf<typeof pdfQueue>,
  { anew }: { anew: boolean },
): Promise<ResultOf<typeof pdfQueue>> {
  const startedAt = performance.now();
  const versions = copies.join("-");
  const kept = anew ? undefined : await findKept(deps, voucherId, versions);
  const stored = kept ?? (await make(deps, voucherId, copies));
  if (anew && versions === original) await deps.forgetOtherPdfs(voucherId, versions);

  if (versions === original) {
    for (const recipientId of await deps.recipientsOf(voucherId)) await deps.addMail(recipientId, requestId);
  }
  const durationMs = Math.round(performance.now() - startedAt);
  deps.log.info({ requestId, voucherId, versions, made: !kept, sizeBytes: stored.sizeBytes, durationMs }, "pdf");
  return stored;
}

async function findKept({ findPdf, storage }: RenderDeps, voucherId: number, versions: string) {
  const storageKey = await findPdf(voucherId, versions);
  if (storageKey === undefined || !(await storage.exists(storageKey))) return undefined;
  return { storageKey, sizeBytes: (await storage.read(storageKey)).length };
}

async function make(deps: RenderDeps, voucherId: number, copies: number[]) {
  const voucher = await deps.findPrintable(voucherId);
  if (!voucher) throw new FinalError(`there is no voucher ${voucherId}`);

  const logo = await readLogo(deps.storage, voucher.pointOfSale.logoKey, deps.log);
  const pdf = await deps.print(voucher, { versions: [...new Set(copies)], logo });
  const versions = copies.join("-");
  const storageKey = `${voucher.companyId}/${voucherId}/${versions}.pdf`;
  await deps.storage.write(storageKey, pdf);
  await deps.recordPdf({ voucherId, versions, storageKey, sizeBytes: pdf.length });
  return { storageKey, sizeBytes: pdf.length };
}
