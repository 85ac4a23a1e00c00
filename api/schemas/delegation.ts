import { z } from "@hono/zod-openapi";
import { certificateModes } from "../../shared/db/company/companies.js";
import { field, like, part } from "./field.js";
import { instant } from "./shown.js";

export const suggestion = field(z.string().optional(), {
  says: { en: "What to do about it.", es: "Qué hacer." },
  example: "Delegate the service wsfe to the certificate's alias.",
});

/** Delegation: whose certificate acts for a company, and for which of the authority's services. */
export const delegation = part("Delegation", {
  mode: field(z.enum(certificateModes), {
    says: {
      en: "Whose certificate: the company's, or the operator's.",
      es: "De quién es el certificado: de la empresa, o de quien opera el servicio.",
    },
  }),
  operatorCuit: field(z.string().nullable(), {
    says: {
      en: "The tax id to delegate to. Null for a certificate of the company's own.",
      es: "El CUIT al que hay que delegarle. null si el certificado es de la empresa.",
    },
  }),
  services: field(
    z.array(
      z.object({
        name: field(z.string(), {
          says: { en: "The authority's name of the service.", es: "El nombre que ARCA le da al servicio." },
          example: "wsfe",
        }),
        authorized: field(z.boolean().nullable(), {
          says: {
            en: "Null when the authority could not be asked.",
            es: "null cuando no se le pudo preguntar a ARCA.",
          },
        }),
        suggestion: like(suggestion, suggestion, {
          says: {
            en: "Who has to do what, unless authorized.",
            es: "Quién tiene que hacer qué, si no está autorizado.",
          },
        }),
        pendingUntil: field(instant.optional(), {
          says: {
            en: "When a delegation that was made meanwhile can show at the earliest.",
            es: "Desde cuándo se puede ver una delegación hecha mientras tanto.",
          },
        }),
      }),
    ),
    {
      says: {
        en: "What the certificate may use for the company, service by service.",
        es: "Lo que el certificado puede usar por la empresa, servicio por servicio.",
      },
    },
  ),
});
