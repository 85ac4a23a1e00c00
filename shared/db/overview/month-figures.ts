import { type DayOfVouchers, daysOfMonth } from "../../domain/month-figures.js";
import type { Tenant } from "../../domain/tenant.js";
import { creditNoteTypes } from "../../domain/voucher-types.js";
import type { Statements } from "../database.js";
import { inScope } from "../scope.js";

/**
 * What was invoiced on each day of this month until today, and of the same days of the month before. It reads each of these
 * vouchers: a second for some hundred thousand. The peso's quotation is 1, whatever the request said.
 * @param today in Argentina, `YYYY-MM-DD`
 */
export function findDaysOfMonth(db: Statements, scope: Tenant, today: string): Promise<DayOfVouchers[]> {
  const { from, to, beforeFrom, beforeTo } = daysOfMonth(today);
  return db.$queryRaw<DayOfVouchers[]>`
    SELECT v.voucher_date AS date, v.voucher_type = ANY(${creditNoteTypes}::int[]) AS "isCredit", count(*)::int AS vouchers,
      sum(round(v.total_amount * CASE WHEN v.currency = 'PES' THEN 1 ELSE v.currency_quotation END, 2))::text AS total
    FROM voucher v
    WHERE ${inScope(scope, "v")}
      AND (v.voucher_date BETWEEN ${from} AND ${to} OR v.voucher_date BETWEEN ${beforeFrom} AND ${beforeTo})
    GROUP BY 1, 2`;
}
