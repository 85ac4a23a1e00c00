import { stringify } from "csv-stringify/sync";
import type { CsvCell } from "../../shared/domain/reports/csv-cell.js";

/** Null is an empty cell. No plain text is a cell: `csvText` makes one of it. */
type CsvValue = CsvCell | number | boolean | null;

/** A spreadsheet begins another line at either of them. */
const lineBreak = /[\r\n]/;

/** The one writer of every CSV file: RFC 4180, lines end with CRLF. */
export const writeCsv = (rows: readonly (readonly CsvValue[])[], delimiter = ","): string =>
  stringify([...rows], {
    delimiter,
    record_delimiter: "windows",
    quoted_match: lineBreak,
    cast: { boolean: String },
  });
