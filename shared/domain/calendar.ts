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

/** Whether `YYYYMMDD` is an existing day, from 1900 on. */
export function isFiscalDate(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false;
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) && text >= "19000101";
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

/** Days from one day to another, both `YYYY-MM-DD`; negative when the second one is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
