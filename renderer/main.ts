import { constants, setPriority } from "node:os";
import { Counter, Histogram } from "prom-client";
import { programFile } from "../shared/assets/assets.js";
import { createKeyedMutex } from "../shared/concurrency/keyed-mutex.js";
import { periodicTasks } from "../shared/concurrency/run-periodically.js";
import { loadConfig } from "../shared/config/config.js";
import { dueVouchers, findPdf, findPrintable, forgetOtherPdfs, recordPdf } from "../shared/db/delivery/pdfs.js";
import { beginPrint, notePrintFailure, takeBackPrint } from "../shared/db/delivery/print-tries.js";
import { recipientsOf } from "../shared/db/delivery/recipients.js";
import { besideReadiness, openConnections } from "../shared/db/pool/connections.js";
import { openDatabase } from "../shared/db/pool/database.js";
import { failpoint } from "../shared/failpoints/failpoint.js";
import { createRewriter } from "../shared/images/rewriter.js";
import { closing, runProcess } from "../shared/lifecycle/shutdown.js";
import { beginProcess } from "../shared/process/begin-process.js";
import { measureConnections } from "../shared/process/connection-metrics.js";
import { openHealth } from "../shared/process/open-health.js";
import { callRedis } from "../shared/queues/call-redis.js";
import { BusyError, FinalError } from "../shared/queues/errors.js";
import { mailJobId, mailQueue } from "../shared/queues/mail.js";
import { openFairQueue } from "../shared/queues/open-fair-queue.js";
import { openRedis } from "../shared/queues/open-redis.js";
import { pdfQueue } from "../shared/queues/pdf.js";
import { serve } from "../shared/queues/serve.js";
import { withLocalFallback } from "../shared/queues/with-local-fallback.js";
import { measureStorage } from "../shared/storage/measured-storage.js";
import { openStorage } from "../shared/storage/open-storage.js";
import { tendTracing } from "../shared/telemetry/start-tracing.js";
import { currentTraceparent, failSpan, inSpan } from "../shared/tracing/tracing.js";
import { openBrowser } from "./browser.js";
import { findBrowserPath, tellAge } from "./chromium.js";
import { rendererConfig } from "./config.js";
import { createLogoReader } from "./logo.js";
import { loadChromium } from "./playwright.js";
import { printAllowanceMs, printVoucher } from "./print-voucher.js";
import { type RenderDeps, renderVoucher } from "./render.js";
import { requestedFormOf } from "./requested-form-of.js";
import { createStorageBreaker, StorageRefused } from "./storage-breaker.js";
import { sweepDueVouchers } from "./sweep.js";

/** When a job comes again whose voucher is being printed. */
const busyMs = 1_000;

const config = loadConfig(rendererConfig);
const log = await beginProcess("renderer", config);
// Chromium takes this over. On a machine that they share, a thousand prints must not slow down one issuance.
setPriority(constants.priority.PRIORITY_LOW);

const prints = new Histogram({
  name: "talonario_print_seconds",
  help: "Seconds that Chromium took for one PDF",
  buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
});
const failedPrints = new Counter({
  name: "talonario_print_failures_total",
  help: "Failed prints, each of which replaces the browser",
});
const keptPdfs = new Counter({
  name: "talonario_pdfs_stored_total",
  help: "PDFs that were printed, stored and recorded",
});
const undonePdfs = new Counter({
  name: "talonario_pdf_failures_total",
  help: "Failed PDF jobs, which will be tried again",
});

