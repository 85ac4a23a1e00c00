import { Decimal } from "../../../shared/domain/money.js";
import { decimal } from "../spanish/formats.js";

/** How a figure stands to that of the same days of another month: "12 % más que en octubre". */
export function compared(now: string | number, before: string | number, month: string): string {
  const [value, other] = [new Decimal(now), new Decimal(before)];
  if (value.isZero() && other.isZero()) return `En ${month} tampoco hubo`;
  if (other.lte(0)) return value.eq(other) ? `Igual que en ${month}` : `En ${month}, nada en estos días`;
  const percent = value.minus(other).dividedBy(other).times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  if (percent.isZero()) return `Igual que en ${month}`;
  return `${decimal(percent.abs().toFixed())} % ${percent.isNegative() ? "menos" : "más"} que en ${month}`;
}
