import type { DueVoucher } from "../shared/db/delivery/pdfs.js";
import { original } from "../shared/domain/pdf-form.js";
import type { Log } from "../shared/logging/log.js";
import type { DataOf } from "../shared/queues/define-queue.js";
import type { FairQueue } from "../shared/queues/open-fair-queue.js";
import { pdfJobId, type pdfQueue } from "../shared/queues/pdf.js";

interface VoucherSweepDeps {
  dueVouchers(limit: number): Promise<DueVoucher[]>;
  pdfs: Pick<FairQueue<DataOf<typeof pdfQueue>>, "requeue">;
  log: Log;
}

/** Adds the jobs of vouchers whose PDF is due: for its next try, or because a crash lost the job. */
export async function sweepDueVouchers({ dueVouchers, pdfs, log }: VoucherSweepDeps, limit: number): Promise<void> {
  let added = 0;
  for (const { voucherId, requestId, trace, ...turn } of await dueVouchers(limit)) {
    const data = { voucherId, versions: original.versions, requestId, trace: trace ?? undefined };
    if (await pdfs.requeue(pdfJobId(voucherId, original), data, turn)) added += 1;
  }
  if (added > 0) log.info({ vouchers: added }, "added jobs for vouchers without a PDF");
}
