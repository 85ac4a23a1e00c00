import { Decimal, formatAmount } from "../../domain/money.js";
import type { ReportVoucher } from "../../domain/reports/report-voucher.js";
import type { Tenant } from "../../domain/tenant.js";
import type { VatRow } from "../../domain/vat-rates.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Snapshot } from "./snapshot.js";

/** A calendar month as `YYYYMM`. */
export type ReportPeriod = string;

/** The row of a voucher, from `reportColumns`. */
interface ReportRow extends Omit<ReportVoucher, "vatRows" | "tributes"> {
  vatRows: VatRow[];
  tributes: { type: number; subtotal: number }[] | null;
}

/**
 * The vouchers of a period, issued and imported, in chunks: by date, type, point of sale and number.
 * Source: api/README.md, "Reports", B1.
 */
export async function* readVouchers(
  snapshot: Snapshot,
  tenant: Tenant,
  period: ReportPeriod,
): AsyncGenerator<ReportVoucher[]> {
  const rows = snapshot.read<ReportRow>(Prisma.sql`
    SELECT ${reportColumns} ${fromVouchers}
    WHERE ${inScope(tenant, "v")} AND v.voucher_date BETWEEN ${`${period}01`} AND ${`${period}31`}
    ORDER BY v.voucher_date, v.voucher_type, v.pos_number, v.voucher_number`);
  for await (const chunk of rows) yield chunk.map(toReportVoucher);
}

/** How many vouchers `readVouchers` gives. */
export async function countVouchers(snapshot: Snapshot, tenant: Tenant, period: ReportPeriod): Promise<number> {
  const counts = snapshot.read<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS count FROM voucher v
    WHERE ${inScope(tenant, "v")} AND v.voucher_date BETWEEN ${`${period}01`} AND ${`${period}31`}`);
  let count = 0;
  for await (const rows of counts) for (const row of rows) count += row.count;
  return count;
}

/** The tax id of the snapshot's company, which names its files. */
export async function findCuit(snapshot: Snapshot, { companyId }: Tenant): Promise<string> {
  const companies = snapshot.read<{ cuit: string }>(Prisma.sql`SELECT cuit FROM company WHERE id = ${companyId}`);
  for await (const [company] of companies) if (company) return company.cuit;
  throw new Error(`there is no company ${companyId}`);
}

/**
 * Vouchers as `v`, each with `p`, what its payload says beyond the columns, `s`, its point of sale, and `c`, its company. The
 * payload is read once for all its fields.
 */
const fromVouchers = Prisma.sql`
  FROM voucher v
  CROSS JOIN LATERAL json_to_record(('{' || v.payload || '}')::json)
    AS p(customer json, tributes json, "receiverTaxConditionId" int, "activityCode" text)
  LEFT JOIN point_of_sale s ON s.company_id = v.company_id AND s.production = v.production AND s.number = v.pos_number
  JOIN company c ON c.id = v.company_id`;

/** The columns of a `ReportRow`, from `fromVouchers`. The peso's quotation is 1, whatever the request said. */
const reportColumns = Prisma.sql`
  v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber", v.voucher_date AS "voucherDate",
  v.doc_type AS "docType", v.doc_number AS "docNumber", coalesce(p.customer ->> 'name', '') AS name,
  coalesce(p."receiverTaxConditionId", (p.customer ->> 'taxType')::int) AS "receiverCondition",
  v.total_amount AS total, v.net_amount AS net, v.vat_amount AS vat, v.exempt_amount AS exempt,
  v.not_taxable_amount AS "notTaxable", v.tributes_amount AS "tributesTotal",
  v.currency, CASE WHEN v.currency = 'PES' THEN '1' ELSE trim_scale(v.currency_quotation)::text END AS quotation,
  v.vat AS "vatRows", p.tributes, coalesce(p."activityCode", s.activity, c.activity_code) AS activity`;

/** The row as the writers of reports read it. */
const toReportVoucher = (row: ReportRow): ReportVoucher => ({
  ...row,
  vatRows: row.vatRows
    .map(({ taxType, base, amount }) => ({ taxType, base, amount }))
    .sort((one, other) => one.taxType - other.taxType),
  tributes: (row.tributes ?? []).map(({ type, subtotal }) => ({ type, subtotal: formatAmount(new Decimal(subtotal)) })),
});
