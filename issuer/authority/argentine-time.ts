import { fromFiscalDate, isFiscalDate } from "../../shared/domain/calendar.js";

/** Argentina keeps UTC-3 all year round. Source: issuer/authority/README.md, section 0. */
const offsetMs = 3 * 60 * 60 * 1000;

/** A time with seconds and offset: "2026-08-18T12:57:41-03:00". */
export const formatArgentineTime = (atMs: number): string =>
  new Date(atMs - offsetMs).toISOString().replace(/\.\d{3}Z$/, "-03:00");

/** Argentine time written yyyymmddhhmmss. */
export const argentineTimestamp = (atMs: number): string =>
  formatArgentineTime(atMs).slice(0, 19).replace(/[-T:]/g, "");

/** Reads Argentine time written yyyymmddhhmmss, in milliseconds since 1970. Undefined when it is not one. */
export function readProcessTime(text: string): number | undefined {
  const [, date, hours, minutes, seconds] = /^(\d{8})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (date === undefined || !isFiscalDate(date)) return undefined;
  const iso = `${fromFiscalDate(date)}T${hours}:${minutes}:${seconds}-03:00`;
  return readInstant(iso);
}

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;

/** Reads an ISO time, in milliseconds since 1970. Without an offset it is Argentine. Undefined when it is not one. */
export function readInstant(text: string): number | undefined {
  const iso = isoTime.exec(text);
  if (!iso) return undefined;
  const atMs = Date.parse(iso[1] === undefined ? `${text}-03:00` : text);
  return Number.isNaN(atMs) ? undefined : atMs;
}
