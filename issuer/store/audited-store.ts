import { type AuditRecord, addAuditEntry } from "../../shared/db/company/audit-entries.js";
import type { Database, Transaction } from "../../shared/db/database.js";
import { approve } from "../../shared/db/issuing/approve.js";
import { settleWithoutVoucher } from "../../shared/db/issuing/settle-issuances.js";
import { renumber } from "../../shared/db/issuing/write-ahead.js";
import type { OperatorDeps } from "../operator/decide.js";

/** The commits of an operator's decision, each in one transaction with its audit log entry. */
export const createAuditedStore =
  (db: Database): OperatorDeps["audited"] =>
  (record, by) => ({
    approve: (taken, approvals) =>
      withEntry(db, record, by, async (tx) => {
        const [result] = await approve(tx, [{ taken, approvals }]);
        return result && result.approved.length > 0 ? result : undefined;
      }),
    settleWithoutVoucher: async (taken, submission, state, outcome, release) =>
      (await withEntry(db, record, by, async (tx) =>
        (await settleWithoutVoucher(tx, taken, submission, state, outcome, release)) ? true : undefined,
      )) ?? false,
    renumber: (taken, submission, to, sentWith) =>
      withEntry(db, record, by, (tx) => renumber(tx, taken, submission, to, sentWith)),
  });

/** Adds the audit entry only if the commit changed something. */
const withEntry = <Result>(
  db: Database,
  record: AuditRecord,
  by: string | undefined,
  commit: (tx: Transaction) => Promise<Result | undefined>,
): Promise<Result | undefined> =>
  db.$transaction(async (tx) => {
    const result = await commit(tx);
    if (result !== undefined) await addAuditEntry(tx, { type: "admin", name: by }, record);
    return result;
  });
