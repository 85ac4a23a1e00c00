import fc from "fast-check";
import { expect, test } from "vitest";
import { type NoteView, notesOn } from "../../../renderer/notes-view.js";
import { paginate } from "../../../renderer/paginate.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

const note = (section: string, isFirst: boolean): NoteView => ({
  section,
  heading: isFirst ? section : null,
  text: null,
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
