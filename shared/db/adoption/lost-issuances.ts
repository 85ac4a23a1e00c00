import type { Amounts } from "../../domain/amounts.js";
import type { Declaration } from "../../domain/declaration.js";
import type { IssuanceRequest } from "../../domain/issuance-request.js";
import type { Tenant } from "../../domain/tenant.js";
import type { IssuanceState } from "../issuing/issuances.js";
import { isNeverSent, isOfLostHistory } from "../issuing/submissions.js";
import type { Database } from "../pool/database.js";
import { isInDoubt } from "./may-have-sent.js";

/** An issuance in doubt, or one that ended without a voucher: the authority may have a voucher of it that our database does not show. */
export interface LostIssuance {
  id: number;
  key: string;
  state: IssuanceState;
  posNumber: number;
  voucherType: number;
  /** While its outcome is open. */
  number: number | null;
  /** The point of sale under CAEA that stands in for its own. */
  substitute: number | null;
  /** Whether its outcome, or its key, is in doubt. */
  isDoubtful: boolean;
  /** First attempt of the key, and none before it can be forgotten: what is older is not its voucher. */
  isFirst: boolean;
  /** When this attempt was recorded, in milliseconds since 1970. */
  recordedAtMs: number;
  body: IssuanceRequest;
  amounts: Amounts;
  declared: Declaration | null;
}

/**
 * Lists such issuances of a company, if their content is kept, in the order in which an operator can decide them: in each sequence the open
 * numbers first, from the lowest.
 */
export const listLost = (db: Database, { companyId, production }: Tenant, limit: number): Promise<LostIssuance[]> =>
  db.$queryRaw`
    SELECT i.id, i.idempotency AS key, i.state::text, i.pos_number AS "posNumber", i.voucher_type AS "voucherType",
      CASE WHEN i.state = 'submitted' THEN i.number END AS number, p.contingency_pos AS substitute,
      ${isInDoubt} AS "isDoubtful",
      i.revision = 1 AND NOT ${isOfLostHistory} AS "isFirst",
      (extract(epoch FROM i.enqueued_at) * 1000)::float8 AS "recordedAtMs", i.body, i.amounts, i.declared
    FROM issuance i LEFT JOIN point_of_sale p ON p.company_id = i.company_id AND p.production = i.production AND p.number = i.pos_number
    WHERE i.id IN (
        SELECT i.id FROM issuance i WHERE i.state IN ('rejected', 'cancelled', 'failed') AND i.body IS NOT NULL AND NOT i.key_closed
          AND i.company_id = ${companyId} AND i.production = ${production}
        UNION ALL
        SELECT i.id FROM issuance i WHERE i.state IN ('queued', 'submitted') AND i.company_id = ${companyId} AND i.production = ${production}
          AND (i.doubt IS NOT NULL OR i.state = 'queued' AND ${isNeverSent}))
      AND i.amounts IS NOT NULL
    ORDER BY i.pos_number, i.voucher_type, i.state <> 'submitted', i.number, i.id LIMIT ${limit}`;
