/** Argentina is on UTC-3 all year. Fiscal days are Argentine days. Source: issuer/authority/README.md, section 0.9. */
const argentineOffsetMs = -3 * 3_600_000;

/** The Argentine calendar day of a time, `YYYY-MM-DD`. */
export const argentineDay = (instantMs: number): string =>
  new Date(instantMs + argentineOffsetMs).toISOString().slice(0, 10);

/** When the Argentine day `YYYY-MM-DD` begins, in milliseconds since the epoch. */
export const firstInstantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - argentineOffsetMs;

/** The Argentine time of day, `HH:MM`. */
export const argentineClock = (instantMs: number): string =>
  new Date(instantMs + argentineOffsetMs).toISOString().slice(11, 16);

/** Turns `YYYY-MM-DD` into the fiscal form `YYYYMMDD`. */
export const toFiscalDate = (day: string): string => day.replaceAll("-", "");

/** `YYYY-MM-DD` of a fiscal date, `YYYYMMDD`. */
export const fromFiscalDate = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;

/** Whether `YYYYMMDD` is an existing day, from 1900 on. */
export function isFiscalDate(text: string): boolean {
  if (!/^\d{8}$/.test(text) || text < "19000101") return false;
  const month = Number(text.slice(4, 6));
  const day = Number(text.slice(6));
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(Number(text.slice(0, 4)), month);
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Moves `YYYY-MM-DD` by whole days. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Moves `YYYY-MM-DD` by whole months. A day that the month lacks becomes its last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10);
}

/** Month, `YYYYMM`, so many months after that of a day. */
export const monthAfter = (day: string, months: number): string =>
  toFiscalDate(addMonths(`${day.slice(0, 7)}-01`, months)).slice(0, 6);

/** Days from one day to another, both `YYYY-MM-DD`; negative when the second one is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
