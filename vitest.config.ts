import { defineConfig } from "vitest/config";
import { LongFirst } from "./test/support/long-first.js";

/**
 * Part of the gate that this run is (`shared/launch/test.mjs`): `npm test` is the first, `npm run test:gate` the rest. Any other run has every file.
 */
const part = process.env.TEST_PART as "first" | "rest" | undefined;

/** The walk of real processes in the first part: start, issue, replay, PDF, mail, webhook, pages, a killed process, a lost answer. */
const walk = ["one-voucher", "lost-answer", "killed-processes", "webhooks", "pages", "app/styles"].map(
  (name) => `test/e2e/${name}.test.ts`,
);

/** Drills: many processes for minutes. Where the gate does not skip them, they run one by one behind the others, beside which their waits would run out. */
const drills = ["faults/cluster", "scale"].map((name) => `test/e2e/${name}.test.ts`);

// Tests share two cores with the services they start, or kill and freeze: on a machine that is busy with something else a wait
// can run out, or its clock can be set. So continuous integration tries a test of the rest again before it says no, one with processes
// of its own twice. The end of the run names what passed only then: each of them hides a fault, of the test or of the product. The delay lets processes
// settle what the first try has left in doubt: tries that follow at once meet the same 429.
const isTriedAgain = process.env.CI && part !== "first";
const retry = isTriedAgain
  ? { ofAll: { count: 1 }, ofProcesses: { count: 2, delay: 10_000 } }
  : { ofAll: 0, ofProcesses: 0 };

const publicCases = "test/support/print-public-cases.ts";
const globalSetup = [publicCases, "test/support/global-setup.ts", "test/support/request-conformance.ts"];

/** Files of a project in this part. */
const ofPart = (files: string) => ({ include: part === "rest" ? [] : [files] });
const ofProcesses = {
  first: { include: walk },
  rest: { include: ["test/e2e/**/*.test.ts"], exclude: walk },
  any: { include: ["test/e2e/**/*.test.ts"], exclude: drills },
};

export default defineConfig({
  test: {
    pool: "forks",
    // Four for two cores: for half of its time a worker waits, for a process that starts or stops, or for a time limit.
    maxWorkers: 4,
    // The files of a worker share what they import: to load it for each anew takes longer than most of the tests.
    isolate: false,
    sequence: { sequencer: LongFirst },
    // Far more than any of them takes: only what hangs may run out of time, not what a slow machine does slowly.
    testTimeout: 360_000,
    hookTimeout: 360_000,
    teardownTimeout: 30_000,
    retry: retry.ofAll,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: "unit", ...ofPart("test/unit/**/*.test.ts"), globalSetup: publicCases } },
      { extends: true, test: { name: "integration", ...ofPart("test/integration/**/*.test.ts"), globalSetup } },
      {
        extends: true,
        test: {
          name: "e2e",
          ...ofProcesses[part ?? "any"],
          globalSetup: [...globalSetup, "test/e2e/faults/print-table.ts"],
          testTimeout: 600_000,
          retry: retry.ofProcesses,
        },
      },
      {
        extends: true,
        test: {
          name: "drills",
          include: part ? [] : drills,
          globalSetup,
          testTimeout: 1_500_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          retry: retry.ofProcesses,
        },
      },
    ],
  },
});
