import { addDays, addMonths } from "../../../../shared/domain/calendar.js";

interface DayRange {
  /** `YYYY-MM-DD`, the first and the last day. */
  from: string;
  to: string;
}

/** The month that so many months before the day's own. */
export function monthOf(day: string, before: number): DayRange {
  const from = addMonths(`${day.slice(0, 7)}-01`, -before);
  return { from, to: addDays(addMonths(from, 1), -1) };
}
