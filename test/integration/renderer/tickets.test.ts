import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createCanvas, type ImageData } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fiscalQrUrl } from "../../../renderer/fiscal-qr.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { openPrinter, type Printer } from "../../support/processes/printer.js";
import { pictureOf } from "../../support/readers/pdf-picture.js";
import { readQrCodes } from "../../support/readers/read-qr.js";
import { printsOn } from "./gate-prints.js";
import { collidingTexts, readPages } from "./read-pdf.js";

const pictures = path.join(projectFolder, "test/output/tickets");
const dotsPerInch = 203;

let printer: Printer;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  printer = await openPrinter();
});
afterAll(() => printer.close());

const cases = (["ticket80", "ticket58"] as const).flatMap((layout) =>
  printsOn(layout).map(([name, options]) => ({ name, layout, options })),
);

/** Leaves images for inspection in test/output/tickets. `vitest --update` rewrites the expected texts. */
test.each(cases)("$name on $layout", async ({ name, layout, options: { voucher, usesSystemFonts, ...options } }) => {
  const { versions = [1] } = options;
  const pdf = await printer.print(voucher, { ...options, layout });
  const pages = await readPages(pdf);
  expect(pages, "one page for each copy").toHaveLength(versions.length);
  expect(pages.flatMap(({ overflowing }) => overflowing)).toEqual([]);
  expect(pages.flatMap(collidingTexts)).toEqual([]);
  const loneSigns = pages.flatMap(({ lines }) => lines.filter((line) => /(^|\s)\p{Lu}{0,2}\p{Sc}$/u.test(line.trim())));
  expect(loneSigns, "a sign stays with its amount").toEqual([]);
  if (!usesSystemFonts) {
    const text = pages.map(({ lines }) => lines.join("\n")).join("\n\f\n");
    await expect(text).toMatchFileSnapshot(`golden/${layout}/${name}.txt`);
  }

  const looks = (await pictureOf(pdf, dotsPerInch)).map(({ pixels }) => inBlackAndWhite(pixels));
  for (const [index, { png }] of looks.entries())
    writeFileSync(path.join(pictures, `${name}-${layout}-${index + 1}.png`), png);
  const codes = await Promise.all(looks.map(({ pixels }) => readQrCodes(pixels)));
  expect(codes.flat(), "a scanner reads what the A4 page says").toEqual(versions.map(() => fiscalQrUrl(voucher)));
});

/** As a printer sets its dots: each is black or not. */
function inBlackAndWhite(pixels: ImageData): { pixels: ImageData; png: Buffer } {
  const { data } = pixels;
  const of = (at: number) => data[at] ?? 0;
  for (let at = 0; at < data.length; at += 4) {
    const dot = of(at) * 0.3 + of(at + 1) * 0.59 + of(at + 2) * 0.11 < 128 ? 0 : 255;
    data[at] = dot;
    data[at + 1] = dot;
    data[at + 2] = dot;
  }
  const canvas = createCanvas(pixels.width, pixels.height);
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  return { pixels, png: canvas.toBuffer("image/png") };
}
