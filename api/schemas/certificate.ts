import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { field, like, part } from "./field.js";
import { says } from "./says.js";
import { created, id, instant } from "./shown.js";
import { atMost } from "./text.js";

const maxCertificate = 65_536;

const noAlias: LocalizedText = {
  en: "must be 1 to 64 letters, digits, spaces, dots, dashes or underscores, beginning with a letter or digit",
  es: "Usá de 1 a 64 letras sin acento, números, espacios, puntos o guiones; empezá con una letra o un número.",
};

const alias = field(
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/, { error: says(noAlias) }),
  {
    says: { en: "The certificate's name at the authority.", es: "El nombre del certificado en ARCA." },
    example: "librosur",
    label: "Alias",
  },
);

export const certificateRequest = part("CertificateRequest", { alias });

export const certificateInstallation = part("CertificateInstallation", {
  certificate: field(z.string().min(1).check(atMost(maxCertificate)).openapi({ maxLength: maxCertificate }), {
    says: { en: "The certificate that the authority signed, PEM.", es: "El certificado que firmó ARCA, en PEM." },
    example: "-----BEGIN CERTIFICATE-----…",
    label: "Certificado",
  }),
});

const requested = {
  id,
  alias: like(alias, z.string()),
  csr: field(z.string(), {
    says: {
      en: "The signing request to upload in the authority's portal, PEM.",
      es: "El pedido de firma para subir en ARCA, en PEM.",
    },
    example: "-----BEGIN CERTIFICATE REQUEST-----…",
  }),
};

export const certificateRequested = part("CertificateRequested", requested);

export const certificate = part("Certificate", {
  ...requested,
  active: field(z.boolean(), {
    says: { en: "Whether this is the certificate in use.", es: "Si es el certificado en uso." },
    example: true,
  }),
  expires: field(instant.nullable(), {
    says: { en: "When it expires; null until it is installed.", es: "Cuándo vence; null hasta que se instale." },
    example: "2028-11-20T10:53:33.000Z",
  }),
  created,
});
