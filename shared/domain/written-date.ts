import { argentineDay, isFiscalDate, toFiscalDate } from "./calendar.js";

/**
 * "20261123" of what a person types or a date field sends: "23/11/2026", "23-11-2026", "3/1/2026", "2026-11-23", "20261123".
 * Undefined for a day that does not exist.
 */
export function parseDate(typed: string): string | undefined {
  const text = typed.trim();
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const written = year + month.padStart(2, "0") + day.padStart(2, "0");
  const date = year === "" ? text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$1$2$3") : written;
  return isFiscalDate(date) ? date : undefined;
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Parses also the dates that programs write: "2026/11/23", and "2026-11-24T02:00:00Z", which is the evening of the 23rd in Argentina. */
export function parseDay(written: string): string | undefined {
  const text = written.trim().replace(/^(\d{4})([/.])(\d{2})\2(\d{2})$/, "$1-$3-$4");
  const [found, , , offset] = instant.exec(text) ?? [];
  if (found === undefined || offset === undefined) return parseDate(found === undefined ? text : text.slice(0, 10));
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : toFiscalDate(argentineDay(atMs));
}
