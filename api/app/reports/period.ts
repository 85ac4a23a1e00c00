import { addMonths } from "../../../shared/domain/calendar.js";
import { isPeriod } from "../../reports/read-period.js";

/** Months that the page offers. */
const offered = 36;

/** The month that the page is of, `YYYYMM`: the one that is asked for, or else the month before today's, which is handed in now. */
export const readMonth = (asked: string | undefined, today: string): string =>
  asked !== undefined && isPeriod(asked) ? asked : (lastMonths(today)[1] ?? "");

/** The month of the day and those before it, the latest first. */
export const lastMonths = (today: string): string[] =>
  Array.from({ length: offered }, (_, before) =>
    addMonths(`${today.slice(0, 7)}-01`, -before)
      .slice(0, 7)
      .replace("-", ""),
  );
