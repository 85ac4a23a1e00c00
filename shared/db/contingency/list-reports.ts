import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";

/** A voucher under CAEA that the authority was not told of. Days are `YYYYMMDD`. */
export interface ListedReport {
  voucherId: number;
  posNumber: number;
  voucherType: number;
  voucherNumber: number;
  voucherDate: string;
  totalAmount: string;
  code: string;
  /** The last day to report it. */
  reportBy: string;
  state: "due" | "sent" | "rejected" | "givenUp" | "reported";
  errors: AuthorityMessage[];
}

const columns = Prisma.sql`
  r.voucher_id AS "voucherId", r.pos_number AS "posNumber", r.voucher_type AS "voucherType", r.voucher_number AS "voucherNumber",
  v.voucher_date AS "voucherDate", v.total_amount::text AS "totalAmount", a.code, a.report_by AS "reportBy", r.state, r.errors
  FROM caea_report r JOIN voucher v ON v.id = r.voucher_id JOIN caea a ON a.id = r.caea_id`;

/** The reports that the authority has not taken, by sequence and number. With `rejected`, only those that wait for a person. */
export const listReports = (
  db: Statements,
  tenant: Tenant,
  { rejected, most }: { rejected: boolean; most: number },
): Promise<ListedReport[]> => db.$queryRaw`
  SELECT ${columns} WHERE ${inScope(tenant, "r")} AND r.state <> 'reported' AND (NOT ${rejected}::boolean OR r.state = 'rejected')
  ORDER BY r.pos_number, r.voucher_type, r.voucher_number LIMIT ${most}`;

/** The report of a voucher. Undefined when it has none. */
export async function findListedReport(
  db: Statements,
  tenant: Tenant,
  voucherId: number,
): Promise<ListedReport | undefined> {
  const [report] = await db.$queryRaw<ListedReport[]>`
    SELECT ${columns} WHERE ${inScope(tenant, "r")} AND r.voucher_id = ${voucherId}`;
  return report;
}
