import { environmentName, type Tenant } from "../../domain/tenant.js";
import type { Database, Transaction } from "../database.js";
import { Prisma } from "../generated/client.js";
import { inMs, ofTenant } from "./silence.js";

/** How a contingency began or ended. */
export interface Turned {
  sinceMs: number;
  reason: string | null;
}

type Action = "contingency.start" | "contingency.end";

/** The audit entry of a contingency's beginning or end. */
export const toAuditRecord = ({ companyId, production }: Tenant, action: Action, { sinceMs, reason }: Turned) => ({
  ...{ companyId, production, action, resourceId: environmentName(production) },
  after: { active: action === "contingency.start", since: new Date(sinceMs).toISOString(), reason },
});

/** The same of the service itself, for a statement whose CTE `turned` has `since` and `reason`. */
const addEntry = ({ companyId, production }: Tenant, action: Action) => Prisma.sql`
  INSERT INTO audit_entry (company_id, production, action, resource_id, actor_type, after)
  SELECT ${companyId}::int, ${production}::boolean, ${action}, ${environmentName(production)}, 'system', jsonb_build_object(
    'active', ${action === "contingency.start"}::boolean, 'since', to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', reason)
  FROM turned`;

/** The contingency of `b` is over: reports that wait because nobody answered them are due. */
const hurryReports = Prisma.sql`
  UPDATE caea_report r SET due_at = now() - interval '1 second' FROM b
  WHERE r.company_id = b.company_id AND r.production = b.production AND b.active_since IS NOT NULL
    AND r.state IN ('due', 'sent') AND r.due_at > now()`;

/**
 * The authority issues: the silence is over, and with it a contingency that nobody began by hand. Undefined when none ends. Says so
 * in the audit log, in the same statement.
 */
export async function noteIssued(db: Database, tenant: Tenant): Promise<Turned | undefined> {
  const [ended] = await db.$queryRaw<Turned[]>`
    WITH b AS MATERIALIZED (SELECT * FROM contingency c WHERE ${ofTenant(tenant)} FOR UPDATE),
    hurried AS (${hurryReports} AND NOT b.by_hand),
    broken AS (
      UPDATE contingency c SET silent_since = NULL, unanswered = 0, issuing_failed = false, ready_at = NULL, trial_id = NULL,
        active_since = CASE WHEN c.by_hand THEN c.active_since END, reason = CASE WHEN c.by_hand THEN c.reason END
      FROM b WHERE ${ofTenant(tenant)}
    ),
    turned AS (SELECT active_since AS since, reason FROM b WHERE active_since IS NOT NULL AND NOT by_hand),
    audited AS (${addEntry(tenant, "contingency.end")})
    SELECT ${inMs("since")} AS "sinceMs", reason FROM turned`;
  return ended;
}

/**
 * Begins the contingency of a silence that has lasted, of two calls at least. Undefined when it is too short, was broken, or a
 * contingency lasts already. Says so in the audit log, in the same statement.
 */
export async function beginOfSilence(db: Database, tenant: Tenant, afterMs: number): Promise<Turned | undefined> {
  const [begun] = await db.$queryRaw<Turned[]>`
    WITH turned AS (
      UPDATE contingency c SET active_since = now(), by_hand = false, ready_at = NULL, trial_id = NULL,
        reason = format('no answer from the tax authority since %s: %s',
          to_char(c.silent_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), coalesce(c.cause, 'unknown'))
      WHERE ${ofTenant(tenant)} AND c.active_since IS NULL AND c.unanswered > 1
        AND c.silent_since <= now() - ${afterMs} * interval '1 millisecond'
      RETURNING c.active_since AS since, c.reason
    ),
    audited AS (${addEntry(tenant, "contingency.start")})
    SELECT ${inMs("since")} AS "sinceMs", reason FROM turned`;
  return begun;
}

/** Begins a contingency by hand. Undefined when one lasts already: then it is a person's from now on. */
export async function beginByHand(db: Transaction, tenant: Tenant, reason: string | null): Promise<Turned | undefined> {
  const [row] = await db.$queryRaw<(Turned & { isNew: boolean })[]>`
    WITH b AS MATERIALIZED (SELECT active_since FROM contingency c WHERE ${ofTenant(tenant)} FOR UPDATE)
    INSERT INTO contingency AS c (company_id, production, active_since, by_hand, reason)
    -- The count has the row locked before it changes.
    SELECT ${tenant.companyId}::int, ${tenant.production}::boolean, now(), true, ${reason} FROM (SELECT count(*) FROM b) AS locked
    ON CONFLICT (company_id, production) DO UPDATE SET active_since = coalesce(c.active_since, now()), by_hand = true,
      reason = coalesce(excluded.reason, c.reason), ready_at = NULL, trial_id = NULL
    RETURNING ${inMs("c.active_since")} AS "sinceMs", c.reason, NOT EXISTS (SELECT FROM b WHERE b.active_since IS NOT NULL) AS "isNew"`;
  return row?.isNew ? { sinceMs: row.sinceMs, reason: row.reason } : undefined;
}

/** Ends a contingency, however it began. Undefined when none lasts. */
export async function endByHand(db: Transaction, tenant: Tenant): Promise<Turned | undefined> {
  const [before] = await db.$queryRaw<Turned[]>`
    WITH b AS MATERIALIZED (SELECT * FROM contingency c WHERE ${ofTenant(tenant)} AND c.active_since IS NOT NULL FOR UPDATE),
    hurried AS (${hurryReports})
    UPDATE contingency c SET active_since = NULL, by_hand = false, reason = NULL, ready_at = NULL, trial_id = NULL,
      silent_since = NULL, unanswered = 0, issuing_failed = false
    FROM b WHERE ${ofTenant(tenant)}
    RETURNING ${inMs("b.active_since")} AS "sinceMs", b.reason`;
  return before;
}
