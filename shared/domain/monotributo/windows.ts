import { addDays, addMonths } from "../calendar.js";

/** First and last day, both included. `YYYY-MM-DD` */
export interface DayWindow {
  from: string;
  to: string;
}

/**
 * Exclusion window: the twelve months that end today, from the day after the same day a year ago. Of 29 February: from 1 March.
 * Source: issuer/authority/README.md, section 18.4.
 */
export const rollingWindow = (today: string): DayWindow => ({ from: addDays(addMonths(today, -12), 1), to: today });

/** Recategorization window. */
export interface CategoryWindow extends DayWindow {
  /** Day by which the category is told to the authority. */
  due: string;
}

/**
 * Recategorization window: the twelve whole months that end in the next June or December. In June and December that is the month itself.
 * It is due on the 5th of the second month after. Source: issuer/authority/README.md, section 18.4.
 */
export function categoryWindow(today: string): CategoryWindow {
  const [year, month] = [today.slice(0, 4), Number(today.slice(5, 7))];
  const last = month <= 6 ? `${year}-06-01` : `${year}-12-01`;
  return {
    from: addMonths(last, -11),
    to: addDays(addMonths(last, 1), -1),
    due: `${addMonths(last, 2).slice(0, 8)}05`,
  };
}
