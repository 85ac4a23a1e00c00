import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type TestFunction, test } from "vitest";
import { type FaultResult, resultsFolder } from "./results.js";

interface FaultRow {
  row: number;
  fault: string;
  /** What must hold; it is part of the test's name. */
  expected: string;
  /** The invariants that the row names. */
  check: string;
}

/** Defines the test of one row of the matrix, named by its number. The result is kept for the table after the run. */
export function faultRow(description: FaultRow, run: TestFunction): void {
  test(nameOf(description), record(description, run));
}

/** The same, concurrently with others of its file: it may use only its own sequence. */
export function concurrentFaultRow(description: FaultRow, run: TestFunction): void {
  test.concurrent(nameOf(description), record(description, run));
}

const nameOf = ({ row, fault, expected }: FaultRow) => `${row}: ${fault}: ${expected}`;

const record =
  ({ row, fault, check }: FaultRow, run: TestFunction): TestFunction =>
  async (context) => {
    let passed = false;
    try {
      await run(context);
      passed = true;
    } finally {
      mkdirSync(resultsFolder, { recursive: true });
      const result: FaultResult = { row, fault, check, passed };
      writeFileSync(path.join(resultsFolder, `${row}.json`), JSON.stringify(result));
    }
  };
