import { commonConfig, integerFrom, mailFrom, metricsPort, smtpUrl, storageUrl } from "../shared/config.js";

export const mailerConfig = commonConfig.extend({
  SMTP_URL: smtpUrl,
  MAIL_FROM: mailFrom,
  PDF_STORAGE_URL: storageUrl,
  METRICS_PORT: metricsPort,
  /** Mails under way at once, each on a connection of its own. */
  MAILER_CONCURRENCY: integerFrom(1).default(5),
  /** Of all mailers together; 0 is no limit. */
  MAILER_RATE_PER_MINUTE: integerFrom(0).default(0),
  /** The wait after a mail's first failure; it doubles with every other, up to an hour, for a day. */
  MAILER_RETRY_MS: integerFrom(1).default(30_000),
  /** The longest wait for an answer of the SMTP server. */
  SMTP_TIMEOUT_MS: integerFrom(1).default(60_000),
});
