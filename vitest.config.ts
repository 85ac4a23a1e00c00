import { defineConfig } from "vitest/config";

// Tests of real processes that are killed and frozen share two cores with the services they start: on a machine that is
// busy with something else a wait can run out, so continuous integration tries such a test again before it says no.
const retry = process.env.CI ? 2 : 0;

const globalSetup = ["test/support/global-setup.ts", "test/support/request-conformance.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 3,
    // The files of a worker share what they import: to load it for each anew takes longer than most of the tests.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      { extends: true, test: { name: "unit", include: ["test/unit/**/*.test.ts"] } },
      { extends: true, test: { name: "integration", include: ["test/integration/**/*.test.ts"], globalSetup } },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: [...globalSetup, "test/e2e/faults/print-table.ts"],
          testTimeout: 180_000,
          // Several systems may start at once.
          hookTimeout: 180_000,
          retry,
        },
      },
    ],
  },
});
