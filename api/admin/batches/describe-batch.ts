import type { BatchResult } from "../../batches/to-result.js";
import { drawFields, drawTable } from "../table.js";
import type { Batch } from "./follow-batch.js";

/** At most this many failures are shown; --json and --out give all of them. */
const maxFailures = 100;

export const describeBatch = ({ id, name, state, total, pending, issued, failed, created, finished }: Batch): string =>
  drawFields({ batch: id, name, state, elements: total, issued, failed, pending, created, finished });

/**
 * A batch with its failures.
 * @param lineOf where an element stands in the file that it came from
 */
export function describeResults(batch: Batch, results: BatchResult[], lineOf?: (index: number) => number): string {
  const failures = results.filter(({ state }) => state === "failed");
  const shown = failures.slice(0, maxFailures);
  const rows = shown.map(({ index, idempotency, code, error }) => [
    lineOf ? lineOf(index) : index,
    idempotency,
    code,
    error,
  ]);
  return [
    describeBatch(batch),
    ...(rows.length > 0 ? [drawTable([lineOf ? "line" : "index", "key", "code", "error"], rows, "")] : []),
    ...(failures.length > shown.length ? [`and ${failures.length - shown.length} more failures`] : []),
  ].join("\n\n");
}
