import { z } from "zod";
import { commonConfig, integerFrom, metricsPort, storageUrl } from "../shared/config.js";

export const mailerConfig = commonConfig.extend({
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "an SMTP URL: smtp://user:password@host:587" }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}]*@[A-Za-z0-9-][A-Za-z0-9.-]*>?$/u, { error: "a sender: Name <address@example.com>" }),
  PDF_STORAGE_URL: storageUrl,
  METRICS_PORT: metricsPort,
  /** Mails under way at once, each on a connection of its own. */
  MAILER_CONCURRENCY: integerFrom(1).default(5),
});
