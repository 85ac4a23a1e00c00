import type { Statements } from "../pool/database.js";
import { isOpenReport } from "./reports.js";

/** The contingencies of an environment, of all companies. */
export interface ContingencyCount {
  production: boolean;
  /** How many companies have one that lasts. */
  active: number;
  /** Vouchers whose report the authority refused. */
  rejected: number;
}

export const countContingencies = (db: Statements): Promise<ContingencyCount[]> => db.$queryRaw`
  SELECT e.production,
    (SELECT count(*)::int FROM public.contingency c WHERE c.production = e.production AND c.active_since IS NOT NULL) AS active,
    (SELECT count(*)::int FROM public.caea_report r WHERE r.production = e.production AND r.state = 'rejected') AS rejected
  FROM (VALUES (false), (true)) AS e(production)`;

/** Backlog of all companies together: what the authority has to be told of their contingencies. */
export interface OpenReports {
  /** Vouchers whose report it has not taken yet. */
  unreported: number;
  /** Declarations of points of sale without a voucher under a code: those that it has not taken yet. */
  undeclared: number;
  /** How long until the earliest last day to report ends in Argentina. Negative when that day is over. Null when nothing is open. */
  secondsLeft: number | null;
}

export async function measureReports(db: Statements): Promise<OpenReports> {
  const [open] = await db.$queryRaw<[OpenReports]>`
    SELECT coalesce(sum(o.vouchers), 0)::int AS unreported, coalesce(sum(o.points), 0)::int AS undeclared,
      extract(epoch FROM min((a.report_by::date + 1)::timestamp AT TIME ZONE 'America/Argentina/Buenos_Aires') - now())::float8 AS "secondsLeft"
    FROM (
      SELECT caea_id, count(*) AS vouchers, 0 AS points FROM public.caea_report r WHERE ${isOpenReport("r")} GROUP BY caea_id
      UNION ALL SELECT caea_id, 0, count(*) FROM public.caea_unused WHERE informed_at IS NULL GROUP BY caea_id
    ) o JOIN public.caea a ON a.id = o.caea_id`;
  return open;
}
