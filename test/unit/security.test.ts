import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";

const folder = path.join(projectFolder, ".github");
const document = readFileSync(path.join(folder, "SECURITY.md"), "utf8");

/** What stands behind each label, such as `[every-route]`: a path from the document's folder. */
const targets = new Map(
  [...document.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, label = "", to = ""]) => [label, to]),
);
const cited = [...document.matchAll(/\[[^\][]+\]\[([^\]]+)\]|\[([^\][]+)\](?![([:])/g)].map(
  ([, behind, label = ""]) => behind ?? label,
);

test("every file that SECURITY.md cites exists, and every label is used", () => {
  expect(cited.length).toBeGreaterThan(100);
  expect([...new Set(cited)].sort()).toEqual([...targets.keys()].sort());
  expect([...targets.values()].filter((to) => !existsSync(path.join(folder, to)))).toEqual([]);
});

/** The tests that a text names, each with the file that it cites: `[every-route] "a part of its name", "another"`. */
const namedIn = (text: string) =>
  [...text.matchAll(/\[([^\][]+)\]((?:,? "[^"]+")+)/g)].flatMap(([, label = "", names = ""]) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({ label, name })),
  );

/** Of a test's own words: its title, or a row of its table. A comment names no test. */
function isTest({ label, name }: { label: string; name: string }): boolean {
  const file = targets.get(label) ?? "";
  if (!file.endsWith(".test.ts")) return false;
  const lines = readFileSync(path.join(folder, file), "utf8").split("\n");
  return lines.some(
    (line) => !/^\s*(\/\/|\/?\*)/.test(line) && line.includes(name) && /["'`]/.test(line.split(name)[0] ?? ""),
  );
}

/** The rows of a table, each with its cells. */
const rowsOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (What|Who|Risk|#) \|/.test(line))
    .map((line) => line.split(/(?<!\\) \|/).map((cell) => cell.replace(/^\| ?/, "").trim()));

test("every test that SECURITY.md names is in the file that it cites, as a test", () => {
  const named = namedIn(document);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((one) => !isTest(one))).toEqual([]);
});

test("every claim of SECURITY.md names a test that exists, or says what is not held, and why", () => {
  const tables = document.split("## What is protected")[1]?.replace(/Not\napplicable[\s\S]*?(?=### V1 )/, "") ?? "";
  const rows = rowsOf(tables);
  expect(rows.length).toBeGreaterThan(130);
  const isShown = (row: string[]) => namedIn(row.join(" ")).some(isTest);
  const isDenied = (row: string[]) => /\*\*Not held\*\*[^|]{15,}/.test(row.join(" | "));
  expect(rows.filter((row) => !isShown(row) && !isDenied(row)).map(([what]) => what)).toEqual([]);
});

test("each chapter of ASVS 5.0 has its requirements, or says why it does not apply", () => {
  const asvs = document.split("## OWASP ASVS 5.0.0, level 2")[1] ?? "";
  const [inapplicable = "", ...held] = asvs.split(/(?=^### V\d+)/m);
  const chapterOf = (id: string) => Number(/^V?(\d+)/.exec(id)?.[1]);
  const answered = new Set([
    ...held.flatMap((section) => [...(section.split("\n")[0] ?? "").matchAll(/V(\d+)/g)].map(([, n]) => Number(n))),
    ...rowsOf(inapplicable).flatMap(([ids = ""]) => ids.split(/, | to /).map(chapterOf)),
  ]);
  expect(Array.from({ length: 17 }, (_, n) => n + 1).filter((chapter) => !answered.has(chapter))).toEqual([]);
  for (const section of held) expect(rowsOf(section).length, section.split("\n")[0]).toBeGreaterThan(0);
});
