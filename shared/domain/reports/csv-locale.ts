import { argentineClock, argentineDay } from "../calendar.js";

/** How the cells of a CSV file are written. All values are in the form of the listing's JSON. */
export interface CsvLocale {
  /** What the file begins with. */
  mark: string;
  delimiter: string;
  /** A decimal number: "1234.50". */
  decimal(value: string): string;
  /** `YYYYMMDD`. */
  date(value: string): string;
  /** ISO 8601, UTC. */
  instant(value: string): string;
  /** Words of others, and numbers that name something. */
  text(value: string): string;
}

/**
 * A spreadsheet takes a text that begins like this for a formula, and runs it. The apostrophe is one of the signs, so that who takes
 * one apostrophe away from each text that begins with it has what was written.
 */
const guarded = /^[=+\-@＝＋－＠\t\r\n']/;

const guard = (text: string) => (guarded.test(text) ? `'${text}` : text);

/** A number of 11 digits, such as a CUIT, is shown and kept as it is. */
const safeNumber = /^(0|[1-9]\d{0,10})$/;
/** What a spreadsheet may take for a number, a date or a time, and show and keep as another one. */
const likeNumber = /^[\d.,][\d.,:/ eE+-]*$/;

/** For programs: values as they stand in the listing. */
const plain: CsvLocale = {
  mark: "",
  delimiter: ",",
  decimal: (value) => value,
  date: (value) => value,
  instant: (value) => value,
  text: guard,
};

/**
 * For the spreadsheet of an Argentine accountant: the byte order mark lets Excel read accents, days are dates, times are Argentine.
 * A text that looks like a number is a formula that gives that text. Nothing in it can end the quotation.
 */
const argentine: CsvLocale = {
  mark: "\uFEFF",
  delimiter: ";",
  decimal: (value) => value.replace(".", ","),
  date: (value) => `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`,
  instant(value) {
    const ms = Date.parse(value);
    return `${argentineDay(ms)} ${argentineClock(ms)}:${value.slice(17, 19)}`;
  },
  text: (text) => (likeNumber.test(text) && !safeNumber.test(text) ? `="${text}"` : guard(text)),
};

/** By the value of `locale`. Source: api/README.md, "Vouchers in CSV". */
export const csvLocales: ReadonlyMap<string | undefined, CsvLocale> = new Map([
  [undefined, plain],
  ["es-AR", argentine],
]);
