import { z } from "@hono/zod-openapi";
import { atMost } from "./text.js";

const maxCertificate = 65_536;

export const certificateRequest = z
  .object({
    alias: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/, {
      error: "must be 1 to 64 letters, digits, spaces, dots, dashes or underscores, beginning with a letter or digit",
    }),
  })
  .openapi("CertificateRequest");

export const certificateInstallation = z
  .object({
    certificate: z.string().min(1).check(atMost(maxCertificate)).openapi({ maxLength: maxCertificate }),
  })
  .openapi("CertificateInstallation");
