import { writeIfChanged } from "../../shared/db/company/audit-entries.js";
import {
  listMissingFortnights,
  type MissingFortnight,
  sayUnused,
} from "../../shared/db/contingency/missing-fortnights.js";
import {
  listOwnSequences,
  type OperatorStatement,
  type OwnSequence,
  verifySequence,
} from "../../shared/db/contingency/verify-sequences.js";
import type { Transaction } from "../../shared/db/pool/database.js";
import { environmentName } from "../../shared/domain/tenant.js";
import type { Operator, WriteResult } from "../operations/operator.js";
import type { MissingNumbers } from "./check-statement.js";
import { notDone } from "./not-done.js";

/** The sequences that a word about fortnights is about, and these, as `YYYYMM-1`. */
export interface UnusedWord {
  of: Pick<OwnSequence, "posNumber" | "voucherType">[];
  fortnights: string[];
}

/**
 * A person says which was the last voucher of sequences of points of sale of CAEA: then contingencies issue there again after the
 * database lost its last commits. And which fortnights have none of the missing vouchers: then they are declared as without movement.
 * Source: api/admin/README.md, "Contingencies".
 * @throws ApiError 400 when a sequence went on meanwhile, or no missing voucher can be of such a fortnight
 */
export function confirmOwnSequences(
  operator: Operator,
  words: OperatorStatement[],
  missing: MissingNumbers[],
  unused: UnusedWord,
): Promise<WriteResult<OwnSequence[]>> {
  return writeIfChanged(operator, async (tx) => {
    for (const word of words)
      if (!(await verifySequence(tx, operator, word)))
        throw notDone(
          `Point of sale ${word.posNumber}, type ${word.voucherType} has another last number now. Look again.`,
        );
    const said = await sayAllUnused(tx, operator, unused);
    const result = await listOwnSequences(tx, operator);
    if (words.length === 0 && said.length === 0) return { result, record: undefined };
    const sequences = words.map(({ seen: _, ...word }) => ({ ...word, verified: true }));
    const after = { sequences, ...(missing.length > 0 && { missing }), ...(said.length > 0 && { unused: said }) };
    const resourceId = environmentName(operator.production);
    return { result, record: { action: "contingency.verify", resourceId, after } };
  });
}

/** Says it of each of the sequences that it can be said of. What was said before changes nothing. */
async function sayAllUnused(
  tx: Transaction,
  operator: Operator,
  { of, fortnights }: UnusedWord,
): Promise<Omit<MissingFortnight, "isUnused">[]> {
  const isOf = (one: MissingFortnight) =>
    of.some(({ posNumber, voucherType }) => posNumber === one.posNumber && voucherType === one.voucherType);
  const open = (await listMissingFortnights(tx, operator)).filter(isOf);
  const said: Omit<MissingFortnight, "isUnused">[] = [];
  for (const fortnight of new Set(fortnights)) {
    const named = open.filter((one) => one.fortnight === fortnight);
    if (named.length === 0) throw notDone(tellNotMissing(fortnight, open));
    for (const { isUnused, ...one } of named) if (!isUnused && (await sayUnused(tx, operator, one))) said.push(one);
  }
  return said;
}

function tellNotMissing(fortnight: string, open: MissingFortnight[]): string {
  const others = [...new Set(open.map((one) => one.fortnight))].sort();
  const known = others.length > 0 ? `They may be of ${others.join(", ")}.` : "None is missing there.";
  return `No missing voucher of these sequences can be of the fortnight ${fortnight}. ${known}`;
}
