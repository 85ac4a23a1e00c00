const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Argentina is UTC-3 all year, so the UTC fields of the shifted date are the local ones. */
const toLocal = (instant: Date) => new Date(instant.getTime() - 3 * hourMs);

/** "20260818" */
export const toFiscalDate = (instant: Date): string => toLocal(instant).toISOString().slice(0, 10).replaceAll("-", "");

/** "20260818130742" */
export const toProcessTime = (instant: Date): string => toLocal(instant).toISOString().slice(0, 19).replace(/\D/g, "");

/** "2026-08-18T13:07:41.976-03:00", with as many decimals as `decimals` says: the WSFEv1 header has seven. */
export const toIsoTime = (instant: Date, decimals = 3): string =>
  `${toLocal(instant)
    .toISOString()
    .slice(0, 23)
    .padEnd(20 + decimals, "0")}-03:00`;

const parse = (date: string) => new Date(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}T00:00:00Z`);

export const isFiscalDate = (text: string): boolean => {
  if (!/^\d{8}$/.test(text)) return false;
  const date = parse(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10).replaceAll("-", "") === text;
};

export const addDays = (date: string, days: number): string =>
  new Date(parse(date).getTime() + days * dayMs).toISOString().slice(0, 10).replaceAll("-", "");

/** The days from `origin` to `date`; negative when `date` is earlier. */
export const daysAfter = (date: string, origin: string): number =>
  Math.round((parse(date).getTime() - parse(origin).getTime()) / dayMs);

/** 1 on January 1st. */
export const dayOfYear = (date: string): number => daysAfter(date, `${date.slice(0, 4)}0101`) + 1;

export function previousBusinessDay(date: string): string {
  const previous = addDays(date, -1);
  const weekday = parse(previous).getUTCDay();
  return weekday === 0 || weekday === 6 ? previousBusinessDay(previous) : previous;
}
