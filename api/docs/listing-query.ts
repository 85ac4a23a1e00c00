import { z } from "@hono/zod-openapi";
import type { ListedFields } from "../../shared/db/listed-fields.js";

/** The parameters of a listing: its filters, and the ordering and page that every listing has. */
export function listingQuery(fields: ListedFields) {
  const filters = Object.entries(fields)
    .filter(([, { ordersOnly }]) => !ordersOnly)
    .map(([name]) => [name, z.string().optional()] as const);
  return z.object({
    ...Object.fromEntries(filters),
    ordering: z
      .string()
      .optional()
      .openapi({ description: "Fields, separated by commas; - reverses. Default -id.", example: "-created,id" }),
    limit: z.string().optional().openapi({ description: "Default 50, at most 200." }),
    offset: z.string().optional(),
  });
}
