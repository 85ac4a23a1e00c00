import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { isTrial, trialSeconds } from "../issuing/submissions.js";
import type { Database } from "../pool/database.js";

/**
 * Makes an issuance in line the one that tries whether the authority issues again: it is asked for a CAE. Only one tries at a time,
 * and none in a sequence with an unresolved number, because that comes first. One whose outcome is in doubt has had its try: what it
 * waits for, perhaps a person, is about its own sequence. Its time in line is given back, in case it comes to nothing.
 */
export async function claimTrial(db: Database, tenant: Tenant, issuanceId: number): Promise<boolean> {
  const claimed = await db.$queryRaw<unknown[]>`
    WITH t AS MATERIALIZED (SELECT t.id FROM issuance t WHERE t.id = ${issuanceId} AND t.state = 'queued' FOR UPDATE SKIP LOCKED),
    tried AS (
      UPDATE contingency c SET trial_id = t.id, trial_at = now() FROM t
      WHERE ${inScope(tenant, "c")} AND c.active_since IS NOT NULL AND NOT c.is_manual AND c.ready_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM issuance i WHERE i.id = c.trial_id AND (i.state = 'queued' AND ${isTrial} OR i.state = 'submitted' AND i.doubt IS NULL))
        AND NOT EXISTS (SELECT FROM issuance t JOIN issuance i ON i.company_id = t.company_id AND i.production = t.production
          AND i.pos_number = t.pos_number AND i.voucher_type = t.voucher_type AND i.state = 'submitted' WHERE t.id = ${issuanceId})
      RETURNING c.trial_id AS id
    )
    UPDATE issuance i SET deadline_at = greatest(i.deadline_at, now() + ${2 * trialSeconds} * interval '1 second')
    FROM tried WHERE i.id = tried.id RETURNING i.id`;
  return claimed.length === 1;
}
