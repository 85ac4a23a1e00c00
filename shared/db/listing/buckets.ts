import type { Filter } from "./listing.js";

/** How a line of whole numbers is cut. */
export interface Buckets {
  /** Where the step of a number begins. */
  start(number: bigint): bigint;
  /** Where the step after that begins. */
  next(number: bigint): bigint;
}

/** Buckets by which the database sums vouchers up, under `name`. */
export interface Level extends Buckets {
  name: string;
}

/** From `from` up to, without, `to`; without one of them, without an end on that side. */
export interface Range {
  from: bigint | undefined;
  to: bigint | undefined;
}

/** How a field's values lie on a line of whole numbers. */
export interface BucketScale {
  /** The number at the value or just below it, and whether it is the value. */
  read(value: string): { floor: bigint; exact: boolean };
  /** The number as the field's value. */
  write(number: bigint): string;
  /** From below every value to above them. */
  all: Range;
  /** The longest steps first; those of a level are cut by the next. */
  levels: Level[];
}

/** All that 64 bits hold. */
export const everything = { from: -(2n ** 63n), to: 2n ** 63n - 1n };

export const isEmpty = ({ from, to }: Range): boolean => from !== undefined && to !== undefined && from >= to;

/** What a field's comparisons leave, all together; undefined when one of them is a list. */
export function toRange(filters: Filter[], scale: BucketScale): Range | undefined {
  const range: Range = { from: undefined, to: undefined };
  for (const filter of filters) {
    if (filter.comparison === "in") return undefined;
    const { floor, exact } = scale.read(filter.value);
    const above = floor + 1n;
    const ceiling = exact ? floor : above;
    const { comparison } = filter;
    if (comparison !== "lt" && comparison !== "lte") {
      const from = comparison === "gt" ? above : ceiling;
      if (range.from === undefined || from > range.from) range.from = from;
    }
    if (comparison !== "gt" && comparison !== "gte") {
      const to = comparison === "lt" ? ceiling : above;
      if (range.to === undefined || to < range.to) range.to = to;
    }
  }
  return range;
}

/** The whole steps within a range; undefined when it has none. */
export function wholeBuckets({ from, to }: Range, { start, next }: Buckets): Range | undefined {
  const first = from === undefined || start(from) === from ? from : next(from);
  const end = to === undefined ? undefined : start(to);
  return first !== undefined && end !== undefined && first >= end ? undefined : { from: first, to: end };
}

/** Whole steps of the levels, and what a range has at its ends more than these, or less. */
export interface Cut {
  whole: Whole[];
  rest: Rest[];
}

interface Whole {
  level: Level;
  range: Range;
}

export interface Rest {
  range: { from: bigint; to: bigint };
  sign: 1 | -1;
}

/**
 * As long steps as there are, so that few are added up, from the step's end next to where the range begins, to that next to where
 * it ends, so that what is left is at most half a step; the range itself when that is no longer than what would be left.
 */
export function cutRange({ from, to }: Range, levels: Level[]): Cut {
  const finest = levels.at(-1);
  if (!finest) throw new RangeError("a range is cut by no steps");
  const rounded = { from: nearest(from, finest), to: nearest(to, finest) };
  const rest = [...toRest(from, rounded.from), ...toRest(rounded.to, to)];
  const left = rest.reduce((sum, { range }) => sum + range.to - range.from, 0n);
  if (from !== undefined && to !== undefined && to - from <= left)
    return { whole: [], rest: [{ range: { from, to }, sign: 1 }] };
  return { whole: byLength(rounded, levels), rest };
}

/** The step's end that is next to the number. */
function nearest(number: bigint | undefined, { start, next }: Buckets): bigint | undefined {
  if (number === undefined) return undefined;
  return number - start(number) <= next(number) - number ? start(number) : next(number);
}

/** What is between the two: missing when they are in order, too much otherwise. */
function toRest(from: bigint | undefined, to: bigint | undefined): Rest[] {
  if (from === undefined || to === undefined || from === to) return [];
  return from < to ? [{ range: { from, to }, sign: 1 }] : [{ range: { from: to, to: from }, sign: -1 }];
}

/** The range, whose ends are steps' ends, by steps as long as they can be. */
function byLength(range: Range, [level, ...finer]: Level[]): Whole[] {
  if (!level) return [];
  const whole = wholeBuckets(range, level);
  if (!whole) return byLength(range, finer);
  const ends: Range[] = [
    ...(range.from === whole.from ? [] : [{ from: range.from, to: whole.from }]),
    ...(range.to === whole.to ? [] : [{ from: whole.to, to: range.to }]),
  ];
  return [{ level, range: whole }, ...ends.flatMap((end) => byLength(end, finer))];
}

/** The range as far as the steps go that it touches. */
export const bucketsTouched = ({ from, to }: Range, { start, next }: Buckets): Range => ({
  from: from === undefined ? undefined : start(from),
  to: to === undefined ? undefined : next(to - 1n),
});
