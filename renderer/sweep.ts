import type { JobsOptions } from "bullmq";
import type { Log } from "../shared/log.js";
import { pdfGapJobId, pdfJobId } from "../shared/queues/pdf.js";

interface SweepDeps {
  dueVouchers(limit: number): Promise<{ voucherId: number; requestId: string }[]>;
  addPdf(jobId: string, data: PdfJob, options?: JobsOptions): Promise<void>;
  log: Log;
}

interface PdfJob {
  voucherId: number;
  versions: number[];
  requestId: string;
}

const original = [1];
const retryDelayMs = 30_000;

/**
 * Adds the jobs that a crash lost. If the voucher's own job failed for good, its id stays taken. So a second job, removed when it
 * ends, tries every half minute as long as there is no PDF.
 */
export async function sweepDueVouchers({ dueVouchers, addPdf, log }: SweepDeps, limit: number): Promise<void> {
  const due = await dueVouchers(limit);
  for (const { voucherId, requestId } of due) {
    const data = { voucherId, versions: original, requestId };
    await addPdf(pdfJobId(voucherId, original), data);
    await addPdf(pdfGapJobId(voucherId, original, "sweep"), data, {
      delay: retryDelayMs,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
    });
  }
  if (due.length > 0) log.info({ vouchers: due.length }, "added jobs for vouchers without a PDF");
}
