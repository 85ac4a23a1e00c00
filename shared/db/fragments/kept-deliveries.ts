import { Prisma } from "../generated/client.js";

/** How long deliveries are kept. Source: api/README.md, "Webhooks". A month of them is dropped by the same number (`retention_days`). */
const keptDays = 30;

/**
 * Whether a delivery is still kept. One that is not may stand in its month's partition for a month more, and nobody sees or sends it. Written so
 * that no index on the age serves it: what else is asked for is far more select.
 */
export const isKept = (alias: string) =>
  Prisma.sql`${Prisma.raw(alias)}.created_at + ${keptDays} * interval '1 day' >= now()`;
