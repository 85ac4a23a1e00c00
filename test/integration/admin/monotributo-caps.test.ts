import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { quickCommandLine } from "../../support/processes/command-line.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-caps-"));
const api = await openForFile(openIssuingApp);
const run = quickCommandLine({ DATABASE_URL: api.deps.config.DATABASE_URL });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const letters = [..."ABCDEFGHIJK"];
const rows = letters.map((letter, index) => `${letter},${14_000_000 + index}.5`);
const csv = (lines: string[], end = "\n") => `${["letter,amount", ...lines].join(end)}${end}`;
let files = 0;
function set(text: string, from = "2027-02-01") {
  const file = path.join(folder, `${++files}.csv`);
  writeFileSync(file, text);
  return run("monotributo", "caps", "set", "--from", from, "--file", file, "--json");
}

test("an operator enters caps, lists them, and enters them again", async () => {
  const amounts = Object.fromEntries(letters.map((letter, index) => [letter, `${14_000_000 + index}.50`]));
  const entered = { from: "2027-02-01", until: "2027-07-31", amounts };
  const first = await set(csv(rows));
  expect([first.exitCode, first.json]).toEqual([0, { caps: entered, changed: true }]);
  expect((await set(`\ufeff${csv(rows, "\r\n")}`)).json).toEqual({ caps: entered, changed: false });
  const { json } = await run("monotributo", "caps", "list", "--json");
  expect(json.caps).toEqual([
    { from: "2026-08-01", until: "2027-01-31", amounts: expect.objectContaining({ A: "12009410.45" }) },
    entered,
  ]);
  expect((await run("monotributo", "caps", "list")).stdout).toMatch(/2026-08-01 +2027-01-31 +12009410\.45/);
  const entries = await api.db.auditEntry.findMany({ where: { action: "monotributo.caps" } });
  expect(entries).toHaveLength(await api.db.company.count());
  const replaced = await set(csv([...rows.slice(0, 10), "K,99000000"]));
  expect(replaced.json.caps.amounts).toMatchObject({ J: "14000009.50", K: "99000000.00" });
});

test.each<[string, string, RegExp]>([
  ["another header", "categoría,tope\nA,1\n", /line 1: expected the header letter,amount/],
  ["nothing", "", /line 1: expected the header/],
  ["ten rows", csv(rows.slice(0, 10)), /has no category K: expected eleven rows/],
  ["twelve rows", csv([...rows, "L,99000000"]), /line 13: expected no row after K/],
  ["another order", csv([rows[1] ?? "", rows[0] ?? "", ...rows.slice(2)]), /line 2: expected A and its amount/],
  ["a third cell", csv([`${rows[0]},x`, ...rows.slice(1)]), /line 2: expected A and its amount/],
  ["thousands", csv(['A,"14.000.000,50"', ...rows.slice(1)]), /line 2: expected an amount with a decimal point/],
  ["an amount that falls", csv([...rows.slice(0, 10), "K,1"]), /line 12: expected more than 14000009\.50/],
  ["the same amount again", csv([...rows.slice(0, 10), "K,14000009.5"]), /line 12: expected more than/],
  ["an amount of nothing", csv(["A,0", ...rows.slice(1)]), /line 2: expected more than 0\.00/],
  ["an open quote", 'letter,amount\n"A,1\n', /line 2: begins with a quotation mark/],
  ["a ZIP", "PK\u0003\u0004xx", /ZIP archive/],
  ["a large file", "x".repeat(70_000), /larger than 64 kB/],
])("a file with %s is refused, with its line, and nothing is changed", async (_, text, message) => {
  const before = (await run("monotributo", "caps", "list", "--json")).json;
  const refused = await set(text, "2028-02-01");
  expect([refused.exitCode, refused.json.error]).toEqual([2, expect.stringMatching(message)]);
  expect((await run("monotributo", "caps", "list", "--json")).json).toEqual(before);
});

test("a day that is none is wrong usage, and a file that is not there a failure", async () => {
  expect((await set(csv(rows), "2027-02-30")).exitCode).toBe(2);
  const missing = await run("monotributo", "caps", "set", "--from", "2027-02-01", "--file", path.join(folder, "none"));
  expect(missing.exitCode).toBe(1);
});

test("a company's category is set and cleared at the command line", async () => {
  const update = (...options: string[]) => run("company", "update", "mono", ...options, "--json");
  expect((await update("--monotributo-category", "D")).json.company.monotributoCategory).toBe("D");
  expect((await update("--monotributo-category", "")).json.company.monotributoCategory).toBeNull();
  expect((await update("--monotributo-category", "Z")).exitCode).not.toBe(0);
  const other = await run("company", "update", "demo", "--monotributo-category", "D", "--json");
  expect([other.exitCode, other.json.error]).toEqual([1, expect.stringContaining("monotributistas alone")]);
});
