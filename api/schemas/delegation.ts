import { z } from "@hono/zod-openapi";
import { certificateModes } from "../../shared/db/company/companies.js";
import { field, like, part } from "./field.js";
import { instant } from "./shown.js";

export const suggestion = field(z.string().optional(), {
  says: "What to do about it.",
  example: "Delegate the service wsfe to the certificate's alias.",
});

/** Whose certificate acts for a company, and for which of the authority's services. */
export const delegation = part("Delegation", {
  mode: field(z.enum(certificateModes), { says: "Whose certificate: the company's, or the operator's." }),
  operatorCuit: field(z.string().nullable(), {
    says: "The tax id to delegate to. Null for a certificate of the company's own.",
  }),
  services: field(
    z.array(
      z.object({
        name: field(z.string(), { says: "The authority's name of the service.", example: "wsfe" }),
        authorized: field(z.boolean().nullable(), { says: "Null when the authority could not be asked." }),
        suggestion: like(suggestion, suggestion, { says: "Who has to do what, unless authorized." }),
        pendingUntil: field(instant.optional(), {
          says: "When a delegation that was made meanwhile can show at the earliest.",
        }),
      }),
    ),
    { says: "What the certificate may use for the company, service by service." },
  ),
});
