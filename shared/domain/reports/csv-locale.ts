import { argentineClock, argentineDay, fromFiscalDate } from "../calendar.js";
import { type CsvCell, csvFormulaOf, csvText, csvValue } from "./csv-cell.js";

/** How the cells of a CSV file are written. All values are in the form of the listing's JSON. */
export interface CsvLocale {
  /** Mark at the beginning of the file. */
  mark: string;
  delimiter: string;
  /** A decimal number: "1234.50". */
  decimal(value: string): CsvCell;
  /** `YYYYMMDD`. */
  date(value: string): CsvCell;
  /** ISO 8601, UTC. */
  instant(value: string): CsvCell;
  /** Words of others, and numbers that name something. */
  text(value: string): CsvCell;
}

/** A number of 11 digits, such as a CUIT, is shown and kept as it is. */
const safeNumber = /^(0|[1-9]\d{0,10})$/;
/** Texts that a spreadsheet may take for a number, a date or a time, and show and keep as another one. */
const likeNumber = /^[\d.,][\d.,:/ eE+-]*$/;

/** For programs: values as they stand in the listing. */
const plain: CsvLocale = {
  mark: "",
  delimiter: ",",
  decimal: csvValue,
  date: csvValue,
  instant: csvValue,
  text: csvText,
};

/**
 * For the spreadsheet of an Argentine accountant: the byte order mark lets Excel read accents, days are dates, times are Argentine.
 * A text that looks like a number is a formula that gives that text.
 */
const argentine: CsvLocale = {
  mark: "\uFEFF",
  delimiter: ";",
  decimal: (value) => csvValue(value.replace(".", ",")),
  date: (value) => csvValue(fromFiscalDate(value)),
  instant(value) {
    const ms = Date.parse(value);
    return csvValue(`${argentineDay(ms)} ${argentineClock(ms)}:${value.slice(17, 19)}`);
  },
  text(text) {
    const guarded = csvText(text);
    // One that has an apostrophe is a text to every spreadsheet already.
    return guarded === text && likeNumber.test(text) && !safeNumber.test(text) ? csvFormulaOf(text) : guarded;
  },
};

/** By the value of `locale`. Source: api/README.md, "Vouchers in CSV". */
export const csvLocales: ReadonlyMap<string | undefined, CsvLocale> = new Map([
  [undefined, plain],
  ["es-AR", argentine],
]);
