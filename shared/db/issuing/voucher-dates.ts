import type { Tenant } from "../../domain/tenant.js";
import type { NamedVoucher } from "../../domain/voucher-words.js";
import { inScope } from "../fragments/scope.js";
import type { Database } from "../pool/database.js";

const nameOf = ({ voucherType, posNumber, voucherNumber }: NamedVoucher) =>
  `${voucherType}-${posNumber}-${voucherNumber}`;

/** The company's CUIT, and the dates of those of these vouchers that are in its records, `YYYYMMDD`. */
export async function findVoucherDates(
  db: Database,
  scope: Tenant,
  named: NamedVoucher[],
): Promise<{ cuit: string; dateOf(voucher: NamedVoucher): string | undefined }> {
  const [{ cuit, dated }] = await db.$queryRaw<[{ cuit: string; dated: (NamedVoucher & { date: string })[] }]>`
    SELECT c.cuit, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('voucherType', v.voucher_type, 'posNumber', v.pos_number,
        'voucherNumber', v.voucher_number, 'date', v.voucher_date)), '[]')
      FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS n("voucherType" int, "posNumber" int, "voucherNumber" int)
      JOIN voucher v ON v.voucher_type = n."voucherType" AND v.pos_number = n."posNumber" AND v.voucher_number = n."voucherNumber"
      WHERE ${inScope(scope, "v")}) AS dated
    FROM company c WHERE c.id = ${scope.companyId}`;
  const dates = new Map(dated.map((row) => [nameOf(row), row.date]));
  return { cuit, dateOf: (voucher) => dates.get(nameOf(voucher)) };
}
