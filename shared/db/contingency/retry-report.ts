import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import type { Transaction } from "../pool/database.js";

export interface ReportStanding {
  /** `due`: will be sent. `sent`: its answer is missing. `givenUp`: nobody will report it. */
  state: "due" | "sent" | "rejected" | "reported" | "givenUp";
  /** In milliseconds since 1970. */
  reportedAtMs: number | null;
  errors: { code: number; msg: string }[];
}

/** The report of a voucher; null when it is not under CAEA, undefined when there is no such voucher. */
export async function findReport(
  tx: Transaction,
  tenant: Tenant,
  voucherId: number,
): Promise<ReportStanding | null | undefined> {
  const [row] = await tx.$queryRaw<(Omit<ReportStanding, "state"> & { state: ReportStanding["state"] | null })[]>`
    SELECT coalesce(r.state, CASE WHEN v.caea THEN 'reported' END) AS state,
      -- The authority knew an imported one before us.
      (extract(epoch FROM CASE WHEN r.state IS NULL THEN v.created_at ELSE r.reported_at END) * 1000)::float8 AS "reportedAtMs",
      CASE WHEN r.state <> 'reported' THEN r.errors ELSE '[]' END AS errors
    FROM voucher v LEFT JOIN caea_report r ON r.voucher_id = v.id AND ${inScope(tenant, "r")}
    WHERE ${inScope(tenant, "v")} AND v.id = ${voucherId}`;
  return row && (row.state === null ? null : { ...row, state: row.state });
}

/** Has a rejected report tried again, now. False when it was not rejected. Its errors stay until the authority answers. */
export async function retryReport(tx: Transaction, tenant: Tenant, voucherId: number): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE caea_report r SET state = 'due', due_at = now() - interval '1 second'
    WHERE ${inScope(tenant, "r")} AND r.voucher_id = ${voucherId} AND r.state = 'rejected'`;
  return changed === 1;
}
