import { csvText, csvValue } from "../../../shared/domain/reports/csv-cell.js";
import { writeCsv } from "../../csv/write-csv.js";
import type { BatchResult } from "../to-result.js";

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
  "voucherType",
  "waitsFor",
] as const satisfies (keyof BatchResult)[];

function cellOf(result: BatchResult, name: (typeof columns)[number]) {
  const value = result[name];
  if (typeof value !== "string") return value;
  return name === "totalAmount" ? csvValue(value) : csvText(value);
}

/** results.csv. Source: api/README.md, "Batches". */
export const writeResults = (results: BatchResult[]): string =>
  writeCsv([columns.map(csvText), ...results.map((result) => columns.map((name) => cellOf(result, name)))]);
