import { writeAudited } from "../../../shared/db/company/audit-entries.js";
import { countNumbers } from "../../../shared/db/reconcile/reconciliation.js";
import { readVerification, verifyNumbering } from "../../../shared/db/reconcile/verify-numbering.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { Operator } from "../operator.js";
import type { AuthorityClient } from "./authority-client.js";
import type { SequenceReport } from "./sequence-report.js";
import { underCaea, whyUnexplained } from "./why-unexplained.js";

const neverUsed = "it was never used here";
const changed = "it has changed meanwhile: run it again";

/**
 * Verifies each compared numbering in which nothing is unexplained: then no key of it stays suspect, though nobody issues there any more.
 * Gives the reports as they stand then. Source: api/admin/README.md, "reconcile --verify".
 * @throws ApiError when the authority cannot be asked
 */
export async function verifyExplained(
  operator: Operator,
  line: AuthorityClient,
  reports: SequenceReport[],
): Promise<SequenceReport[]> {
  const told: SequenceReport[] = [];
  for (const report of reports) {
    const why = report.verified ? undefined : await verify(operator, line, report);
    told.push({ ...report, verified: why === undefined, notVerified: why ?? null });
  }
  return told;
}

/** Undefined when it is verified. */
async function verify(operator: Operator, line: AuthorityClient, report: SequenceReport): Promise<string | undefined> {
  const { db, companyId, production } = operator;
  const key: SequenceKey = { companyId, production, posNumber: report.pos, voucherType: report.type };
  const before = await readVerification(db, key);
  if (!before) return neverUsed;
  if (before.isVerified) return undefined;
  if (before.isUnderCaea) return underCaea;
  // Ours is read first, and the authority's once more: the comparison may have taken hours.
  const last = await line.lastNumber(key);
  if (last.refused !== null) return whyUnexplained({ ...report, refused: last.refused }, { ...before, ...nothing });
  const { vouchers } = await countNumbers(db, key, before.lastNumber ?? 0, last.number);
  const why = whyUnexplained(report, { ...before, authority: last.number, vouchers });
  if (why !== undefined) return why;
  const { lastNumber } = before;
  const isVerified = await writeAudited(operator, async (tx) => {
    const result = await verifyNumbering(tx, key, lastNumber);
    const record = { action: "sequence.verify", resourceId: `${report.pos}-${report.type}`, after: { lastNumber } };
    return { result, record: result ? record : undefined };
  });
  return isVerified ? undefined : changed;
}

const nothing = { authority: 0, vouchers: 0 };
