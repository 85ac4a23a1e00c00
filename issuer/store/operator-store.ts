import { type AdoptionResult, adoptVoucher } from "../../shared/db/adoption/adopt-voucher.js";
import {
  findAdoptionCandidate,
  findNumberState,
  listFreedOf,
  listUnknown,
} from "../../shared/db/adoption/claimants.js";
import { listEarlier, listOtherEarlier } from "../../shared/db/adoption/earlier-contents.js";
import { listFreed } from "../../shared/db/adoption/freed-numbers.js";
import { listLike } from "../../shared/db/adoption/like-sales.js";
import { mayHaveSent } from "../../shared/db/adoption/may-have-sent.js";
import { type AuditRecord, addAuditEntry } from "../../shared/db/company/audit-entries.js";
import { readRefusedReport, resolveReport } from "../../shared/db/contingency/resolve-report.js";
import { approve } from "../../shared/db/issuing/approve.js";
import { isUnverified, type OwnedSequence } from "../../shared/db/issuing/sequences.js";
import { settleWithoutVoucher } from "../../shared/db/issuing/settle-issuances.js";
import { renumber } from "../../shared/db/issuing/write-ahead.js";
import type { Database, Transaction } from "../../shared/db/pool/database.js";
import { importVouchers } from "../../shared/db/reconcile/import-vouchers.js";
import { listKeylessOn } from "../../shared/db/reconcile/keyless-vouchers.js";
import type { AuthorityVoucher } from "../../shared/domain/cae-outcome.js";
import { toRecordedVoucher } from "../authority/wsfe/recorded-voucher.js";
import type { OperatorDeps } from "../operator/decide.js";
import type { ReportOperatorDeps } from "../operator/resolve-report.js";

/** Store of an operator's decisions: reads, and commits, each in one transaction with its audit log entry. */
export const createOperatorStore = (db: Database): Pick<OperatorDeps, "audited" | "claims"> => ({
  claims: {
    findAdoptionCandidate: (key, issuanceId) => findAdoptionCandidate(db, key, issuanceId),
    findNumberState: (key, number) => findNumberState(db, key, number),
    isUnverified: (key) => isUnverified(db, key),
    mayHaveSent: (issuanceId, at, number) => mayHaveSent(db, issuanceId, at, number),
    listFreedOf: (taken, issuanceId) => listFreedOf(db, taken, issuanceId),
    listFreed: (key, from, to) => listFreed(db, key, from, to),
    listEarlier: (issuanceId) => listEarlier(db, issuanceId),
    listOtherEarlier: (key, voucher, of) => listOtherEarlier(db, key, voucher, of),
    listUnknown: (key, dates, authorityLast) => listUnknown(db, key, dates, authorityLast),
    listKeylessOn: (tenant, dates) => listKeylessOn(db, tenant, dates),
    listLike: (key, voucher, isOfBefore) => listLike(db, key, voucher, isOfBefore),
  },
  audited: (record, by, passed = []) => ({
    approve: (taken, approvals) =>
      withEntry(db, record, by, async (tx) => {
        const [result] = await approve(tx, [{ taken, approvals }]);
        return result && result.approved.length > 0 ? result : undefined;
      }),
    settleWithoutVoucher: async (taken, submission, state, outcome, release) =>
      (await withEntry(db, record, by, async (tx) =>
        (await settleWithoutVoucher(tx, taken, submission, state, outcome, release))
          ? keepPassed(tx, taken, passed, true)
          : undefined,
      )) ?? false,
    renumber: (taken, submission, to, sentWith) =>
      withEntry(db, record, by, async (tx) => {
        const renumbered = await renumber(tx, taken, submission, to, sentWith);
        return renumbered && keepPassed(tx, taken, passed, renumbered);
      }),
    async claim(taken, { found, ...claim }) {
      const recorded = toRecordedVoucher(found);
      if (!recorded) return "unreadable";
      let refused: Exclude<AdoptionResult, object> = "superseded";
      const claimed = await withEntry(db, record, by, async (tx) => {
        const result = await adoptVoucher(tx, taken, { ...claim, recorded });
        if (typeof result === "object") return keepPassed(tx, taken, passed, result);
        refused = result;
        return undefined;
      });
      return claimed ?? refused;
    },
  }),
});

/** Imports the vouchers to which numbers were left, so that nothing of the sequence is unexplained. A lot is nobody's here. */
async function keepPassed<Result>(
  tx: Transaction,
  { key }: OwnedSequence,
  passed: AuthorityVoucher[],
  result: Result,
): Promise<Result> {
  const recorded = passed.flatMap((voucher) => {
    const one = toRecordedVoucher(voucher);
    return one && one.voucherNumber === voucher.numberTo ? [one] : [];
  });
  if (recorded.length > 0) await importVouchers(tx, key, recorded, { isTaken: true });
  return result;
}

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
