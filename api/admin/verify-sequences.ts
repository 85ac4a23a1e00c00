import { writeIfChanged } from "../../shared/db/company/audit-entries.js";
import {
  listOwnSequences,
  type OwnSequence,
  type OwnWord,
  verifySequence,
} from "../../shared/db/contingency/verify-sequences.js";
import { environmentName } from "../../shared/domain/tenant.js";
import type { Operator, Written } from "../operations/operator.js";
import type { MissingNumbers } from "./judge-word.js";
import { notDone } from "./not-done.js";

/**
 * A person says which was the last voucher of sequences of points of sale of CAEA: then contingencies issue there again after the
 * database lost its last commits. Source: api/admin/README.md, "Contingencies".
 * @throws ApiError 400 when a sequence went on meanwhile
 */
export function confirmOwnSequences(
  operator: Operator,
  words: OwnWord[],
  missing: MissingNumbers[],
): Promise<Written<OwnSequence[]>> {
  const { db, actor, companyId, production } = operator;
  return writeIfChanged(db, actor, companyId, async (tx) => {
    if (words.length === 0) return { result: await listOwnSequences(tx, operator), record: undefined };
    for (const word of words)
      if (!(await verifySequence(tx, operator, word)))
        throw notDone(
          `Point of sale ${word.posNumber}, type ${word.voucherType} has another last number now. Look again.`,
        );
    const sequences = words.map(({ seen: _, ...word }) => ({ ...word, verified: true }));
    const after = { sequences, ...(missing.length > 0 && { missing }) };
    return {
      result: await listOwnSequences(tx, operator),
      record: { companyId, production, action: "contingency.verify", resourceId: environmentName(production), after },
    };
  });
}