await runProcess(log, 60_000, async (onClose, stopping) => {
  tendTracing(log, onClose);
  const most = besideReadiness(config.DATABASE_CONNECTIONS);
  const connections = closing(onClose, "connections", openConnections(config.DATABASE_URL, { connections: most }));
  measureConnections(connections);
  const { db, close: closeDatabase } = openDatabase(connections);
  onClose("database", closeDatabase);
  const { worker, producer, watch } = openRedis(config.REDIS_URL, log, onClose);
  const mails = closing(onClose, "mails", openFairQueue(mailQueue, producer));
  const pdfs = closing(onClose, "pdfs", openFairQueue(pdfQueue, producer));

  if (config.CHROMIUM_NO_SANDBOX) log.warn("CHROMIUM_NO_SANDBOX: Chromium prints without its sandbox");
  const browserPath = findBrowserPath(config.CHROMIUM_PATH);
  const browser = await openBrowser({
    executablePath: browserPath,
    sandbox: !config.CHROMIUM_NO_SANDBOX,
    onFailure: (error) => {
      failedPrints.inc();
      log.warn({ error }, "the browser failed and is replaced");
    },
  });
  onClose("browser", browser.close);
  tellAge(browserPath ?? loadChromium().executablePath());
  const needs = { browser: browser.isReady };
  const serves = await openHealth("renderer", { config, db, producer, needs, log, onClose, stopping });

  const storage = createStorageBreaker(measureStorage(openStorage(config.PDF_STORAGE_URL)), () => performance.now());
  const deps: RenderDeps = {
    findPrintable: (voucherId) => findPrintable(db, voucherId),
    findPdf: (voucherId, versions) => findPdf(db, voucherId, versions),
    async recordPdf(pdf) {
      failpoint("before_pdf_record");
      await recordPdf(db, pdf);
      keptPdfs.inc();
    },
    forgetOtherPdfs: (voucherId, versions) => forgetOtherPdfs(db, voucherId, versions),
    beginPrint: (pdf, wish) => beginPrint(db, pdf, wish),
    notePrintFailure: (pdf, reason) => notePrintFailure(db, pdf, reason),
    takeBackPrint: (pdf, isRefused) => takeBackPrint(db, pdf, isRefused),
    recipientsOf: (voucherId, versions) => recipientsOf(db, voucherId, versions),
    addMail: async ({ recipientId, requestId, ...turn }) => {
      await callRedis(watch, () =>
        mails.requeue(mailJobId(recipientId), { recipientId, requestId, trace: currentTraceparent() }, turn),
      ).catch((error) => log.warn({ error, recipientId, requestId }, "mail job was lost; the sweep will add it again"));
    },
    print: async (voucher, { alone, ...options }) => {
      if (storage.isTripped())
        throw new StorageRefused("the storage refused a moment ago: nothing is printed before it is tried again");
      const stop = prints.startTimer();
      const allowanceMs = printAllowanceMs(voucher);
      const print = () => browser.use((page) => printVoucher(page, voucher, options), { allowanceMs, alone });
      const pdf = await inSpan("print", {}, print);
      stop();
      return pdf;
    },
    readLogo: createLogoReader({ storage, log, rewriteImage: createRewriter(programFile("renderer/logo-thread")) }),
    storage,
    log,
  };

  const printing = createKeyedMutex();
  const serving = serve(pdfQueue, {
    connection: worker,
    concurrency: config.RENDERER_CONCURRENCY,
    log,
    process: async (data, { id, note }) => {
      const { voucherId, versions, layout = "a4", requestId } = data;
      const wish = requestedFormOf(id, voucherId, { layout, versions });
      const release = printing.tryAcquire(`${voucherId}`);
      // The copies of one huge voucher cannot hold all workers.
      if (!release) throw new BusyError(`voucher ${voucherId} is being printed`, busyMs);
      try {
        const pdf = await renderVoucher(deps, data, wish);
        if (!pdf) note("left for later");
        return pdf;
      } catch (error) {
        if (error instanceof BusyError) throw error;
        undonePdfs.inc();
        failSpan(error instanceof Error ? error.name : "unknown");
        note(`not printed: ${error}`);
        // Only Redis knows of a new print. Any other try is repeated by the database, so its job has not failed for good.
        if (wish === "anew" || error instanceof FinalError) throw error;
        log.warn({ error, requestId, voucherId, layout, versions }, "a PDF was not made and is tried again");
        return null;
      } finally {
        release();
      }
    },
  });
  onClose("pdf queue", serving.close);

  const due = withLocalFallback(pdfs, { watch, runLocally: serving.runLocally });
  const sweep = () => sweepDueVouchers({ dueVouchers: (limit) => dueVouchers(db, limit), pdfs: due, log }, 200);
  // What is due when a renderer starts has waited for it.
  periodicTasks(log, onClose)("sweep of vouchers without a PDF", 5_000, sweep, { atOnce: true });
  serves();
});
