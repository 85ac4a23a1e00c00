import { Decimal, formatAmount, sum } from "../money.js";
import { isZero } from "./book-rates.js";
import type { ReportVoucher } from "./report-voucher.js";

/** Tributes by the fields of the book, as amounts. */
export interface TributeColumns {
  uncategorized: string;
  national: string;
  grossIncome: string;
  municipal: string;
  internal: string;
  other: string;
}

/** The field of each type of tribute; all others are `other`. Source: issuer/authority/README.md, section 14.4. */
const columnOf = new Map<number, keyof TributeColumns>([
  [1, "national"],
  [6, "national"],
  [9, "national"],
  [2, "grossIncome"],
  [5, "grossIncome"],
  [7, "grossIncome"],
  [3, "municipal"],
  [8, "municipal"],
  [4, "internal"],
  [13, "uncategorized"],
]);

const none: TributeColumns = {
  uncategorized: "0.00",
  national: "0.00",
  grossIncome: "0.00",
  municipal: "0.00",
  internal: "0.00",
  other: "0.00",
};

/**
 * The voucher's tributes by field. They add up to its `tributesTotal`: a difference that the authority tolerates is added to `other`.
 * Undefined when the difference is larger. Source: issuer/authority/README.md, sections 4.1 and 14.4.
 */
export function toTributeColumns({ tributes, tributesTotal }: ReportVoucher): TributeColumns | undefined {
  // A total without any tribute is no matter of rounding: the detail is missing. So nothing is tolerated.
  if (tributes.length === 0) return isZero(tributesTotal) ? none : undefined;
  const sumOf = (column?: keyof TributeColumns) =>
    sum(
      tributes
        .filter(({ type }) => !column || (columnOf.get(type) ?? "other") === column)
        .map(({ subtotal }) => new Decimal(subtotal)),
    );
  const difference = new Decimal(tributesTotal).minus(sumOf());
  const tolerated = Decimal.max(new Decimal("0.01").times(tributes.length), new Decimal("0.0001").times(tributesTotal));
  if (difference.abs().gt(tolerated)) return undefined;
  return {
    uncategorized: formatAmount(sumOf("uncategorized")),
    national: formatAmount(sumOf("national")),
    grossIncome: formatAmount(sumOf("grossIncome")),
    municipal: formatAmount(sumOf("municipal")),
    internal: formatAmount(sumOf("internal")),
    other: formatAmount(sumOf("other").plus(difference)),
  };
}
