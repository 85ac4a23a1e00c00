import { defineConfig } from "vitest/config";

const globalSetup = ["test/support/global-setup.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
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
          testTimeout: 120_000,
        },
      },
    ],
  },
});
