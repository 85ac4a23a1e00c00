import { writeIfChanged } from "../../shared/db/company/audit-entries.js";
import {
  listOwnSequences,
  type OwnSequence,
  type OwnWord,
  verifySequence,
} from "../../shared/db/contingency/verify-sequences.js";
import { environmentName } from "../../shared/domain/tenant.js";
import { businessFault } from "../errors.js";
import type { Operator, Written } from "../operations/operator.js";

/** The last number that the authority knows of, and that voucher's date where it was asked for. */
export interface ToldNumber {
  number: number;
  date: string | null;
}

/** What a person gives as the last voucher of a sequence. */
export interface GivenNumber {
  number: number;
  date: string | null;
}

/** The numbers that nobody here knows anything of. */
export interface MissingNumbers {
  posNumber: number;
  voucherType: number;
  from: number;
  to: number;
}

/**
 * The word about a sequence that may be recorded, and the numbers that are missing then; or why not. The authority's number is proof:
 * where it is above ours, vouchers are missing here, and somebody must say up to which number.
 * @param told undefined when the authority could not be asked
 * @param today the day of the word, `YYYYMMDD`: the latest date that a voucher can have
 */
export function judgeWord(
  { posNumber, voucherType, lastNumber: ours, lastDate }: OwnSequence,
  told: ToldNumber | undefined,
  given: GivenNumber | undefined,
  today: string,
): { refused: string } | { word: OwnWord; missing: MissingNumbers | undefined } {
  const name = `Point of sale ${posNumber}, type ${voucherType}`;
  const least = Math.max(ours, told?.number ?? 0);
  if (!given && least > ours)
    return {
      refused: `${name}: the tax authority knows of number ${least}, and our last one is ${ours}: vouchers are missing here. Find the last one that was issued there, and say it with --pos, --type and --last.`,
    };
  const lastNumber = given?.number ?? ours;
  if (lastNumber < least) return { refused: `${name}: the last number is ${least} at least, not ${lastNumber}.` };
  if (given?.date && given.date > today) return { refused: `${name}: the last voucher cannot be of a later day.` };
  const ofTold = told?.number === lastNumber ? told.date : null;
  const known = lastNumber === ours ? lastDate : null;
  const date = given?.date ?? ofTold ?? known ?? (lastNumber > 0 ? today : null);
  const word = { posNumber, voucherType, lastNumber, lastDate: date, seen: ours };
  const missing = lastNumber > ours ? { posNumber, voucherType, from: ours + 1, to: lastNumber } : undefined;
  return { word, missing };
}

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
        throw businessFault(
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
