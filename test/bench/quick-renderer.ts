import { type RenderDeps, renderVoucher } from "../../renderer/render.js";
import { findPdf, findPrintable, forgetOtherPdfs, recordPdf } from "../../shared/db/delivery/pdfs.js";
import { beginPrint, notePrintFailure, takeBackPrint } from "../../shared/db/delivery/print-tries.js";
import { recipientsOf } from "../../shared/db/delivery/recipients.js";
import { openDatabase } from "../../shared/db/pool/database.js";
import { createLog } from "../../shared/logging/log.js";
import { mailJobId, mailQueue } from "../../shared/queues/mail.js";
import { openFairQueue } from "../../shared/queues/open-fair-queue.js";
import { pdfQueue } from "../../shared/queues/pdf.js";
import { connectRedis } from "../../shared/queues/redis.js";
import { serve } from "../../shared/queues/serve.js";
import { openStorage } from "../../shared/storage/open-storage.js";

/** The renderer without a browser: the same PDF for every voucher. A browser would use the processors that are measured. */
export async function startQuickRenderer(databaseUrl: string, redisUrl: string, storageUrl: string) {
  const log = createLog("bench", "silent");
  const { db, close } = openDatabase(databaseUrl, { connections: 2 });
  const worker = connectRedis(redisUrl, log, "worker");
  const producer = connectRedis(redisUrl, log, "producer");
  const mails = openFairQueue(mailQueue, producer);
  const pdf = Buffer.from(`%PDF-1.4 ${"x".repeat(40_000)}`);
  const deps: RenderDeps = {
    findPrintable: (voucherId) => findPrintable(db, voucherId),
    findPdf: (voucherId, versions) => findPdf(db, voucherId, versions),
    recordPdf: (stored) => recordPdf(db, stored),
    forgetOtherPdfs: (voucherId, versions) => forgetOtherPdfs(db, voucherId, versions),
    beginPrint: (pdf, wish) => beginPrint(db, pdf, wish),
    notePrintFailure: (pdf, reason) => notePrintFailure(db, pdf, reason),
    takeBackPrint: (pdf, isRefused) => takeBackPrint(db, pdf, isRefused),
    recipientsOf: (voucherId, versions) => recipientsOf(db, voucherId, versions),
    addMail: ({ recipientId, requestId, ...turn }) =>
      mails.add(mailJobId(recipientId), { recipientId, requestId }, turn),
    print: async () => pdf,
    readLogo: async () => undefined,
    storage: openStorage(storageUrl),
    log,
  };
  const serving = serve(pdfQueue, {
    connection: worker,
    concurrency: 2,
    log,
    process: (data) => renderVoucher(deps, data, "service"),
  });
  return {
    async close() {
      await serving.close();
      await mails.close();
      for (const redis of [worker, producer]) redis.disconnect();
      await close();
    },
  };
}
