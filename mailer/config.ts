import { commonConfig, integerFrom, mailFrom, metricsPort, smtpUrl, storageUrl } from "../shared/config.js";

export const mailerConfig = commonConfig.extend({
  SMTP_URL: smtpUrl,
  MAIL_FROM: mailFrom,
  PDF_STORAGE_URL: storageUrl,
  METRICS_PORT: metricsPort,
  /** Mails under way at once, each on a connection of its own. */
  MAILER_CONCURRENCY: integerFrom(1).default(5),
});
