import { Decimal } from "./money.js";

/**
 * Whether the authority's aliquot is ours: its table has two decimals, so one of more may come back rounded or cut to two. Base and amount
 * are compared for themselves.
 */
export function isSameAliquot(ours: string, theirs: string): boolean {
  if (!/^\d+(\.\d+)?$/.test(theirs)) return false;
  const own = new Decimal(ours);
  return [own, own.toDecimalPlaces(2, Decimal.ROUND_HALF_UP), own.toDecimalPlaces(2, Decimal.ROUND_DOWN)].some((one) =>
    one.eq(theirs),
  );
}
