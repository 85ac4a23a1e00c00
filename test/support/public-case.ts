import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type TestFunction, test } from "vitest";
import { type PublicCase, type PublicCaseResult, resultsFolder } from "./public-case-results.js";

/** Defines the test of one case out of a public report. The result is kept for the table after the run. */
export function publicCase(described: PublicCase, run: TestFunction): void {
  const name = `${described.kind}: ${described.sent}: ${described.right}`;
  test(name, async (context) => {
    let passed = false;
    try {
      await run(context);
      passed = true;
    } finally {
      const result: PublicCaseResult = { ...described, passed };
      mkdirSync(resultsFolder, { recursive: true });
      writeFileSync(path.join(resultsFolder, `${fileNameOf(name)}.json`), JSON.stringify(result));
    }
  });
}

const fileNameOf = (name: string) => createHash("sha256").update(name).digest("hex").slice(0, 24);
