import { z } from "zod";
import {
  appUrl,
  commonConfig,
  databaseConnections,
  integerFrom,
  listenAddress,
  mailFrom,
  metricsPort,
  secretKey,
  smtpTls,
  smtpUrl,
  storageUrl,
  yesOrNo,
} from "../shared/config/config.js";

const isCount = (text: string) => /^\d{1,9}$/.test(text);

/** `production,homologation`, or one number for both; 0 = no limit. */
const mailsPerDay = z
  .string()
  .refine((text) => text.split(",").every(isCount) && text.split(",").length <= 2, {
    error: "mails a day in production and in homologation: 5000,200; or one number for both; 0 is no limit",
  })
  .transform((text) => {
    const [production = 0, homologation = production] = text.split(",").map(Number);
    return { production: production || null, homologation: homologation || null };
  });

const webhookKeys = z
  .string()
  .transform((text) => text.split(","))
  .pipe(
    z.array(secretKey).max(2, { error: "one key of 32 bytes in base64, or the new one and the old one with a comma" }),
  );

export const mailerConfig = commonConfig.extend({
  DATABASE_CONNECTIONS: databaseConnections(4),
  SMTP_URL: smtpUrl,
  SMTP_TLS: smtpTls,
  MAIL_FROM: mailFrom,
  /** For the links in mails to people. Without it these mails wait. */
  APP_URL: appUrl,
  PDF_STORAGE_URL: storageUrl,
  METRICS_PORT: metricsPort,
  LISTEN_ADDRESS: listenAddress,
  /** Mails sent at the same time, each over its own connection. */
  MAILER_CONCURRENCY: integerFrom(1).default(5),
  /** The limit of all mailers together; 0 = no limit. */
  MAILER_RATE_PER_MINUTE: integerFrom(0).default(0),
  /** The most mails of one company in one environment on an Argentine day. */
  MAILS_PER_COMPANY_PER_DAY: mailsPerDay.prefault("5000,200"),
  /** The wait after a mail's first failure. It doubles with every further one, up to an hour. After a day we give up. */
  MAILER_RETRY_MS: integerFrom(1).default(30_000),
  /** The timeout for an answer of the SMTP server. */
  SMTP_TIMEOUT_MS: integerFrom(1).default(60_000),
  /** Opens the secrets of webhooks: the key in force and, while it replaces another one, that one after a comma. */
  WEBHOOK_KEY: webhookKeys.optional(),
  /** Without WEBHOOK_KEY, it is derived from this. Without either, this mailer sends no webhooks. */
  SECRET_KEY: secretKey.optional(),
  /** The wait after a webhook's first failed attempt. The later ones are in proportion. */
  WEBHOOK_RETRY_MS: integerFrom(1).default(5_000),
  /** Whether webhooks may go to http and to addresses that are not public. */
  WEBHOOK_ALLOW_PRIVATE: yesOrNo,
});
