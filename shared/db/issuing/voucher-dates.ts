import type { AssociatedVoucher } from "../../domain/issuance-request.js";
import type { Database } from "../database.js";
import { inScope, type Scope } from "../scope.js";

/** A voucher as notes name it. */
type Named = Pick<AssociatedVoucher, "voucherType" | "posNumber" | "voucherNumber">;

const nameOf = ({ voucherType, posNumber, voucherNumber }: Named) => `${voucherType}-${posNumber}-${voucherNumber}`;

/** The dates of those of these vouchers that are in our records, `YYYYMMDD`. */
export async function findVoucherDates(
  db: Database,
  scope: Scope,
  named: Named[],
): Promise<(voucher: Named) => string | undefined> {
  if (named.length === 0) return () => undefined;
  const rows = await db.$queryRaw<(Named & { date: string })[]>`
    SELECT v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber", v.voucher_date::text AS date
    FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS n("voucherType" int, "posNumber" int, "voucherNumber" int)
    JOIN voucher v ON v.voucher_type = n."voucherType" AND v.pos_number = n."posNumber" AND v.voucher_number = n."voucherNumber"
    WHERE ${inScope(scope, "v")}`;
  const dates = new Map(rows.map((row) => [nameOf(row), row.date]));
  return (voucher) => dates.get(nameOf(voucher));
}
