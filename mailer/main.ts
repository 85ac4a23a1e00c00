import { Counter, Histogram } from "prom-client";
import { loadConfig } from "../shared/config.js";
import { openDatabase } from "../shared/db/database.js";
import { findPdf } from "../shared/db/pdfs.js";
import { dueRecipients, findMail, markFailed, markSent } from "../shared/db/recipients.js";
import { armFailpoints, failpoint } from "../shared/failpoint.js";
import { startHealthServer } from "../shared/health-server.js";
import { createLog } from "../shared/log.js";
import { mailQueue } from "../shared/queues/mail.js";
import { openQueue } from "../shared/queues/open-queue.js";
import { pdfJobId, pdfQueue } from "../shared/queues/pdf.js";
import { connectRedis } from "../shared/queues/redis.js";
import { serve } from "../shared/queues/serve.js";
import { createReadiness } from "../shared/readiness.js";
import { repeat } from "../shared/repeat.js";
import { runProcess } from "../shared/shutdown.js";
import { openStorage } from "../shared/storage/storage.js";
import { composeMail } from "./compose.js";
import { mailerConfig } from "./config.js";
import { openDelivery } from "./delivery.js";
import { type SendDeps, sendMail } from "./send.js";
import { sweepDueRecipients } from "./sweep.js";
import { compileTemplate } from "./template.js";

const config = loadConfig(mailerConfig);
const log = createLog("mailer", config.LOG_LEVEL);
process.title = "talonario-mailer";
armFailpoints(config.FAILPOINT);

const mailsTotal = new Counter({
  name: "talonario_mails_total",
  help: "Mails by what became of them",
  labelNames: ["outcome"],
});
const deliveries = new Histogram({
  name: "talonario_mail_seconds",
  help: "Time that the SMTP server took for one mail, accepted or not",
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
});

await runProcess(log, 90_000, async (onClose, stopping) => {
  const { db, close: closeDatabase } = openDatabase(config.DATABASE_URL);
  onClose("database", closeDatabase);
  const redis = connectRedis(config.REDIS_URL, log, "worker");
  onClose("redis", () => redis.disconnect());
  const health = await startHealthServer(config.METRICS_PORT, createReadiness({ db, redis, stopping }));
  onClose("health", health.close);
  const producer = connectRedis(config.REDIS_URL, log, "producer");
  onClose("redis producer", () => producer.disconnect());
  const mails = openQueue(mailQueue, producer);
  onClose("mails", mails.close);
  const pdfs = openQueue(pdfQueue, producer);
  onClose("pdfs", pdfs.close);
  const delivery = openDelivery(config.SMTP_URL, config.MAILER_CONCURRENCY);
  onClose("smtp", delivery.close);
  const fill = await compileTemplate();

  const deps: SendDeps = {
    findMail: (recipientId) => findMail(db, recipientId),
    findPdf: (voucherId, versions) => findPdf(db, voucherId, versions),
    // Forgotten as soon as it ends: a PDF that could not be made is asked for again for as long as the mail is due.
    askForPdf: (voucherId, versions, requestId) =>
      pdfs.add(
        `${pdfJobId(voucherId, versions)}-mail`,
        { voucherId, versions, requestId },
        { removeOnComplete: true, removeOnFail: true },
      ),
    storage: openStorage(config.PDF_STORAGE_URL),
    compose: (mail, pdf) => composeMail(fill, config.MAIL_FROM, mail, pdf),
    async deliver(message) {
      const stop = deliveries.startTimer();
      const answer = await delivery.deliver(message).finally(stop);
      failpoint("after_mail");
      return answer;
    },
    markSent: (recipientId, smtpResponse) => markSent(db, recipientId, smtpResponse),
    markFailed: (recipientId, smtpResponse) => markFailed(db, recipientId, smtpResponse),
    log,
  };

  const sweep = repeat(
    () => sweepDueRecipients({ dueRecipients: (limit) => dueRecipients(db, limit), addMail: mails.add, log }, 200),
    5_000,
    log,
    "sweep of due mails",
  );
  onClose("sweep", sweep.stop);

  const serving = serve(mailQueue, {
    connection: redis,
    concurrency: config.MAILER_CONCURRENCY,
    log,
    process: async (data, { note }) => {
      const result = await sendMail(deps, data);
      mailsTotal.inc({ outcome: result.outcome });
      note(`${result.outcome}${result.detail ? `: ${result.detail}` : ""}`);
      return result;
    },
  });
  onClose("mail queue", serving.close);
});
