import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { openPrinter, type Printer } from "../../support/processes/printer.js";
import { publicCase } from "../../support/public-case.js";
import { pictureOf } from "../../support/readers/pdf-picture.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { sampleItem, sampleVoucher } from "../../unit/renderer/sample-voucher.js";
import { collidingTexts, readPages } from "./read-pdf.js";

const pictures = path.join(projectFolder, "test/output/descriptions");

let printer: Printer;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  printer = await openPrinter();
});
afterAll(() => printer.close());

/** The lines of each page. Leaves its picture for inspection in test/output/descriptions. */
async function print(name: string, ...descriptions: string[]) {
  const items = descriptions.map((description) => sampleItem({ description }));
  const pdf = await printer.print(sampleVoucher({ items }), { versions: [1] });
  const pages = await readPages(pdf);
  expect(pages.flatMap(({ overflowing }) => overflowing)).toEqual([]);
  expect(pages.flatMap(collidingTexts)).toEqual([]);
  for (const [index, { png }] of (await pictureOf(pdf)).entries())
    writeFileSync(path.join(pictures, `${name}-${index + 1}.png`), png);
  return pages.map(({ lines }) => lines);
}

const numbered = (count: number, text = "") => Array.from({ length: count }, (_, index) => `Paso ${index + 1}${text}`);
const stepsOn = (lines: string[]) => lines.flatMap((line) => /^Paso (\d+)/.exec(line)?.[1] ?? []).map(Number);

const kind = "A description keeps its lines, in one row";
const rule = "EXTENSIONS.md, section 13; api/README.md, rule 14";

publicCase({ kind, sent: "20 lines, 500 characters", right: "one row of 20 lines on one page", rule }, async () => {
  const [lines = [], ...others] = await print(
    "lines",
    numbered(20, ` ${"de la obra ".repeat(2)}`).join("\n"),
    "Otra cosa",
  );
  expect(others).toEqual([]);
  expect(stepsOn(lines)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  // The amounts stand beside the first line, once.
  expect(lines.filter((line) => /^Paso/.test(line) && /\d,\d\d/.test(line))).toEqual([
    expect.stringMatching(/^Paso 1 .*100,00$/),
  ]);
});

publicCase(
  { kind, sent: "one sentence of 1,200 characters", right: "it flows without a cut in the middle of a line", rule },
  async () => {
    const [lines = []] = await print("flow", "palabra ".repeat(150).trim());
    const ofRow = lines.filter((line) => /^palabra/.test(line));
    const words = ofRow.map((line) => line.match(/palabra/g)?.length ?? 0);
    // Every line but the first, beside the amounts, and the last is as full as the others.
    expect(new Set(words.slice(0, -1)).size).toBe(1);
    expect(words.reduce((one, other) => one + other, 0)).toBe(150);
  },
);

publicCase(
  { kind, sent: "300 lines, more than a page holds", right: "the row goes on over pages, line after line", rule },
  async () => {
    const pages = await print("pages", "Una fila antes", numbered(300).join("\n"), "Una fila después");
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.flatMap(stepsOn)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    // Each page but the last is nearly full.
    const counts = pages.map((lines) => stepsOn(lines).length);
    for (const count of counts.slice(1, -2)) expect(count).toBeGreaterThan(0.75 * Math.max(...counts));
  },
);

publicCase({ kind, sent: "\\r\\n, and 50 empty lines on end", right: "one empty line is kept", rule }, async () => {
  const [lines = [], ...others] = await print("blank", `Paso 1\r\n${"\r\n".repeat(50)}Paso 2\n`);
  expect([others, stepsOn(lines)]).toEqual([[], [1, 2]]);
});

publicCase(
  { kind, sent: "a word longer than a line, and than a page", right: "broken, and nothing of it is lost", rule },
  async () => {
    const pages = await print("word", "W".repeat(4_000), "Otra cosa");
    expect(pages.flat().join("").match(/W/g)?.length).toBe(4_000);
  },
);

publicCase(
  { kind, sent: "three long descriptions in one voucher", right: "one row each, in their order", rule },
  async () => {
    const pages = await print(
      "three",
      ...[1, 101, 201].map((first) =>
        numbered(100)
          .map((_, at) => `Paso ${first + at}`)
          .join("\n"),
      ),
    );
    expect(pages.flatMap(stepsOn)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    // Each row has its amounts once, beside its first line.
    const priced = pages.flat().filter((line) => /^Paso/.test(line) && /\d,\d\d/.test(line));
    expect(priced.map((line) => /^Paso (\d+)/.exec(line)?.[1])).toEqual(["1", "101", "201"]);
  },
);

test("whatever lines a description has, the page has each of them once, in their order", async () => {
  const word = fc.stringMatching(/^[a-zñáé]{1,12}$/);
  const line = fc.array(word, { minLength: 1, maxLength: 30 });
  const descriptions = fc.sample(fc.array(line, { minLength: 1, maxLength: 60 }), propertyRuns(6));
  for (const [at, lines] of descriptions.entries()) {
    // Each line begins with its number: the words of one may flow over several lines of the page.
    const text = lines.map((words, index) => `Paso ${index + 1} ${words.join(" ")}`).join("\n");
    const pages = await print(`drawn-${at}`, text, "Otra cosa");
    expect(pages.flatMap(stepsOn)).toEqual(lines.map((_, index) => index + 1));
    const printed = pages.flat().join(" ");
    for (const words of lines) for (const one of words) expect(printed).toContain(one);
  }
});
