import { commonConfig, integerFrom, mailFrom, metricsPort, smtpTls, smtpUrl, storageUrl } from "../shared/config.js";

export const mailerConfig = commonConfig.extend({
  SMTP_URL: smtpUrl,
  SMTP_TLS: smtpTls,
  MAIL_FROM: mailFrom,
  PDF_STORAGE_URL: storageUrl,
  METRICS_PORT: metricsPort,
  /** Mails sent at the same time, each over its own connection. */
  MAILER_CONCURRENCY: integerFrom(1).default(5),
  /** The limit of all mailers together; 0 = no limit. */
  MAILER_RATE_PER_MINUTE: integerFrom(0).default(0),
  /** The wait after a mail's first failure. It doubles with every further one, up to an hour. After a day we give up. */
  MAILER_RETRY_MS: integerFrom(1).default(30_000),
  /** The timeout for an answer of the SMTP server. */
  SMTP_TIMEOUT_MS: integerFrom(1).default(60_000),
});
