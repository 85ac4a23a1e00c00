import { addDays, addMonths } from "../calendar.js";

/** Until when a company has paid. `dayOfMonth` is the day on which its paid periods begin; null: that of the day after `until`. */
export interface PaidTime {
  until: string;
  dayOfMonth: number | null;
}

/** A paid period: its first and its last day, and the day that the next one keeps. Days are Argentine, `YYYY-MM-DD`. */
export interface PaidPeriod {
  from: string;
  until: string;
  dayOfMonth: number;
}

/**
 * The period that a renewal of some months pays for. It follows what is paid, or begins today after a lapse. Its day of the month is kept
 * over shorter months: the periods begin on 31 January, 28 February, 31 March. The database's `renewed_period` is the same rule.
 * Source: api/README.md, "The plan and its payment".
 */
export function renew({ until, dayOfMonth }: PaidTime, months: number, today: string): PaidPeriod {
  const next = addDays(until, 1);
  const from = next < today ? today : next;
  const kept = next < today || dayOfMonth === null ? Number(from.slice(8)) : dayOfMonth;
  const shortest = addMonths(from, months);
  const lastOfMonth = addDays(addMonths(`${shortest.slice(0, 7)}-01`, 1), -1);
  const begins = `${shortest.slice(0, 8)}${String(Math.min(kept, Number(lastOfMonth.slice(8)))).padStart(2, "0")}`;
  return { from, until: addDays(begins, -1), dayOfMonth: kept };
}
