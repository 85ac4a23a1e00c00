import type { FieldType } from "../../shared/db/listing/listed-fields.js";
import type { ValueRange } from "../../shared/db/listing/listing.js";
import { firstInstantOf, isFiscalDate } from "../../shared/domain/calendar.js";

/**
 * Turns a query parameter into text that PostgreSQL reads as the field's type; undefined when it is not of that type. Values that
 * no voucher can have (a number too large, an unknown status) are valid.
 */
export function readValue(text: string, type: FieldType): string | undefined {
  switch (type) {
    case "integer":
      return readInteger(text.trim());
    case "decimal":
      return /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : undefined;
    case "fiscalDate":
      return isFiscalDate(text.trim()) ? text.trim() : undefined;
    case "instant":
      return readInstant(text.trim());
    case "digits":
    case "text":
      return text === "" || text.includes("\0") ? undefined : text;
  }
}

/** Limits numbers that are too large for any column. Every comparison still gives the same result. */
function readInteger(text: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace("+", ""));
  const most = 10n ** 18n;
  return String(value > most ? most : value < -most ? -most : value);
}

const isoForm = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+\- ])(\d\d)(?::?(\d\d))?)?$/;

/** An Argentine day, `YYYY-MM-DD`, as a value of an instant's field; undefined when the text is no day. */
export function readDay(text: string): ValueRange | undefined {
  const day = text.trim();
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !isDay(day)) return undefined;
  return { from: writeInstant(firstInstantOf(day)), before: writeInstant(firstInstantOf(day) + 86_400_000) };
}

/** Whether a filter of a field of this type can have the value. */
export const isReadable = (text: string, type: FieldType): boolean =>
  readValue(text, type) !== undefined || (type === "instant" && readDay(text) !== undefined);

/**
 * An ISO 8601 instant to the microsecond. Without an offset it is UTC, like `created` in answers. A day alone is none, see
 * `readDay`. A space before the offset counts as +, because an unescaped + in a query becomes a space.
 */
function readInstant(text: string): string | undefined {
  const parts = isoForm.exec(text);
  if (!parts) return undefined;
  const [, day = "", minute = "", second = "00", fraction = "", sign, offsetHours = "0", offsetMinutes = "0"] = parts;
  if (!isDay(day) || Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;

  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000 * (sign === "-" ? -1 : 1);
  const ms = Date.parse(`${day}T${minute}:${second}Z`) - offsetMs;
  if (Number.isNaN(ms)) return undefined;
  return writeInstant(ms, fraction);
}

/** Limits years that PostgreSQL reads in another form. Every comparison still gives the same result. */
function writeInstant(ms: number, fraction = ""): string {
  const inRange = Math.min(Math.max(ms, firstInstantMs), lastInstantMs);
  return `${new Date(inRange).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, "0")}Z`;
}

const firstInstantMs = Date.parse("0001-01-01T00:00:00Z");
const lastInstantMs = Date.parse("9999-12-31T23:59:59Z");

function isDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}
