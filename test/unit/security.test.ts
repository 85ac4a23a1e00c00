import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets.js";

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

test("every test that SECURITY.md names is in the file that it cites", () => {
  const named = [...document.matchAll(/\[([^\][]+)\]((?:,? "[^"]+")+)/g)].flatMap(([, label = "", names = ""]) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({ label, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  const isThere = ({ label, name }: { label: string; name: string }) =>
    readFileSync(path.join(folder, targets.get(label) ?? ""), "utf8").includes(name);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});

test("every threat, risk and requirement names a test, or says what is missing", () => {
  const tables = document.split("## Model of threats")[1] ?? "";
  const rows = tables.split("\n").filter((line) => /^\| (\*\*|API\d|\d+\.\d.*\|.*\|.*\|.*\|)/.test(line));
  expect(rows.length).toBeGreaterThan(90);
  expect(rows.filter((row) => !/"[^"]+"|\*\*Not held\*\*|[Rr]eading/.test(row))).toEqual([]);
});
