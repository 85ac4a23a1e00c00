import { constants, setPriority } from "node:os";
import { Counter, Histogram } from "prom-client";
import { periodicTasks } from "../shared/concurrency/run-periodically.js";
import { forgetSetting, loadConfig } from "../shared/config/config.js";
import {
  dueWarnings,
  expiringCertificates,
  expiringKeys,
  followingPlans,
  heavyUsage,
  lapsingSubscriptions,
  recordWarnings,
} from "../shared/db/company/warnings.js";
import { listOpenCodes } from "../shared/db/contingency/open-codes.js";
import { openOutboxRow } from "../shared/db/delivery/outgoing.js";
import { findPdf } from "../shared/db/delivery/pdfs.js";
import { dueRecipients, findMail } from "../shared/db/delivery/recipients.js";
import { openVoucherMails } from "../shared/db/delivery/voucher-mails.js";
import { makeLink } from "../shared/db/people/links.js";
import { countMailsOfMinute, duePersonMails } from "../shared/db/people/mails.js";
import { besideReadiness, openConnections } from "../shared/db/pool/connections.js";
import { openDatabase } from "../shared/db/pool/database.js";
import { failpoint } from "../shared/failpoints/failpoint.js";
import { closing, runProcess } from "../shared/lifecycle/shutdown.js";
import { beginProcess } from "../shared/process/begin-process.js";
import { measureConnections } from "../shared/process/connection-metrics.js";
import { openHealth } from "../shared/process/open-health.js";
import { callRedis } from "../shared/queues/call-redis.js";
import { FinalError } from "../shared/queues/errors.js";
import { mailQueue } from "../shared/queues/mail.js";
import { openFairQueue } from "../shared/queues/open-fair-queue.js";
import { openRedis } from "../shared/queues/open-redis.js";
import { pdfGapJobId, pdfQueue } from "../shared/queues/pdf.js";
import { serve } from "../shared/queues/serve.js";
import { withLocalFallback } from "../shared/queues/with-local-fallback.js";
import { measureStorage } from "../shared/storage/measured-storage.js";
import { openStorage } from "../shared/storage/open-storage.js";
import { tendTracing } from "../shared/telemetry/start-tracing.js";
import { currentTraceparent, failSpan, inSpan, setSpanAttributes } from "../shared/tracing/tracing.js";
import { atMostEvery } from "./at-most-every.js";
import { backoffFrom } from "./backoff.js";
import { composeMail } from "./compose.js";
import { composePersonMail } from "./compose-person-mail.js";
import { composeWarning } from "./compose-warning.js";
import { mailerConfig } from "./config.js";
import { openDelivery } from "./delivery.js";
import type { DispatchDeps } from "./dispatch.js";
import { mailPeople } from "./mail-people.js";
import { type SendDeps, sendMail } from "./send.js";
import { sweepDueRecipients } from "./sweep.js";
import { readTemplate } from "./template.js";
import { type WarnDeps, warnCompanies } from "./warn.js";
import { openWebhooks } from "./webhooks/open-webhooks.js";

const { WEBHOOK_KEY, SECRET_KEY, ...config } = loadConfig(mailerConfig);
forgetSetting("WEBHOOK_KEY");
forgetSetting("SECRET_KEY");
const log = await beginProcess("mailer", config);
// Nobody waits for a mail: on a machine that they share, a thousand of them must not slow down one issuance.
setPriority(constants.priority.PRIORITY_LOW);

/** Deadlines are days, and to count what is open of them costs more than the other warnings. */
const deadlinesEveryMs = 3_600_000;

/** Somebody sits and waits for the link. */
const peopleEveryMs = 2_000;

const deliveriesTotal = new Counter({
  name: "talonario_mails_total",
  help: "Tries to send a mail, by outcome",
  labelNames: ["outcome"],
});
const deliveries = new Histogram({
  name: "talonario_mail_seconds",
  help: "Seconds that the SMTP server took for one mail, accepted or not",
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
});

