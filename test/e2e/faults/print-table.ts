import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { type FaultResult, resultsFolder } from "./results.js";

const lastRow = 101;
/** 58 is not used. The others are shown where their statements are: see the table of test/chaos/README.md. */
const skippedRows = [58, 83, 84, 87, 89, 90, 94, 95];

/** Removes the results of an earlier run. */
export function setup(): void {
  rmSync(resultsFolder, { recursive: true, force: true });
}

/** Prints the rows of the fault matrix that ran, with their results. */
export function teardown(): void {
  if (!existsSync(resultsFolder)) return;
  const results = readdirSync(resultsFolder)
    .map((file) => JSON.parse(readFileSync(path.join(resultsFolder, file), "utf8")) as FaultResult)
    .sort((one, other) => one.row - other.row);
  const lines = results.map(
    ({ row, fault, check, passed }) =>
      `${String(row).padStart(4)}  ${passed ? "holds " : "FAILED"}  ${check.padEnd(12)}  ${fault}`,
  );
  const held = results.filter(({ passed }) => passed).length;
  console.log(
    `\nThe fault matrix, row by row\n${lines.join("\n")}\n${held} of ${results.length} rows hold.${describeMissing(results)}\n`,
  );
}

function describeMissing(results: FaultResult[]): string {
  const ran = new Set(results.map(({ row }) => row));
  const rows = Array.from({ length: lastRow }, (_, index) => index + 1).filter((row) => !skippedRows.includes(row));
  const missing = rows.filter((row) => !ran.has(row));
  return missing.length === 0 ? "" : ` Not run: ${missing.join(", ")}.`;
}
