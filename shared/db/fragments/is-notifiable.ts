import { Prisma } from "../generated/client.js";

/** Companies that can be told of something: by mail, or by a webhook. `c` is the company. */
export const isNotifiable = Prisma.sql`(c.account_email IS NOT NULL OR EXISTS (SELECT FROM webhook h WHERE h.company_id = c.id AND h.enabled))`;
