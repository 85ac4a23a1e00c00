import { writeAudited } from "../../shared/db/company/audit-entries.js";
import { findReport, type ReportStanding, retryReport } from "../../shared/db/contingency/retry-report.js";
import { businessFault } from "../http/errors.js";
import { noVoucher } from "../http/refusals.js";
import type { Operator } from "./operator.js";

/**
 * Has the rejected report of a voucher under CAEA tried again. One that is not rejected stays as it is.
 * Source: api/README.md, "Contingencies", C6.
 * @throws ApiError 404 without such a voucher, 400 when it is not under CAEA
 */
export function reportAgain(operator: Operator, voucherId: number): Promise<ReportStanding> {
  return writeAudited(operator, async (tx) => {
    const before = await findReport(tx, operator, voucherId);
    if (before === undefined) throw noVoucher();
    if (before === null)
      throw businessFault({
        en: "The voucher has a CAE: the authority knows it, and there is nothing to report.",
        es: "El comprobante tiene CAE: ARCA ya lo conoce y no hay nada que informar.",
      });
    if (!(await retryReport(tx, operator, voucherId))) return { result: before, record: undefined };
    const changes = { before: { state: "rejected", errors: before.errors }, after: { state: "due" } };
    const record = { action: "invoice.report", resourceId: `${voucherId}`, ...changes };
    return { result: { ...before, state: "due" as const }, record };
  });
}
