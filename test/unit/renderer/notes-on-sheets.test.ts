import fc from "fast-check";
import { expect, test } from "vitest";
import { type NoteView, notesAbove, notesOn } from "../../../renderer/notes-view.js";
import { paginate } from "../../../renderer/paginate.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { sampleVoucher } from "./sample-voucher.js";

const note = (section: string, isFirst: boolean): NoteView => ({
  section,
  heading: isFirst ? section : null,
  text: null,
  joint: null,
  tribute: null,
});

/** Some blocks of each section, the first with its heading. */
const notes = fc
  .array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 })
  .map((counts) =>
    counts.flatMap((count, section) => Array.from({ length: count }, (_, at) => note(`Sección ${section}`, at === 0))),
  );

test("with 1 to 60 lines and any tributes every sheet names what its first block belongs to, and no block is lost", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), notes, (lines, blocks) => {
      const sheets = paginate({
        ...{ room: 900, head: 200, carry: 20, foot: 150 },
        rows: Array.from({ length: lines }, () => 25),
        notes: blocks.map(({ heading }) => (heading === null ? 18 : 36)),
      });
      const shown = sheets.map(({ notes: [from, to] }) => notesOn(blocks, from, to));
      expect(shown.flat().map(({ section }) => section)).toEqual(blocks.map(({ section }) => section));
      for (const [first] of shown) if (first) expect(first.heading).toBe(first.section);
    }),
    propertyRuns(500),
  );
});

test("a long text flows: on each sheet it is one block, with all that stands between its parts", () => {
  const associatedVouchers = Array.from({ length: 60 }, (_, at) => ({
    ...{ voucherType: 6, posNumber: 2, voucherNumber: at + 1, cuit: null, date: "20261101" },
  }));
  const legend = Array.from({ length: 45 }, (_, at) => `Renglón ${at + 1}`).join("\n");
  const blocks = notesAbove(sampleVoucher({ voucherType: 8, associatedVouchers, legend }));
  const numbers = Array.from({ length: 60 }, (_, at) => `00002-${String(at + 1).padStart(8, "0")}`);
  const references = numbers.map((number) => `Factura B ${number} del 01/11/2026`).join(" · ");
  expect(blocks.length).toBeGreaterThan(5);
  expect(notesOn(blocks, 0, blocks.length).map(({ heading, text }) => [heading, text])).toEqual([
    ["Comprobantes asociados", references],
    ["Observaciones", legend],
  ]);
  for (let cut = 1; cut < blocks.length; cut++) {
    const [before, after] = [notesOn(blocks, 0, cut), notesOn(blocks, cut, blocks.length)];
    const texts = [...before, ...after].map(({ text }) => text).join("");
    expect(texts.replaceAll("\n", "")).toBe(`${references}${legend}`.replaceAll("\n", ""));
  }
});
