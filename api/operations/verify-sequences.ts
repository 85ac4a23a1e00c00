import { writeIfChanged } from "../../shared/db/company/audit-entries.js";
import { listOwnSequences, type OwnSequence, verifySequences } from "../../shared/db/contingency/verify-sequences.js";
import type { Operator, Written } from "./operator.js";

/**
 * A person says that no voucher of a point of sale of CAEA is missing here: then contingencies issue there again after the database
 * lost its last commits. Source: api/admin/README.md, "Contingencies".
 */
export function confirmOwnSequences(operator: Operator): Promise<Written<OwnSequence[]>> {
  const { db, actor, companyId, production } = operator;
  return writeIfChanged(db, actor, companyId, async (tx) => {
    const before = await listOwnSequences(tx, operator);
    const unverified = before.filter(({ verified }) => !verified);
    if (unverified.length === 0) return { result: before, record: undefined };
    await verifySequences(tx, operator);
    const resourceId = production ? "production" : "homologation";
    const after = { sequences: unverified.map((sequence) => ({ ...sequence, verified: true })) };
    return {
      result: await listOwnSequences(tx, operator),
      record: { companyId, production, action: "contingency.verify", resourceId, after },
    };
  });
}
