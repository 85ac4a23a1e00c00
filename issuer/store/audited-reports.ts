import { addAuditEntry } from "../../shared/db/company/audit-entries.js";
import { readRefusedReport, resolveReport } from "../../shared/db/contingency/resolve-report.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { ReportOperatorDeps } from "../operator/resolve-report.js";

/** Reads a report about which an operator decides, and commits the decision in one transaction with its entry in the audit log. */
export const createAuditedReports = (db: Database): Pick<ReportOperatorDeps, "readRefused" | "resolve"> => ({
  readRefused: (key, voucherId) => readRefusedReport(db, key, voucherId),
  resolve: (taken, report, resolution, record, by) =>
    db.$transaction(async (tx) => {
      const numbers = await resolveReport(tx, taken, report, resolution);
      const entry = { ...record, after: { ...record.after, numbers } };
      if (numbers.length > 0) await addAuditEntry(tx, { type: "admin", name: by }, entry);
      return numbers;
    }),
});
