import { z } from "@hono/zod-openapi";
import type { ListedFields } from "../../shared/db/listing/listed-fields.js";

/** What a parameter of a listing filters by. */
const filterWords: Record<string, string> = {
  id: "Internal id.",
  cae: "CAE.",
  idempotency: "Idempotency key.",
  externalReference: "Your own reference.",
  date: "Fiscal date, YYYYMMDD.",
  created: "Moment, ISO 8601.",
  pos: "Point of sale.",
  number: "Number; quick together with pos.",
  docType: "Receiver's document type.",
  docNumber: "Receiver's document; quick together with docType.",
  type: "Voucher type.",
  total: "Total.",
  status: "APPROVED.",
  source: "api, app or rcel.",
  apiKeyId: "The key that issued.",
  userEmail: "Who issued it from the web application.",
  action: "What was done.",
  resourceId: "To what; quick together with action.",
  actorType: "user, apikey, admin or system.",
  actorEmail: "Who did it.",
  actorApiKeyId: "The key that did it.",
};

/** The parameters of a listing: its filters, and the ordering and page that every listing has. */
export function listingQuery(fields: ListedFields) {
  const filters = Object.entries(fields)
    .filter(([, { ordersOnly }]) => !ordersOnly)
    .map(
      ([name]) =>
        [
          name,
          z
            .string()
            .optional()
            .openapi({ description: filterWords[name] ?? name }),
        ] as const,
    );
  return z.object({
    ...Object.fromEntries(filters),
    ordering: z
      .string()
      .optional()
      .openapi({ description: "Fields, separated by commas; - reverses. Default -id.", example: "-created,id" }),
    limit: z.string().optional().openapi({ description: "Default 50, at most 200." }),
    offset: z.string().optional().openapi({ description: "How many to pass over. Default 0." }),
  });
}
