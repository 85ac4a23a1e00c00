import { z } from "@hono/zod-openapi";
import type { Words } from "../../shared/domain/words.js";
import { says } from "./says.js";
import { atMost } from "./text.js";

const maxCertificate = 65_536;

const noAlias: Words = {
  en: "must be 1 to 64 letters, digits, spaces, dots, dashes or underscores, beginning with a letter or digit",
  es: "Usá de 1 a 64 letras sin acento, números, espacios, puntos o guiones; empezá con una letra o un número.",
};

export const certificateRequest = z
  .object({
    alias: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/, {
      error: says(noAlias),
    }),
  })
  .openapi("CertificateRequest");

export const certificateInstallation = z
  .object({
    certificate: z.string().min(1).check(atMost(maxCertificate)).openapi({ maxLength: maxCertificate }),
  })
  .openapi("CertificateInstallation");
