import { Decimal } from "../decimal.js";

/** Equal within 0.01 per row, or within 0.01 %. Source: issuer/authority/README.md, section 4.1. */
export function matches(value: string | Decimal, expected: string | Decimal, rows = 1): boolean {
  const difference = new Decimal(value).minus(expected).abs();
  if (difference.lte(new Decimal("0.01").times(Math.max(rows, 1)))) return true;
  const base = new Decimal(expected).abs();
  return !base.isZero() && difference.div(base).lte("0.0001");
}
