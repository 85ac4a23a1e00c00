import { addDays, addMonths, toFiscalDate } from "./calendar.js";
import { Decimal, formatAmount, sum, toCents } from "./money.js";

/** The vouchers of one fiscal day, credit notes apart from all others. `total` is in pesos and not negative. */
export interface DayOfVouchers {
  /** `YYYYMMDD` */
  date: string;
  isCredit: boolean;
  vouchers: number;
  total: string;
  /** Vouchers of which some is left when the credit notes that name them are taken away, and what is left of them. */
  kept: number;
  keptTotal: string;
}

/** Sales of some days. Amounts are in pesos with two decimals. */
interface InvoicedFigures {
  /** Credit notes too. */
  vouchers: number;
  /** Credit notes subtract. */
  net: string;
  /** Mean of an invoice or debit note, without what was credited of it; null without any of which something is left. */
  average: string | null;
}

/** A month until today, beside the same days of the month before. */
export interface MonthFigures {
  month: InvoicedFigures;
  before: InvoicedFigures;
  /** Each day of the month until today, also those without vouchers. */
  days: { date: string; net: string }[];
}

/**
 * The days that `sumUpMonth` needs, as fiscal dates. A month that is shorter than today's date ends with its last day.
 * @param today in Argentina, `YYYY-MM-DD`
 */
export function daysOfMonth(today: string): { from: string; to: string; beforeFrom: string; beforeTo: string } {
  const beforeTo = addMonths(today, -1);
  return {
    from: toFiscalDate(firstOf(today)),
    to: toFiscalDate(today),
    beforeFrom: toFiscalDate(firstOf(beforeTo)),
    beforeTo: toFiscalDate(beforeTo),
  };
}

export function sumUpMonth(days: DayOfVouchers[], today: string): MonthFigures {
  const { from, to, beforeFrom, beforeTo } = daysOfMonth(today);
  const inRange = (first: string, last: string) => days.filter(({ date }) => date >= first && date <= last);
  const month = inRange(from, to);
  const first = firstOf(today);
  const dates = Array.from({ length: Number(today.slice(8)) }, (_, at) => toFiscalDate(addDays(first, at)));
  return {
    month: invoicedIn(month),
    before: invoicedIn(inRange(beforeFrom, beforeTo)),
    days: dates.map((date) => ({ date, net: formatAmount(netOf(month.filter((day) => day.date === date))) })),
  };
}

const firstOf = (day: string): string => `${day.slice(0, 8)}01`;

function invoicedIn(days: DayOfVouchers[]): InvoicedFigures {
  const charged = days.filter(({ isCredit }) => !isCredit);
  const kept = charged.reduce((total, day) => total + day.kept, 0);
  const left = sum(charged.map(({ keptTotal }) => new Decimal(keptTotal)));
  return {
    vouchers: count(days),
    net: formatAmount(netOf(days)),
    average: kept === 0 ? null : formatAmount(toCents(left.dividedBy(kept))),
  };
}

const count = (days: DayOfVouchers[]): number => days.reduce((total, { vouchers }) => total + vouchers, 0);

const netOf = (days: DayOfVouchers[]): Decimal =>
  sum(days.map(({ isCredit, total }) => (isCredit ? new Decimal(total).negated() : new Decimal(total))));
