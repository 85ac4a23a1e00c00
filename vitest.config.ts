import { defineConfig } from "vitest/config";
import { LongFirst } from "./test/support/long-first.js";

// Tests share two cores with the services they start, or kill and freeze: on a machine that is busy with something else a wait
// can run out, or its clock can be set. So continuous integration tries a test again before it says no, one with processes of its
// own twice. The end of the run names what passed only then: each of them hides a fault, of the test or of the product.
const retry = process.env.CI ? { ofAll: 1, ofProcesses: 2 } : { ofAll: 0, ofProcesses: 0 };

const publicCases = "test/support/print-public-cases.ts";
const globalSetup = [publicCases, "test/support/global-setup.ts", "test/support/request-conformance.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    // Four for two cores: for half of its time a worker waits, for a process that starts or stops, or for a time limit.
    maxWorkers: 4,
    // The files of a worker share what they import: to load it for each anew takes longer than most of the tests.
    isolate: false,
    sequence: { sequencer: LongFirst },
    // Far more than any of them takes: only what hangs may run out of time, not what a slow machine does slowly.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    retry: retry.ofAll,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: "unit", include: ["test/unit/**/*.test.ts"], globalSetup: publicCases } },
      { extends: true, test: { name: "integration", include: ["test/integration/**/*.test.ts"], globalSetup } },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: [...globalSetup, "test/e2e/faults/print-table.ts"],
          testTimeout: 360_000,
          retry: retry.ofProcesses,
        },
      },
    ],
  },
});
