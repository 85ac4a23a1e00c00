import { addDays } from "../argentine-time.js";

/** The first and the last day, yyyymmdd. */
export type Fortnight = { from: string; to: string };

/** @param period AAAAMM; @param order 1 for days 1 to 15, 2 for the rest of the month */
export function fortnightOf(period: number, order: number): Fortnight {
  if (order === 1) return { from: `${period}01`, to: `${period}15` };
  const isDecember = period % 100 === 12;
  const next = isDecember ? period + 89 : period + 1;
  return { from: `${period}16`, to: addDays(`${next}01`, -1) };
}

/** Consecutive fortnights have consecutive ranks. */
export const rankOf = ({ period, order }: { period: number; order: number }): number =>
  Math.floor(period / 100) * 24 + ((period % 100) - 1) * 2 + order;

export const isPeriod = (period: number): boolean => /^20\d\d(0[1-9]|1[0-2])$/.test(String(period));
export const isOrder = (order: number): boolean => order === 1 || order === 2;

/** A code can be asked for from five days before its fortnight to the last day. Source: issuer/authority/README.md, section 13.1. */
export const requestWindow = ({ from, to }: Fortnight): Fortnight => ({ from: addDays(from, -5), to });
