import type { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { Decimal } from "../../shared/domain/money.js";
import { says } from "./says.js";

const atMostDecimals = (most: number): LocalizedText => ({
  en: `must have at most ${most} decimals`,
  es: `Escribilo con ${most} decimales como mucho.`,
});

/** Counts the decimals of the number as JSON wrote it: 1e-7 has seven. */
export const hasDecimals =
  (most: number) =>
  (value: number): boolean =>
    new Decimal(value).decimalPlaces() <= most;

/** The number with at most so many decimals. */
export const withDecimals = (most: number, number: z.ZodNumber): z.ZodNumber =>
  number.refine(hasDecimals(most), { error: says(atMostDecimals(most)) });
