import { z } from "@hono/zod-openapi";
import type { ListedFields } from "../../shared/db/listing/listed-fields.js";
import { defaultLimit } from "../../shared/db/listing/listing.js";
import { maxRows } from "../request/read-page.js";

/** The descriptions of the filters of all listings. */
const filterWords: Record<string, string> = {
  id: "Internal id.",
  cae: "The authority's authorization code.",
  idempotency: "Idempotency key.",
  externalReference: "Your own reference.",
  date: "Fiscal date, YYYYMMDD.",
  created: "Time of creation, ISO 8601. A day alone, YYYY-MM-DD, is the whole Argentine day.",
  pos: "Point of sale.",
  number: "Voucher number; fast together with pos.",
  docType: "Receiver's document type.",
  docNumber: "Receiver's document number; fast together with docType.",
  type: "Voucher type.",
  total: "Total amount.",
  status: "Always APPROVED.",
  source: "Origin: api, app or rcel.",
  apiKeyId: "The API key that issued it.",
  userEmail: "The user who issued it in the web application.",
  action: "The kind of change, such as pos.create.",
  resourceId: "Id of the changed resource; fast together with action.",
  actorType: "Who made the change: user, apikey, admin or system.",
  actorEmail: "E-mail of the person who made the change.",
  actorApiKeyId: "The API key that made the change.",
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
      .openapi({ description: "Comma-separated fields; - sorts descending. Default -id.", example: "-created,id" }),
    ...pageQuery(defaultLimit).shape,
  });
}

/** The parameters that select a part of a list. */
export const pageQuery = (usualLimit = maxRows) =>
  z.object({
    limit: z
      .string()
      .optional()
      .openapi({ description: `Rows per page: default ${usualLimit}, at most ${maxRows}.` }),
    offset: z.string().optional().openapi({ description: "Rows to skip. Default 0." }),
  });
