import { z } from "@hono/zod-openapi";
import { certificateModes } from "../../shared/db/company/companies.js";

/** Whose certificate acts for a company, and for which of the authority's services. */
export const delegation = z
  .object({
    mode: z.enum(certificateModes).openapi({ description: "Whose certificate: the company's, or the operator's." }),
    operatorCuit: z
      .string()
      .nullable()
      .openapi({ description: "The tax id to delegate to. Null for a certificate of the company's own." }),
    services: z.array(
      z.object({
        name: z.string().openapi({ description: "The authority's name of the service.", example: "wsfe" }),
        authorized: z.boolean().nullable().openapi({ description: "Null when the authority could not be asked." }),
        suggestion: z.string().optional().openapi({ description: "Who has to do what, unless authorized." }),
        pendingUntil: z.iso
          .datetime()
          .optional()
          .openapi({ description: "When a delegation that was made meanwhile can show at the earliest." }),
      }),
    ),
  })
  .openapi("Delegation");
