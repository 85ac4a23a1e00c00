import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Heights, paginate, type Sheet } from "../../../renderer/paginate.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

const rowsOf = (count: number, height = 10) => Array.from({ length: count }, () => height);
const paper = { room: 100, head: 20, carry: 5, notes: [], foot: 30 };
const shortly = (sheets: Sheet[]) => sheets.map(({ rows, foot }) => `${rows.join("-")}${foot ? " foot" : ""}`);

describe("paginate", () => {
  test.each([
    { name: "one sheet when everything fits", heights: { ...paper, rows: rowsOf(5) }, sheets: ["0-5 foot"] },
    {
      name: "a foot that does not fit moves to the next sheet with some rows",
      heights: { ...paper, rows: rowsOf(6) },
      sheets: ["0-4", "4-6 foot"],
    },
    {
      name: "a sheet leaves room for its carried subtotals",
      heights: { ...paper, rows: rowsOf(20) },
      sheets: ["0-7", "7-14", "14-18", "18-20 foot"],
    },
    {
      name: "a single row and a high foot take two sheets",
      heights: { ...paper, rows: [60] },
      sheets: ["0-1", "1-1 foot"],
    },
    {
      name: "a row higher than the paper gets its own sheet",
      heights: { ...paper, rows: [10, 500, 10] },
      sheets: ["0-1", "1-2", "2-3 foot"],
    },
  ])("$name", ({ heights, sheets }) => {
    expect(shortly(paginate(heights))).toEqual(sheets);
  });

  test("notes follow the last rows", () => {
    const sheets = paginate({ ...paper, rows: rowsOf(6), notes: rowsOf(4) });
    expect(sheets).toEqual([
      { rows: [0, 6], notes: [0, 2], foot: false },
      { rows: [6, 6], notes: [2, 4], foot: true },
    ]);
  });
});

const height = fc.integer({ min: 1, max: 40 });

test("every block stands on one sheet in order, no sheet overflows, and the foot is on the last one", () => {
  fc.assert(
    fc.property(
      fc.record({
        room: fc.integer({ min: 120, max: 400 }),
        head: height,
        carry: fc.integer({ min: 1, max: 10 }),
        rows: fc.array(height, { minLength: 1, maxLength: 60 }),
        notes: fc.array(height, { maxLength: 20 }),
        foot: fc.integer({ min: 1, max: 60 }),
      }),
      (heights: Heights) => {
        const sheets = paginate(heights);
        expect(sheets.flatMap(({ rows: [from, to] }) => heights.rows.slice(from, to))).toEqual(heights.rows);
        expect(sheets.flatMap(({ notes: [from, to] }) => heights.notes.slice(from, to))).toEqual(heights.notes);
        expect(sheets.map(({ foot }) => foot)).toEqual(sheets.map((_, index) => index === sheets.length - 1));
        for (const { rows, notes, foot } of sheets) {
          const carries = rows.filter((place) => place > 0 && place < heights.rows.length).length;
          const used = [...heights.rows.slice(...rows), ...heights.notes.slice(...notes)].reduce((a, b) => a + b, 0);
          const isEmpty = rows[0] === rows[1] && notes[0] === notes[1];
          if (!isEmpty)
            expect(heights.head + carries * heights.carry + used + (foot ? heights.foot : 0)).toBeLessThanOrEqual(
              heights.room,
            );
        }
      },
    ),
    propertyRuns(1_000),
  );
});
