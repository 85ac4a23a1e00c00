import type { Database } from "../database.js";
import { Prisma } from "../generated/client.js";
import { isoInstant } from "../raw-sql.js";
import type { Scope } from "../scope.js";
import { type Listing, type Page, selectPage, toCondition, toStatement } from "./listing.js";

/** How long entries are seen. Source: api/README.md, "Limits". */
const auditDays = 90;
/** How much longer they are kept, in case somebody asks on the last day. */
const marginDays = 7;

/**
 * The company's entries of the last 90 days: what was done, on what, when, by whom, and what it changed. Those without an
 * environment concern the company as a whole, and are seen in both. No filter reaches beyond. Source: api/README.md, "GET /{company_id}/audit-log".
 */
export function listAuditLog(db: Database, { companyId, production }: Scope, listing: Listing): Promise<Page> {
  const recent = Prisma.sql`l.company_id = ${companyId} AND (l.production = ${production} OR l.production IS NULL)
    AND l.created_at >= now() - ${auditDays} * interval '1 day'`;
  const statement = toStatement(listing, {
    table: Prisma.sql`audit_entry`,
    scope: recent,
    row: Prisma.sql`json_build_object('id', v.id, 'production', v.production, 'action', v.action, 'resourceId', v.resource_id,
      'actorType', v.actor_type, 'actorEmail', v.actor_email, 'actorApiKeyId', v.actor_api_key_id, 'before', v.before, 'after', v.after,
      'created', ${Prisma.raw(isoInstant("v.created_at"))})::text`,
    total: Prisma.sql`(SELECT count(*) FROM audit_entry l WHERE ${recent} AND ${toCondition(listing.filters, "l")})`,
  });
  return selectPage(db, statement);
}

/** Removes the entries that nobody can see any more, so many at a time. */
export async function purgeAuditLog(db: Database, batch = 10_000): Promise<void> {
  let purged: number;
  do {
    purged = await db.$executeRaw`
      DELETE FROM audit_entry WHERE id IN (
        SELECT id FROM audit_entry WHERE created_at < now() - ${auditDays + marginDays} * interval '1 day' LIMIT ${batch})`;
  } while (purged === batch);
}
