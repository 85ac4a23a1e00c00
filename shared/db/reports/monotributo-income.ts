import { toFiscalDate } from "../../domain/calendar.js";
import type { IssuedIncome } from "../../domain/monotributo/standing.js";
import { categoryWindow, rollingWindow } from "../../domain/monotributo/windows.js";
import type { Tenant } from "../../domain/tenant.js";
import { creditNoteTypes, typesOf } from "../../domain/voucher-types.js";
import { inScope } from "../fragments/scope.js";
import type { Statements } from "../pool/database.js";

const letterC = typesOf({ letter: "C" });

/**
 * Income of a monotributista: net, exempt and not taxable amounts of letter C, issued here or imported, in pesos. Each voucher is rounded by itself;
 * credit notes subtract, and tributes are no income. Neither window goes beyond today. The peso's quotation is 1, whatever the request said.
 * @param today in Argentina, `YYYY-MM-DD`
 */
export async function sumIncome(db: Statements, scope: Tenant, today: string): Promise<IssuedIncome> {
  const [rolling, next] = [toFiscalDate(rollingWindow(today).from), toFiscalDate(categoryWindow(today).from)];
  const [sums] = await db.$queryRaw<[IssuedIncome]>`
    SELECT coalesce(sum(v.income) FILTER (WHERE v.date >= ${rolling}), 0)::numeric(17, 2)::text AS rolling,
      coalesce(sum(v.income) FILTER (WHERE v.date >= ${next}), 0)::numeric(17, 2)::text AS next
    FROM (
      SELECT v.voucher_date AS date,
        CASE WHEN v.voucher_type = ANY(${creditNoteTypes}::int[]) THEN -1 ELSE 1 END
        * round((v.net_amount + v.exempt_amount + v.not_taxable_amount)
          * CASE v.currency WHEN 'PES' THEN 1 ELSE v.currency_quotation END, 2) AS income
      FROM voucher v
      WHERE ${inScope(scope, "v")} AND v.voucher_type = ANY(${letterC}::int[])
        AND v.voucher_date BETWEEN ${rolling < next ? rolling : next} AND ${toFiscalDate(today)}) v`;
  return sums;
}
