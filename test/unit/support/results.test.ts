import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";

interface Results {
  passed: number;
  failed: number;
  faults: string[];
  triedAgain: string[];
}
const module = path.join(projectFolder, "shared", "launch", "test-results.mjs");
const { readResults } = (await import(pathToFileURL(module).href)) as {
  readResults(root: string, file: string, exitCode: number): Results;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "talonario-results-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs these test files by the vitest that runs this one, each test twice at most. */
async function runTests(name: string, files: Record<string, string>): Promise<Results> {
  const root = path.join(folder, name);
  mkdirSync(root);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
  const results = path.join(root, "results.json");
  const vitest = path.join(projectFolder, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", "--root", root, "--globals", "--retry=1", "--reporter=json", `--outputFile=${results}`];
  const exitCode = await new Promise<number>((resolve) => {
    const child = execFile(process.execPath, args, () => resolve(child.exitCode ?? 1));
  });
  return readResults(root, results, exitCode);
}

test("what failed is named with why, and so is what passed only when it was tried again", async () => {
  const { faults, triedAgain, ...counts } = await runTests("mixed", {
    "mixed.test.js": `
      let tries = 0;
      test("at once", () => {});
      describe("late", () => test("the second time", () => { if (++tries === 1) throw new Error("too early"); }));
      test("never", () => { throw new Error("no way"); });
      test("with code first", () => { throw new Error(["call", "1 code", "2 code", "", "3 code", "the reason"].join("\\n")); });
      test.fails("as said", () => { throw new Error("is to fail"); });`,
    "broken.test.js": 'throw new Error("cannot be loaded");',
  });
  expect(counts).toMatchObject({ passed: 3, failed: 3 });
  expect(triedAgain).toEqual([
    expect.stringMatching(/^ {2}mixed\.test\.js > late the second time\n {4}Error: too early/),
  ]);
  expect(faults.toSorted()).toEqual([
    expect.stringMatching(/^ {2}broken\.test\.js\n {4}.*cannot be loaded/),
    expect.stringMatching(/^ {2}mixed\.test\.js > never\n {4}Error: no way/),
    expect.stringMatching(
      /^ {2}mixed\.test\.js > with code first\n {4}Error: call\n {4}1 code\n {4}2 code\n {4}the reason$/,
    ),
  ]);
});

test("a run without results failed", () => {
  expect(readResults(folder, path.join(folder, "none.json"), 1)).toMatchObject({ passed: 0, failed: 1 });
});
