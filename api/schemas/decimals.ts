import { Decimal } from "../../shared/domain/money.js";
import type { Words } from "../../shared/domain/words.js";

export const atMostDecimals = (most: number): Words => ({
  en: `must have at most ${most} decimals`,
  es: `Escribilo con ${most} decimales como mucho.`,
});

/** Counts the decimals of the number as JSON wrote it: 1e-7 has seven. */
export const hasDecimals =
  (most: number) =>
  (value: number): boolean =>
    new Decimal(value).decimalPlaces() <= most;
