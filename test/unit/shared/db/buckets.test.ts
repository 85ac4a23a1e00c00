import fc from "fast-check";
import { expect, test } from "vitest";
import { scaleOf } from "../../../../shared/db/listing/bucket-scales.js";
import { cutRange, type Level, type Range } from "../../../../shared/db/listing/buckets.js";

const isIn = ({ from, to }: Range, number: bigint) =>
  (from === undefined || number >= from) && (to === undefined || number < to);

/** How often the parts count this number. Expected: once inside the range, never outside. */
function timesCounted(range: Range, levels: Level[], number: bigint): number {
  const { whole, rest } = cutRange(range, levels);
  const counts = [...whole.map((each) => ({ ...each, sign: 1 })), ...rest];
  return counts.filter((each) => isIn(each.range, number)).reduce((sum, { sign }) => sum + sign, 0);
}

const fields = [
  { column: "id", most: 3_000_000n },
  { column: "created_at", most: 86_400_000_000n * 100n },
  { column: "total_amount", most: 10_000_000n },
  { column: "voucher_date", most: 400n },
];

test.each(fields)("the steps and rests of a range of $column count each number exactly once", ({ column, most }) => {
  const { levels } = scaleOf({ column });
  const boundary = fc
    .tuple(fc.bigInt(0n, most), fc.constantFrom(...levels), fc.constantFrom(-1n, 0n, 1n))
    .map(([number, level, beside]) => level.start(number) + beside);
  const number = fc.oneof(fc.bigInt(0n, most), boundary);
  const end = fc.option(number, { nil: undefined });
  fc.assert(
    fc.property(end, end, fc.array(number, { minLength: 5 }), (from, to, numbers) => {
      const ends = [from, to].filter((one) => one !== undefined);
      for (const each of [...numbers, ...ends.flatMap((one) => [one - 1n, one, one + 1n])])
        expect(timesCounted({ from, to }, levels, each)).toBe(isIn({ from, to }, each) ? 1 : 0);
    }),
  );
});

test.each(fields)("the rest at each end of a range of $column is at most half a step", ({ column, most }) => {
  const { levels } = scaleOf({ column });
  const finest = levels.at(-1);
  fc.assert(
    fc.property(fc.bigInt(0n, most), fc.bigInt(0n, most), (one, other) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      const { whole, rest } = cutRange({ from, to }, levels);
      const longest = [from, to].map((end) => ((finest?.next(end) ?? 0n) - (finest?.start(end) ?? 0n)) / 2n);
      const left = rest.reduce((sum, { range }) => sum + range.to - range.from, 0n);
      expect(left <= longest.reduce((sum, half) => sum + half)).toBe(true);
      for (const { level, range } of whole) {
        expect(level.start(range.from ?? 0n)).toBe(range.from);
        expect(level.start(range.to ?? 0n)).toBe(range.to);
      }
    }),
  );
});

test("a range without ends leaves no rest", () => {
  const { levels } = scaleOf({ column: "id" });
  expect(cutRange({ from: undefined, to: undefined }, levels)).toEqual({
    whole: [{ level: levels[0], range: { from: undefined, to: undefined } }],
    rest: [],
  });
});

test.each([
  { from: 16_384n * 16n + 100n, left: { from: 16_384n * 16n, to: 16_384n * 16n + 100n }, sign: -1 },
  { from: 16_384n * 16n - 100n, left: { from: 16_384n * 16n - 100n, to: 16_384n * 16n }, sign: 1 },
])("a rest is counted from the nearer step boundary: $sign", ({ from, left, sign }) => {
  const { levels } = scaleOf({ column: "id" });
  expect(cutRange({ from, to: undefined }, levels)).toEqual({
    whole: [{ level: levels[0], range: { from: 16_384n * 16n, to: undefined } }],
    rest: [{ range: left, sign }],
  });
});
