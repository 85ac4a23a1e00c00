import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fiscalQrUrl } from "../../../renderer/fiscal-qr.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { openForFile } from "../../support/open-for-file.js";
import { openPrinter } from "../../support/processes/printer.js";
import { pictureOf } from "../../support/readers/pdf-picture.js";
import { readQrCodes } from "../../support/readers/read-qr.js";
import { printsOn } from "./gate-prints.js";
import { collidingTexts, readPages } from "./read-pdf.js";

const pictures = path.join(projectFolder, "test/output/gallery");

mkdirSync(pictures, { recursive: true });
const printer = await openForFile(openPrinter);

/** Leaves images for inspection in test/output/gallery. `vitest --update` rewrites the expected texts. */
test.each(printsOn("a4"))("%s", async (name, { voucher, usesSystemFonts, ...options }) => {
  const pdf = await printer.print(voucher, options);
  const pages = await readPages(pdf);
  expect(pages.flatMap(({ overflowing }) => overflowing)).toEqual([]);
  expect(pages.flatMap(collidingTexts)).toEqual([]);
  if (!usesSystemFonts) {
    await expect(pages.map(({ lines }) => lines.join("\n")).join("\n\f\n")).toMatchFileSnapshot(`golden/${name}.txt`);
  }

  const looks = await pictureOf(pdf);
  for (const [index, { png }] of looks.entries()) writeFileSync(path.join(pictures, `${name}-${index + 1}.png`), png);
  const codes = await Promise.all(looks.map(({ pixels }) => readQrCodes(pixels)));
  expect(codes.flat()).toEqual((options.versions ?? [1]).map(() => fiscalQrUrl(voucher)));
});
