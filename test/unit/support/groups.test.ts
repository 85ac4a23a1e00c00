import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import groups from "../../groups.json" with { type: "json" };
import seconds from "../../seconds.json" with { type: "json" };

interface TestGroups {
  readArguments(root: string, given: string[]): { args?: string[]; part?: "first" | "rest"; fault?: string };
  describeLeftOut(root: string, file: string): string;
}
const file = path.join(projectFolder, "shared", "launch", "test-groups.mjs");
const { readArguments, describeLeftOut } = (await import(pathToFileURL(file).href)) as TestGroups;
const read = (...given: string[]) => readArguments(projectFolder, given);

test.each(Object.keys(groups))("the group %s has test files", (name) => {
  const { args = [] } = read("--all", name);
  expect(args).not.toEqual([]);
  for (const arg of args) expect(arg).toMatch(/^test\/.*\.test\.ts$/);
});

test("each file of which we know how long it takes is there", () => {
  expect(Object.keys(seconds).filter((one) => !existsSync(path.join(projectFolder, one)))).toEqual([]);
});

test("npm test is the first part of the gate and npm run test:gate the rest, unless they name a file or a test", () => {
  expect(read()).toEqual({ args: [], part: "first" });
  expect(read("--project", "unit")).toEqual({ args: ["--project", "unit"], part: "first" });
  expect(read("--gate", "--shard=1/2")).toEqual({ args: ["--shard=1/2"], part: "rest" });
  for (const narrow of [
    ["test/unit/rules.test.ts"],
    ["--project", "unit", "resolve"],
    ["-t", "^27:"],
    ["--testNamePattern=27"],
  ]) {
    expect(read(...narrow)).toEqual({ args: narrow });
    expect(read("--gate", ...narrow)).toEqual({ args: narrow });
  }
});

test("npm run test:all runs every test, or the files of the groups that it names", () => {
  expect(read("--all")).toEqual({ args: [] });
  expect(read("--all", "--shard=1/3")).toEqual({ args: ["--shard=1/3"] });
  expect(read("--all", "cluster", "-t", "epoch")).toEqual({
    args: ["test/e2e/faults/cluster.test.ts", "-t", "epoch"],
  });
  expect(read("--all", "print").fault).toMatch(/no group of tests print\. There are: random, prints,/);
});

test("what was left out is added up for each group, and its notes go", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-groups-"));
  const notes = path.join(folder, "notes.txt");
  writeFileSync(notes, "prints 34\nguides 3\nprints 43\n");
  expect(describeLeftOut(projectFolder, notes)).toMatch(/\n {2}prints +77 prints of the gallery: .*\n {2}guides +3 /);
  expect(existsSync(notes)).toBe(false);
  expect(describeLeftOut(projectFolder, notes)).toBe("");
  rmSync(folder, { recursive: true });
});
