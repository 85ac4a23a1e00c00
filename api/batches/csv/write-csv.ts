import { stringify } from "csv-stringify/sync";
import type { BatchResult } from "../to-result.js";

type Cell = string | number | boolean | null;

/** RFC 4180: separated by commas, lines end with CRLF. Null is an empty cell. */
export const writeCsv = (header: readonly string[], rows: Cell[][]): string =>
  stringify([header, ...rows], { record_delimiter: "windows", cast: { boolean: String } });

const columns = [
  "index",
  "idempotency",
  "state",
  "id",
  "voucherNumber",
  "cae",
  "totalAmount",
  "code",
  "error",
  // New columns come last: programs may count them.
  "posNumber",
] as const satisfies (keyof BatchResult)[];

export const writeResults = (results: BatchResult[]): string =>
  writeCsv(
    columns,
    results.map((result) => columns.map((name) => (name === "error" ? asText(result.error) : result[name]))),
  );

/**
 * A spreadsheet takes a cell that begins like this for a formula, and runs it. `error` alone holds words of others. Keys stay as they
 * were sent, so that programs find them again: their characters cannot make a formula that calls anything.
 */
const asText = (cell: string | null): string | null => (cell !== null && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
