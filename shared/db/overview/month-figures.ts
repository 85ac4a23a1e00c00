import { type DayOfVouchers, daysOfMonth } from "../../domain/month-figures.js";
import type { Tenant } from "../../domain/tenant.js";
import { creditNoteTypes } from "../../domain/voucher-types.js";
import { inScope } from "../fragments/scope.js";
import type { Statements } from "../pool/database.js";

/**
 * Finds the sales of each day of this month until today, and of the same days of the month before. It reads each of these vouchers: a
 * second for some hundred thousand. The peso's quotation is 1, whatever the request said. What is left of a voucher is less by the credit
 * notes in its currency that name it, of whatever day.
 * @param today in Argentina, `YYYY-MM-DD`
 */
export function findDaysOfMonth(db: Statements, scope: Tenant, today: string): Promise<DayOfVouchers[]> {
  const { from, to, beforeFrom, beforeTo } = daysOfMonth(today);
  return db.$queryRaw<DayOfVouchers[]>`
    SELECT v.date, v."isCredit", count(*)::int AS vouchers, sum(round(v.total * v.quotation, 2))::text AS total,
      (count(*) FILTER (WHERE v.kept > 0))::int AS kept, coalesce(sum(round(v.kept * v.quotation, 2)) FILTER (WHERE v.kept > 0), 0)::text AS "keptTotal"
    FROM (
      SELECT v.voucher_date AS date, v.voucher_type = ANY(${creditNoteTypes}::int[]) AS "isCredit", v.total_amount AS total,
        CASE WHEN v.currency = 'PES' THEN 1 ELSE v.currency_quotation END AS quotation, v.total_amount - coalesce(c.credited, 0) AS kept
      FROM voucher v LEFT JOIN (
        SELECT l.pos_number, l.voucher_type, l.voucher_number, n.currency, sum(n.total_amount) AS credited
        FROM voucher_note l JOIN voucher n ON n.id = l.note_id
        WHERE ${inScope(scope, "l")} AND ${inScope(scope, "n")} AND n.voucher_date >= ${beforeFrom} AND n.voucher_type = ANY(${creditNoteTypes}::int[])
        GROUP BY 1, 2, 3, 4) c USING (pos_number, voucher_type, voucher_number, currency)
      WHERE ${inScope(scope, "v")}
        AND (v.voucher_date BETWEEN ${from} AND ${to} OR v.voucher_date BETWEEN ${beforeFrom} AND ${beforeTo})) v
    GROUP BY 1, 2`;
}
