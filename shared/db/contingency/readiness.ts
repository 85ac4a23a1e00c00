import type { Fortnight } from "../../domain/fortnight.js";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { currentIncarnation } from "../incarnation/incarnation.js";
import type { Statements } from "../pool/database.js";
import { isOpenReport } from "./reports.js";

/** Whether a company could go on in a contingency, and what is left of earlier ones. */
export interface ContingencyReadiness {
  /** How many enabled points of sale stand in for others. */
  substitutes: number;
  /** The numbers of those points of sale that have no sequence whose last number is known. */
  unasked: number[];
  /** How many sequences there wait for a person's word that no voucher is missing. */
  unverified: number;
  /** The fortnights with a code in hand, by their first day, `YYYYMMDD`. */
  inHand: string[];
  /** Why a code is not obtained. Null when nothing failed. */
  problem: string | null;
  unreported: number;
  rejected: number;
  /** The last day to report the first of them, `YYYYMMDD`. */
  reportBy: string | null;
  /** Since when a contingency lasts that a person began, as an ISO 8601 instant, and why. Null while none does. */
  byHand: { since: string; reason: string | null } | null;
}

export async function findReadiness(
  db: Statements,
  tenant: Tenant,
  fortnights: Pick<Fortnight, "validFrom">[],
): Promise<ContingencyReadiness> {
  const days = fortnights.map(({ validFrom }) => validFrom);
  const [readiness] = await db.$queryRaw<[ContingencyReadiness]>`
    WITH pos AS (
      SELECT DISTINCT p.number FROM point_of_sale p JOIN point_of_sale o
        ON o.company_id = p.company_id AND o.production = p.production AND o.contingency_pos = p.number AND o.enabled
      WHERE ${inScope(tenant, "p")} AND p.enabled
    ),
    seq AS (SELECT s.* FROM sequence s JOIN pos ON pos.number = s.pos_number WHERE ${inScope(tenant, "s")} AND s.last_number IS NOT NULL),
    code AS (SELECT a.* FROM caea a WHERE ${inScope(tenant, "a")} AND a.valid_from = ANY(${days}::bpchar[])),
    open AS (SELECT r.state, a.report_by FROM caea_report r JOIN caea a ON a.id = r.caea_id WHERE ${inScope(tenant, "r")} AND ${isOpenReport("r")})
    SELECT (SELECT count(*)::int FROM pos) AS substitutes,
      (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM pos WHERE number NOT IN (SELECT pos_number FROM seq)) AS unasked,
      (SELECT count(*)::int FROM seq WHERE unverified OR incarnation IS DISTINCT FROM ${currentIncarnation}) AS unverified,
      (SELECT coalesce(json_agg(valid_from), '[]') FROM code WHERE code IS NOT NULL) AS "inHand",
      (SELECT problem ->> 'detail' FROM code WHERE code IS NULL AND problem IS NOT NULL ORDER BY valid_from LIMIT 1) AS problem,
      (SELECT count(*)::int FROM open) AS unreported, (SELECT count(*)::int FROM open WHERE state = 'rejected') AS rejected,
      (SELECT min(report_by) FROM open) AS "reportBy",
      (SELECT json_build_object('since', to_char(c.active_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'reason', c.reason)
        FROM contingency c WHERE ${inScope(tenant, "c")} AND c.active_since IS NOT NULL AND c.is_manual) AS "byHand"`;
  return readiness;
}
