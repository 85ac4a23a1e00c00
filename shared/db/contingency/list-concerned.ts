import type { ContingencyReason } from "../../domain/contingency-reason.js";
import type { Statements } from "../pool/database.js";
import { isOpenReport } from "./reports.js";
import { keptReason } from "./turn-contingency.js";

/** A company in which a contingency lasts, or that has something to tell the authority about one. */
export interface ConcernedCompany {
  company: string;
  companyId: number;
  /** Null while none lasts. */
  activeSinceMs: number | null;
  reason: ContingencyReason | null;
  unreported: number;
  rejected: number;
  /** Points of sale without a voucher under a code whose declaration the authority has not taken. */
  undeclared: number;
  /** The earliest last day to report any of it, `YYYYMMDD`. */
  reportBy: string | null;
}

/** Lists one environment's companies: what must be told earliest comes first. */
export const listConcerned = (db: Statements, production: boolean): Promise<ConcernedCompany[]> => db.$queryRaw`
  WITH told AS (
    SELECT r.company_id, r.caea_id, count(*) AS unreported, count(*) FILTER (WHERE r.state = 'rejected') AS rejected, 0 AS undeclared
    FROM public.caea_report r WHERE r.production = ${production} AND ${isOpenReport("r")} GROUP BY r.company_id, r.caea_id
    UNION ALL
    SELECT a.company_id, a.id, 0, 0, count(*) FROM public.caea_unused u JOIN public.caea a ON a.id = u.caea_id
    WHERE a.production = ${production} AND u.informed_at IS NULL GROUP BY a.company_id, a.id
  ), open AS (
    SELECT t.company_id, sum(t.unreported)::int AS unreported, sum(t.rejected)::int AS rejected, sum(t.undeclared)::int AS undeclared,
      min(a.report_by) AS report_by
    FROM told t JOIN public.caea a ON a.id = t.caea_id GROUP BY t.company_id
  )
  SELECT o.code AS company, o.id AS "companyId", (extract(epoch FROM c.active_since) * 1000)::float8 AS "activeSinceMs",
    CASE WHEN c.active_since IS NOT NULL THEN ${keptReason()} END AS reason,
    coalesce(t.unreported, 0) AS unreported, coalesce(t.rejected, 0) AS rejected, coalesce(t.undeclared, 0) AS undeclared,
    t.report_by AS "reportBy"
  FROM public.company o
  LEFT JOIN public.contingency c ON c.company_id = o.id AND c.production = ${production}
  LEFT JOIN open t ON t.company_id = o.id
  WHERE c.active_since IS NOT NULL OR t.company_id IS NOT NULL ORDER BY t.report_by, o.code`;