await runProcess(log, config.SMTP_TIMEOUT_MS + 30_000, async (onClose, stopping) => {
  tendTracing(log, onClose);
  const connections = openConnections(config.DATABASE_URL, {
    connections: besideReadiness(config.DATABASE_CONNECTIONS),
    own: { mails: 1, webhooks: 1 },
  });
  onClose("connections", connections.close);
  measureConnections(connections);
  const { db, close: closeDatabase } = openDatabase(connections, { share: "mails" });
  onClose("database", closeDatabase);
  const { worker, producer, watch } = openRedis(config.REDIS_URL, log, onClose);
  const serves = await openHealth("mailer", { config, db, producer, log, onClose, stopping });
  // What a crash of the server forgets is delivered once more.
  const webhooks = openDatabase(connections, { share: "webhooks", connections: 6, onePlan: true, mayForget: true });
  onClose("webhooks' database", webhooks.close);
  await openWebhooks(
    { ...config, WEBHOOK_KEY, SECRET_KEY },
    { db: webhooks.db, worker, producer, watch, log, onClose },
  );
  const mails = closing(onClose, "mails", openFairQueue(mailQueue, producer));
  const pdfs = closing(onClose, "pdfs", openFairQueue(pdfQueue, producer));
  // More connections than concurrent mails: one for the warnings, and one for the mails to people, who wait for them.
  const delivery = openDelivery(config.SMTP_URL, {
    tls: config.SMTP_TLS,
    connections: config.MAILER_CONCURRENCY + 2,
    timeoutMs: config.SMTP_TIMEOUT_MS,
  });
  onClose("smtp", delivery.close);
  const voucherTemplate = readTemplate("voucher");
  const warningTemplate = readTemplate("warning");
  const personTemplate = readTemplate("person");

  const dispatching: Omit<DispatchDeps, "outgoing"> = {
    async deliver(message) {
      const stopTimer = deliveries.startTimer();
      const delivered = await inSpan("smtp", {}, () => delivery.deliver(message), "client").finally(stopTimer);
      deliveriesTotal.inc({ outcome: delivered.outcome });
      failpoint("after_mail");
      return delivered;
    },
    backoff: backoffFrom(config.MAILER_RETRY_MS),
    random: Math.random,
  };

  const sendDeps: SendDeps = {
    ...dispatching,
    outgoing: openVoucherMails(db, config.MAILS_PER_COMPANY_PER_DAY),
    findMail: (recipientId) => findMail(db, recipientId),
    findPdf: (voucherId, versions) => findPdf(db, voucherId, versions),
    // The job is removed when it ends. So a failed PDF can be requested again as long as the mail is due.
    askForPdf: ({ voucherId, pdfVersions: versions, voucher: { companyId, production } }, requestId) =>
      callRedis(watch, () =>
        pdfs.add(
          pdfGapJobId(voucherId, { layout: "a4", versions }, "mail"),
          { voucherId, versions, requestId, trace: currentTraceparent() },
          { companyId, production },
          { removeOnComplete: true, removeOnFail: true },
        ),
      ),
    storage: measureStorage(openStorage(config.PDF_STORAGE_URL)),
    compose: async (mail, pdf) => composeMail(voucherTemplate, config.MAIL_FROM, mail, pdf),
    log,
  };

  const warnDeps: WarnDeps = {
    ...dispatching,
    outgoing: openOutboxRow(db, "warning"),
    heavyUsage: () => heavyUsage(db),
    expiringCertificates: () => expiringCertificates(db),
    expiringKeys: () => expiringKeys(db),
    lapsingSubscriptions: () => lapsingSubscriptions(db),
    followingPlans: () => followingPlans(db),
    openCodes: atMostEvery(
      deadlinesEveryMs,
      () => listOpenCodes(db),
      () => performance.now(),
    ),
    recordWarnings: (warnings) => recordWarnings(db, warnings),
    dueWarnings: (limit) => dueWarnings(db, limit),
    compose: async (warning) =>
      composeWarning(warningTemplate, { from: config.MAIL_FROM, appUrl: config.APP_URL }, warning),
    now: Date.now,
    log,
  };

  const people = mailPeople({
    ...dispatching,
    outgoing: openOutboxRow(db, "person_mail"),
    appUrl: config.APP_URL,
    dueMails: (limit) => duePersonMails(db, limit),
    mayMail: async () =>
      config.MAILER_RATE_PER_MINUTE === 0 || (await countMailsOfMinute(db)) < config.MAILER_RATE_PER_MINUTE,
    makeLink: (personId, companyId) => makeLink(db, personId, companyId),
    compose: async (mail, urls) => composePersonMail(personTemplate, config.MAIL_FROM, mail, urls),
    log,
  });

  // What is due when a mailer starts has waited for it.
  const atOnce = { atOnce: true };
  const round = periodicTasks(log, onClose);
  round("warning of companies", 10_000, () => warnCompanies(warnDeps, stopping), atOnce);
  round("mailing of people", peopleEveryMs, () => people(stopping), atOnce);

  const serving = serve(mailQueue, {
    connection: worker,
    concurrency: config.MAILER_CONCURRENCY,
    perMinute: config.MAILER_RATE_PER_MINUTE,
    log,
    process: async (data, { note }) => {
      const result = await sendMail(sendDeps, data).catch((error: unknown) => {
        if (error instanceof FinalError) throw error;
        failSpan(error instanceof Error ? error.name : "unknown");
        log.warn({ error, ...data }, "a mail could not be tried; the sweep adds its job again");
        return { outcome: "waits", detail: `${error}` } as const;
      });
      setSpanAttributes({ "talonario.outcome": result.outcome });
      note(`${result.outcome}${result.detail ? `: ${result.detail}` : ""}`);
      return result;
    },
  });
  onClose("mail queue", serving.close);

  // Without Redis nobody counts the mails of a minute over all mailers: then they wait for it.
  const runLocally = config.MAILER_RATE_PER_MINUTE === 0 ? serving.runLocally : undefined;
  const due = withLocalFallback(mails, { watch, runLocally });
  const sweep = () => sweepDueRecipients({ dueRecipients: (limit) => dueRecipients(db, limit), mails: due, log }, 200);
  round("sweep of due mails", 5_000, sweep, atOnce);
  serves();
});
