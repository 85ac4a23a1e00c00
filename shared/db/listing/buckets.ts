import type { Filter } from "./listing.js";

/** A division of the whole numbers into steps. */
export interface Buckets {
  /** The start of the step that contains the number. */
  start(number: bigint): bigint;
  /** The start of the step after that. */
  next(number: bigint): bigint;
}

/** Steps for which the database stores sums of vouchers, under `name`. */
export interface Level extends Buckets {
  name: string;
}

/** From `from` up to but not including `to`. An undefined end is open. */
export interface Range {
  from: bigint | undefined;
  to: bigint | undefined;
}

/** Maps a field's values to whole numbers. */
export interface BucketScale {
  /** The number of the value, or the next lower number, and whether it is exact. */
  read(value: string): { floor: bigint; exact: boolean };
  /** The number as the field's value. */
  write(number: bigint): string;
  /** A range that contains every value. */
  all: Range;
  /** The longest steps first. Each level divides the steps of the one before. */
  levels: Level[];
}

/** The range of 64-bit integers. */
export const everything = { from: -(2n ** 63n), to: 2n ** 63n - 1n };

export const isEmpty = ({ from, to }: Range): boolean => from !== undefined && to !== undefined && from >= to;

/** The range in which all comparisons of a field hold. Undefined when one of them is a list. */
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

/** The complete steps within a range. Undefined when there is none. */
export function wholeBuckets({ from, to }: Range, { start, next }: Buckets): Range | undefined {
  const first = from === undefined || start(from) === from ? from : next(from);
  const end = to === undefined ? undefined : start(to);
  return first !== undefined && end !== undefined && first >= end ? undefined : { from: first, to: end };
}

/** A range as complete steps, plus or minus the rest at its ends. */
export interface CutRange {
  whole: StepRange[];
  rest: Rest[];
}

interface StepRange {
  level: Level;
  range: Range;
}

export interface Rest {
  range: { from: bigint; to: bigint };
  sign: 1 | -1;
}

/**
 * Rounds both ends of the range to the nearest step, so that each rest is at most half a step. Covers the rounded range with the
 * longest steps possible, so that few are added up. Gives only the range itself when the rests would be as long.
 */
export function cutRange({ from, to }: Range, levels: Level[]): CutRange {
  const finest = levels.at(-1);
  if (!finest) throw new RangeError("a range is cut by no steps");
  const rounded = { from: nearest(from, finest), to: nearest(to, finest) };
  const rest = [...toRest(from, rounded.from), ...toRest(rounded.to, to)];
  const left = rest.reduce((sum, { range }) => sum + range.to - range.from, 0n);
  if (from !== undefined && to !== undefined && to - from <= left)
    return { whole: [], rest: [{ range: { from, to }, sign: 1 }] };
  return { whole: byLength(rounded, levels), rest };
}

/** The start or end of a step that is nearest to the number. */
function nearest(number: bigint | undefined, { start, next }: Buckets): bigint | undefined {
  if (number === undefined) return undefined;
  return number - start(number) <= next(number) - number ? start(number) : next(number);
}

/** The part between the two numbers: to add when they are in order, otherwise to subtract. */
function toRest(from: bigint | undefined, to: bigint | undefined): Rest[] {
  if (from === undefined || to === undefined || from === to) return [];
  return from < to ? [{ range: { from, to }, sign: 1 }] : [{ range: { from: to, to: from }, sign: -1 }];
}

/** Covers a range, whose ends are on steps, with the longest steps possible. */
function byLength(range: Range, [level, ...finer]: Level[]): StepRange[] {
  if (!level) return [];
  const whole = wholeBuckets(range, level);
  if (!whole) return byLength(range, finer);
  const ends: Range[] = [
    ...(range.from === whole.from ? [] : [{ from: range.from, to: whole.from }]),
    ...(range.to === whole.to ? [] : [{ from: whole.to, to: range.to }]),
  ];
  return [{ level, range: whole }, ...ends.flatMap((end) => byLength(end, finer))];
}

/** The range extended to whole steps. */
export const bucketsTouched = ({ from, to }: Range, { start, next }: Buckets): Range => ({
  from: from === undefined ? undefined : start(from),
  to: to === undefined ? undefined : next(to - 1n),
});
