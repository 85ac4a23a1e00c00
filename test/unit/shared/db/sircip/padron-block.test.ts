import fc from "fast-check";
import { expect, test } from "vitest";
import { createPackedRows } from "../../../../../api/admin/sircip/packed-rows.js";
import {
  blockCount,
  blockOf,
  compareBlocks,
  findInBlock,
  groupBlocks,
  type PadronBlock,
  type PadronRow,
  rowsOf,
  unpackRow,
} from "../../../../../shared/db/sircip/padron-block.js";

// The padrón in blocks. Source: api/admin/README.md, "SIRCIP".

const row = fc.record<PadronRow>({
  cuit: fc.integer({ min: 1, max: 99_999_999_999 }),
  seat: fc.integer({ min: 0, max: 999 }),
  crc: fc.integer({ min: 10, max: 99 }),
  letter: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWX"),
  digits: fc.stringMatching(/^\d{24}$/),
  name: fc.string({ unit: "grapheme", maxLength: 70 }),
});
/** Many fall into one block: CUITs that differ by a multiple of its number. */
const rows = fc.uniqueArray(
  fc.oneof(
    row,
    row.map((one) => ({ ...one, cuit: (one.cuit % 40) * 10 * blockCount + 20_000_000_000 })),
  ),
  { selector: ({ cuit }) => cuit, minLength: 1, maxLength: 60 },
);

const noneTwice = () => new Error("one stands twice");

const rangeOf = (bytes: Buffer) => ({ bytes, start: 0, end: bytes.length });

const bytesOf = ({ letter, digits, name, ...numbers }: PadronRow) => ({
  ...numbers,
  letter: letter.charCodeAt(0),
  digits: rangeOf(Buffer.from(digits)),
  name: rangeOf(Buffer.from(name)),
});

function pack(all: PadronRow[]) {
  const packed = createPackedRows(100);
  for (const one of all) packed.add(bytesOf(one));
  return [...packed.blocks(noneTwice)];
}

const byCuit = (all: PadronRow[]) => all.toSorted((one, other) => one.cuit - other.cuit);

test("each row is found in its block as it was, and nobody else", () => {
  fc.assert(
    fc.property(rows, row, (all, stranger) => {
      const blocks = pack(all);
      const taxpayersOf = (cuit: number) => blocks.find(({ block }) => block === blockOf(cuit))?.taxpayers;
      for (const one of all) expect(findInBlock(taxpayersOf(one.cuit), one.cuit)).toEqual(one);
      const isKnown = all.some(({ cuit }) => cuit === stranger.cuit);
      if (!isKnown) expect(findInBlock(taxpayersOf(stranger.cuit), stranger.cuit)).toBeUndefined();
      const unpacked = blocks.flatMap(({ taxpayers }) => Array.from(rowsOf(taxpayers), unpackRow));
      expect(byCuit(unpacked)).toEqual(byCuit(all));
      expect(blocks.map(({ block }) => block)).toEqual(blocks.map(({ block }) => block).toSorted((a, b) => a - b));
    }),
  );
});

test("what a block had before, and what differs, is counted", () => {
  const kept = fc.constantFrom("same", "changed", "gone", "new");
  fc.assert(
    fc.property(fc.array(kept, { maxLength: 40 }), row, (fates, sample) => {
      const all = fates.map((fate, at) => ({ fate, one: { ...sample, cuit: 20_000_000_000 + at * 10 * blockCount } }));
      const before = all.filter(({ fate }) => fate !== "new").map(({ one }) => one);
      const after = all
        .filter(({ fate }) => fate !== "gone")
        .map(({ fate, one }) => (fate === "changed" ? { ...one, crc: one.crc === 10 ? 11 : 10 } : one));
      const [earlier, later] = [pack(before)[0]?.taxpayers, pack(after)[0]?.taxpayers];
      if (!earlier) return;
      const count = (wanted: string) => fates.filter((fate) => fate === wanted).length;
      expect(compareBlocks(earlier, later)).toEqual({
        known: count("same") + count("changed"),
        changed: count("changed"),
      });
    }),
  );
});

test("CUITs that were given one after the other spread over the blocks", () => {
  const counts = new Map<number, number>();
  for (let number = 0; number < 10 * blockCount; number += 1) {
    const block = blockOf(20_300_000_000 + number * 10 + (number % 10));
    counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  expect(new Set(counts.values())).toEqual(new Set([10]));
});

test("memory is bounded by rows and by bytes", () => {
  const one = bytesOf({ cuit: 30_100_100_106, seat: 901, crc: 34, letter: "A", digits: "1".repeat(24), name: "" });
  const few = createPackedRows(2);
  expect([few.add(one), few.add(one), few.add(one), few.count()]).toEqual([true, true, false, 2]);
  const small = createPackedRows(10_000, 1);
  let added = 0;
  while (small.add({ ...one, name: rangeOf(Buffer.alloc(900, "x")) })) added += 1;
  expect(added).toBeGreaterThan(1_000);
  expect(added).toBeLessThan(1_200);
});

test("blocks are written in groups, each once and in order, until a group has 64 of them or 8 KiB", () => {
  const blocks = fc
    .array(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 20_000 })), { maxLength: 300 })
    .map((sizes) => sizes.map((size, block) => ({ block, taxpayers: new Uint8Array(size) })));
  const isFull = (group: PadronBlock[]) =>
    group.length >= 64 || group.reduce((bytes, { taxpayers }) => bytes + taxpayers.length, 0) >= 8_192;
  fc.assert(
    fc.property(blocks, (all) => {
      const groups = [...groupBlocks(all)];
      expect(groups.flat()).toEqual(all);
      for (const group of groups.slice(0, -1)) expect(isFull(group)).toBe(true);
      for (const group of groups) expect(isFull(group.slice(0, -1))).toBe(false);
    }),
  );
});
