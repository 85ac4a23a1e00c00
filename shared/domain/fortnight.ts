import { addDays, addMonths, argentineDay, toFiscalDate } from "./calendar.js";

/** The half of a month for which the authority gives a code (CAEA). Dates are `YYYYMMDD`. */
export interface Fortnight {
  /** Year and month, such as 202611. */
  period: number;
  /** 1 is the 1st to the 15th, 2 the rest of the month. */
  fortnight: 1 | 2;
  validFrom: string;
  validTo: string;
}

/** How many days before the fortnight the authority begins to give its code. Source: issuer/authority/README.md, section 13. */
const daysAhead = 5;

/** The fortnight of an Argentine day, `YYYY-MM-DD`. */
export function fortnightOf(day: string): Fortnight {
  const month = day.slice(0, 7);
  const period = Number(month.replace("-", ""));
  const isFirst = Number(day.slice(8)) <= 15;
  const lastOfMonth = addDays(addMonths(`${month}-01`, 1), -1);
  return {
    period,
    fortnight: isFirst ? 1 : 2,
    validFrom: toFiscalDate(isFirst ? `${month}-01` : `${month}-16`),
    validTo: toFiscalDate(isFirst ? `${month}-15` : lastOfMonth),
  };
}

/** The fortnights whose codes may be asked for at this time: the present one, and the next from five days before it. */
export function fortnightsToAsk(nowMs: number): Fortnight[] {
  const today = argentineDay(nowMs);
  const present = fortnightOf(today);
  const ahead = fortnightOf(addDays(today, daysAhead));
  return ahead.validFrom === present.validFrom ? [present] : [present, ahead];
}

/** Whether a voucher under the code may be reported: from the day after its first. */
export const isReportable = ({ validFrom }: Pick<Fortnight, "validFrom">, nowMs: number): boolean =>
  toFiscalDate(argentineDay(nowMs)) > validFrom;

/** Whether the fortnight is over. */
export const hasEnded = ({ validTo }: Pick<Fortnight, "validTo">, nowMs: number): boolean =>
  toFiscalDate(argentineDay(nowMs)) > validTo;
