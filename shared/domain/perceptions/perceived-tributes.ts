import type { Amounts } from "../amounts.js";
import type { IssuanceRequest, Tribute } from "../issuance-request.js";
import { Decimal, formatAmount, sum } from "../money.js";
import type { PerceptionLine, PerceptionRecord, Perceptions } from "../perceptions.js";
import type { LawRemark } from "../remarks/law-codes.js";
import { amountOfTribute } from "../remarks/tribute-amount.js";
import { describePerception } from "./perception-words.js";

/** Perceptions with the tributes that they add, which stand behind those of the body. */
export interface PerceivedSale {
  perceptions: Perceptions;
  tributes: Tribute[];
  notes: LawRemark[];
}

/** Perception of gross income tax. Source: issuer/authority/README.md, section 7. */
export const perceptionType = 7;

export type UntoldLine = Omit<PerceptionLine, "tribute">;

const isZero = (amount: string): boolean => new Decimal(amount).isZero();

/** Line of a record: base × rate / 100, rounded half up to the cent. Source: issuer/authority/README.md, section 19.5. */
export const toLine = (record: PerceptionRecord, base: string, rate: string): UntoldLine => ({
  record,
  baseAmount: base,
  aliquot: formatAmount(new Decimal(rate)),
  subtotal: formatAmount(amountOfTribute(base, rate)),
});

/**
 * Lines with the tributes that they are. A line of 0.00 is none: the authority refuses tributes that come to 0. A sale without a taxed net has no
 * line.
 * @param before how many tributes the body has already
 */
export function writeTributes(
  lines: readonly UntoldLine[],
  stateId: number,
  before: number,
): { lines: PerceptionLine[]; tributes: Tribute[] } {
  const tributes: Tribute[] = [];
  const written = lines
    .filter(({ baseAmount }) => !isZero(baseAmount))
    .map((line): PerceptionLine => {
      if (isZero(line.subtotal)) return { ...line, tribute: null };
      const { record, baseAmount, aliquot, subtotal } = line;
      const numbers = { baseAmount: Number(baseAmount), aliquot: Number(aliquot), subtotal: Number(subtotal) };
      tributes.push({ type: perceptionType, ...numbers, description: describePerception(record, stateId) });
      return { ...line, tribute: before + tributes.length - 1 };
    });
  return { lines: written, tributes };
}

/** Content of a sale: what is recorded of it. */
export interface SaleContent {
  body: IssuanceRequest;
  amounts: Amounts;
}

/** The content with the tributes that were added, behind those of the body, and their sum in its total. */
export function withPerceptions(
  { body, amounts }: SaleContent,
  { perceptions, tributes }: { perceptions: Perceptions; tributes: readonly Tribute[] },
): SaleContent {
  const added = sum(tributes.map(({ subtotal }) => new Decimal(subtotal)));
  return {
    body: { ...body, tributes: [...body.tributes, ...tributes], computedPerceptions: perceptions },
    amounts: {
      ...amounts,
      tributes: formatAmount(added.plus(amounts.tributes)),
      total: formatAmount(added.plus(amounts.total)),
    },
  };
}
