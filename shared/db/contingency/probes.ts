import type { SequenceKey } from "../../domain/sequence.js";
import type { Tenant } from "../../domain/tenant.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** A question of the watch to the authority. `sequence`: about which. Null when nothing was issued yet. */
export interface AuthorityProbe extends Tenant {
  isActive: boolean;
  sequence: SequenceKey | null;
}

/** How often the authority is asked for a company: while a contingency lasts, and at most while there is none yet. */
const probeEveryMs = 10_000;

/**
 * The companies of an environment for which this process asks the authority now: those that were not asked for longest, up to
 * `limit`. Each of their sequences is asked about in turn, because an answer may depend on the one that is asked about. A time that
 * lies ahead is not waited for: the database's clock was set back since.
 * @param afterMs how long calls must go unanswered until a contingency begins
 * @param deferMs how long the other processes may claim first
 * @param except companies about which this process cannot ask now: another process may
 */
export const claimProbes = (
  db: Database,
  production: boolean,
  limit: number,
  { afterMs, deferMs = 0, except = [] }: { afterMs: number; deferMs?: number; except?: number[] },
): Promise<AuthorityProbe[]> =>
  db.$queryRaw(prepared("claim_probes")`
  WITH due AS MATERIALIZED (
    SELECT c.company_id, c.production FROM contingency c
    WHERE c.production = ${production} AND c.company_id <> ALL (${except}::int[]) AND (c.active_since IS NOT NULL AND NOT c.is_manual
        OR c.active_since IS NULL AND (c.outage_since IS NOT NULL OR c.cae_failing))
      AND coalesce(c.probed_at > now() + interval '1 second' OR c.probed_at <= now() - interval '1 millisecond' * (${deferMs}::float8
        + CASE WHEN c.active_since IS NOT NULL THEN ${probeEveryMs}::float8 ELSE least(${probeEveryMs}::float8, ${afterMs}::float8 / 4) END), true)
    ORDER BY c.probed_at NULLS FIRST LIMIT ${limit} FOR UPDATE SKIP LOCKED
  ),
  asked AS (
    SELECT due.*, s.id, s.pos_number, s.voucher_type
    FROM due JOIN contingency c USING (company_id, production) LEFT JOIN LATERAL (
      SELECT s.id, s.pos_number, s.voucher_type FROM sequence s
      JOIN point_of_sale p ON p.company_id = s.company_id AND p.production = s.production AND p.number = s.pos_number AND p.enabled
      WHERE s.company_id = c.company_id AND s.production = c.production
      ORDER BY p.authorized_by <> 'CAE', s.id <= coalesce(c.probed_sequence_id, 0), s.id LIMIT 1
    ) s ON true
  )
  UPDATE contingency c SET probed_at = now(), probed_sequence_id = coalesce(asked.id, c.probed_sequence_id) FROM asked
  WHERE c.company_id = asked.company_id AND c.production = asked.production
  RETURNING c.company_id AS "companyId", c.production, c.active_since IS NOT NULL AS "isActive",
    CASE WHEN asked.id IS NOT NULL THEN json_build_object('companyId', c.company_id, 'production', c.production,
      'posNumber', asked.pos_number, 'voucherType', asked.voucher_type) END AS sequence`);
