import type { ContingencyReason } from "../../domain/contingency-reason.js";
import type { Fortnight } from "../../domain/fortnight.js";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";
import { isOpenReport } from "./reports.js";
import { keptReason } from "./turn-contingency.js";

/** A sequence of a point of sale of CAEA. */
interface SubstituteSequence {
  voucherType: number;
  /** The last number that was issued. Null until the authority was asked for it: then nothing is issued there. */
  lastNumber: number | null;
  /** The last number that the authority knows of, as far as we were told. */
  lastReported: number | null;
}

/** How things stand with the contingencies of a company in one environment. */
export interface ContingencyStatus {
  /** Since when one lasts, in milliseconds since 1970. Null while none does. */
  activeSinceMs: number | null;
  /** A person began it, so only a person ends it. */
  byHand: boolean;
  reason: ContingencyReason | null;
  /** The code of the fortnight. Dates are `YYYYMMDD`. Null while it is not in hand. */
  code: { code: string; from: string; to: string; reportBy: string } | null;
  /** How many vouchers the authority does not know of yet. */
  unreported: number;
  /** How many of these vouchers it refused. */
  rejected: number;
  /** The points of sale of CAEA, by number. */
  pointsOfSale: { number: number; sequences: SubstituteSequence[] }[];
}

/** The sequences of the point of sale `p`. Reports go in the order of numbers, so the first open one tells the last that is known. */
const sequences = Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('voucherType', s.voucher_type, 'lastNumber', s.last_number, 'lastReported',
      coalesce((SELECT min(r.voucher_number) - 1 FROM caea_report r WHERE r.company_id = s.company_id AND r.production = s.production
        AND r.pos_number = s.pos_number AND r.voucher_type = s.voucher_type AND (${isOpenReport("r")} OR r.gap)), s.last_number))
    ORDER BY s.voucher_type), '[]')
  FROM sequence s WHERE s.company_id = p.company_id AND s.production = p.production AND s.pos_number = p.number`;

/** @param present the fortnight of which the code is told */
export async function findContingencyStatus(
  db: Statements,
  tenant: Tenant,
  { period, fortnight }: Pick<Fortnight, "period" | "fortnight">,
): Promise<ContingencyStatus> {
  const [standing] = await db.$queryRaw<[ContingencyStatus]>`
    SELECT (extract(epoch FROM c.active_since) * 1000)::float8 AS "activeSinceMs", coalesce(c.is_manual, false) AS "byHand", CASE WHEN c.active_since IS NOT NULL THEN ${keptReason()} END AS reason,
      (SELECT json_build_object('code', a.code, 'from', a.valid_from, 'to', a.valid_to, 'reportBy', a.report_by) FROM caea a
        WHERE ${inScope(tenant, "a")} AND a.period = ${period} AND a.fortnight = ${fortnight} AND a.code IS NOT NULL) AS code,
      o.unreported, o.rejected,
      (SELECT coalesce(json_agg(json_build_object('number', p.number, 'sequences', (${sequences})) ORDER BY p.number), '[]')
        FROM point_of_sale p WHERE ${inScope(tenant, "p")} AND p.authorized_by = 'CAEA') AS "pointsOfSale"
    FROM (SELECT count(*)::int AS unreported, count(*) FILTER (WHERE r.state = 'rejected')::int AS rejected
      FROM caea_report r WHERE ${inScope(tenant, "r")} AND ${isOpenReport("r")}) o
    LEFT JOIN contingency c ON ${inScope(tenant, "c")}`;
  return standing;
}

/** Whether another point of sale stands in for one that may issue: only then can a contingency issue anything. */
export async function hasSubstitute(db: Statements, tenant: Tenant): Promise<boolean> {
  const [{ has }] = await db.$queryRaw<[{ has: boolean }]>`
    SELECT EXISTS (SELECT FROM point_of_sale p WHERE ${inScope(tenant, "p")} AND p.contingency_pos IS NOT NULL AND p.enabled) AS has`;
  return has;
}
