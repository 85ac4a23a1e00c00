import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { isoInstant } from "../sql/raw-sql.js";
import { type Listing, type SelectedPage, selectPage, toCondition, toStatement } from "./listing.js";

/** How long entries are visible. Source: api/README.md, "Limits". */
const auditDays = 90;

/**
 * The company's audit entries of the last 90 days. Entries without an environment concern the whole company and appear in both
 * environments. No filter reaches older entries. Source: api/README.md, "GET /{company_id}/audit-log".
 */
export function listAuditLog(db: Database, { companyId, production }: Tenant, listing: Listing): Promise<SelectedPage> {
  const recent = Prisma.sql`l.company_id = ${companyId} AND (l.production = ${production} OR l.production IS NULL)
    AND l.created_at >= now() - ${auditDays} * interval '1 day'`;
  const statement = toStatement(listing, {
    table: Prisma.sql`audit_entry`,
    scope: recent,
    row: Prisma.sql`json_build_object('id', v.id, 'production', v.production, 'action', v.action, 'resourceId', v.resource_id,
      'actorType', v.actor_type, 'actorEmail', v.actor_email, 'actorApiKeyId', v.actor_api_key_id, 'actorName', v.actor_name,
      'before', v.before, 'after', v.after,
      'created', ${Prisma.raw(isoInstant("v.created_at"))})::text`,
    total: Prisma.sql`(SELECT count(*) FROM audit_entry l WHERE ${recent} AND ${toCondition(listing.filters, "l")})`,
  });
  return selectPage(db, statement);
}

/** Removes the entries that nobody can see any more and that are in no month's partition, in batches. */
export async function purgeAuditLog(db: Database, batch = 10_000): Promise<void> {
  let purged: number;
  do {
    const [row] = await db.$queryRaw<[{ purged: number }]>`SELECT public.purge_audit_entries(${batch}::int) AS purged`;
    purged = row.purged;
  } while (purged === batch);
}
