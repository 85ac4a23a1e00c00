import fc from "fast-check";
import { expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { openPrinter } from "../../support/processes/printer.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { anyPrint, type DrawnPrint } from "./any-voucher.js";
import { collidingTexts, readPages } from "./read-pdf.js";

const printer = await openForFile(openPrinter);

const papers = ["a4", "ticket80", "ticket58"] as const;
type Paper = (typeof papers)[number];

/** What is wrong with a print. Nothing of it overlaps or leaves the paper, and no page of it is empty. */
async function faultsOf({ voucher, options }: DrawnPrint, layout: Paper): Promise<string[]> {
  const pages = await readPages(await printer.print(voucher, { ...options, layout }));
  const text = pages.map(({ lines }) => lines.join("\n")).join("\n");
  const copies = options.versions?.length ?? 1;
  const count = text.split("Fecha de Vto.").length - 1;
  return [
    ...pages.flatMap(({ overflowing }) => overflowing.map((one) => `leaves the paper: ${one}`)),
    ...pages.flatMap((page) => collidingTexts(page).map((one) => `overlap: ${one}`)),
    ...pages.flatMap(({ lines }, at) => (lines.length === 0 ? [`page ${at + 1} is empty`] : [])),
    ...(count === copies ? [] : [`${count} authorizations on ${copies} copies`]),
  ];
}

test("no two texts overlap or leave the paper, whatever a voucher has, on A4 and on both tickets", async () => {
  await fc.assert(
    fc.asyncProperty(anyPrint, fc.constantFrom(...papers), async (print, layout) => {
      expect(await faultsOf(print, layout)).toEqual([]);
    }),
    // Each takes a tenth of a second and more, so that none smaller is looked for.
    { ...propertyRuns(2_000, { mostInGate: 24 }), endOnFailure: true },
  );
}, 3_600_000);
