import type { OperatorStatement, OwnSequence } from "../../shared/db/contingency/verify-sequences.js";
import type { NumberRange } from "../../shared/domain/number-range.js";

/** The last number that the authority knows of, and that voucher's date where it was asked for. */
export interface AuthorityNumber {
  number: number;
  date: string | null;
}

/** Last voucher of a sequence, as a person gives it. */
export interface GivenNumber {
  number: number;
  date: string | null;
}

/** The numbers that nobody here knows anything of. */
export interface MissingNumbers extends NumberRange {
  posNumber: number;
  voucherType: number;
}

/** Gaps before the last number: later ones were imported, and not these. */
export const holesOf = ({ posNumber, voucherType, holes }: OwnSequence): MissingNumbers[] =>
  holes.map(({ from, to }) => ({ posNumber, voucherType, from, to }));

/**
 * The word about a sequence that may be recorded, and the numbers that are missing then; or why not. The authority's number is proof:
 * where it is above ours, vouchers are missing here, and somebody must say up to which number.
 * @param told undefined when the authority could not be asked
 * @param today the day of the word, `YYYYMMDD`: the latest date that a voucher can have
 */
export function checkStatement(
  sequence: OwnSequence,
  told: AuthorityNumber | undefined,
  given: GivenNumber | undefined,
  today: string,
): { refused: string } | { word: OperatorStatement; missing: MissingNumbers[] } {
  const { posNumber, voucherType, lastNumber: ours, lastDate } = sequence;
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
  const behind = lastNumber > ours ? [{ posNumber, voucherType, from: ours + 1, to: lastNumber }] : [];
  return { word, missing: [...holesOf(sequence), ...behind] };
}
