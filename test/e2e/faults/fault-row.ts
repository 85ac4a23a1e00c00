import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type TestFunction, test } from "vitest";
import { testOf } from "../../support/groups.js";
import { type FaultResult, resultsFolder } from "./results.js";

interface FaultRow {
  row: number;
  fault: string;
  /** What must hold; it is part of the test's name. */
  expected: string;
  /** The invariants that the row names. */
  check: string;
  /** The gate leaves it out: the simulation and the tests of its statements hold the same rule there. */
  group?: "faults" | "cluster";
}

/** Defines the test of one row of the matrix, named by its number. The result is kept for the table after the run. */
export const faultRow = (description: FaultRow, run: TestFunction): void => define(test, description, run);

/** The same, concurrently with others of its file: it may use only its own sequence. */
export const concurrentFaultRow = (description: FaultRow, run: TestFunction): void =>
  define(test.concurrent, description, run);

function define(testAs: typeof test | typeof test.concurrent, description: FaultRow, run: TestFunction): void {
  const [name, recorded] = [nameOf(description), record(description, run)];
  const { group } = description;
  if (group) testOf(group, name, recorded, testAs);
  else testAs(name, recorded);
}

const nameOf = ({ row, fault, expected }: FaultRow) => `${row}: ${fault}: ${expected}`;

const record =
  ({ row, fault, check }: FaultRow, run: TestFunction): TestFunction =>
  async (context) => {
    try {
      await run(context);
    } catch (error) {
      // One that could not be tried here is a row that did not run.
      if ((error as { code?: string }).code !== "VITEST_PENDING") keep({ row, fault, check, passed: false });
      throw error;
    }
    keep({ row, fault, check, passed: true });
  };

function keep(result: FaultResult): void {
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(path.join(resultsFolder, `${result.row}.json`), JSON.stringify(result));
}
