import { dayOfYear } from "./argentine-time.js";

/**
 * Fourteen digits: 7, or 8 from 2026 on; the last digit of the year; the week of the year (two digits); ten increasing digits.
 * Source: issuer/authority/README.md, section 2.5 (inferred from samples).
 */
export function caeOf(processDate: string, tail: number): string {
  const year = processDate.slice(0, 4);
  const week = Math.floor((dayOfYear(processDate) - 1) / 7) + 1;
  return `${Number(year) < 2026 ? 7 : 8}${year.slice(3)}${String(week).padStart(2, "0")}${String(tail).padStart(10, "0")}`;
}
