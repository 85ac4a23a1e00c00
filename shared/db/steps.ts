import type { Filter } from "./listing.js";
import type { Scale } from "./scales.js";

/** How a line of whole numbers is cut. */
export interface Steps {
  /** Where the step of a number begins. */
  start(number: bigint): bigint;
  /** Where the step after that begins. */
  next(number: bigint): bigint;
}

/** Steps by which the database sums vouchers up, under `name`. */
export interface Level extends Steps {
  name: string;
}

/** From `from` up to, without, `to`; without one of them, without an end on that side. */
export interface Range {
  from: bigint | undefined;
  to: bigint | undefined;
}

/** All that 64 bits hold. */
export const everything = { from: -(2n ** 63n), to: 2n ** 63n - 1n };

export const isEmpty = ({ from, to }: Range): boolean => from !== undefined && to !== undefined && from >= to;

/** What a field's comparisons leave, all together; undefined when one of them is a list. */
export function toRange(filters: Filter[], scale: Scale): Range | undefined {
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
export function wholeSteps({ from, to }: Range, { start, next }: Steps): Range | undefined {
  const first = from === undefined || start(from) === from ? from : next(from);
  const end = to === undefined ? undefined : start(to);
  return first !== undefined && end !== undefined && first >= end ? undefined : { from: first, to: end };
}

/** Whole steps of the levels that a range is made of, and what is left of it at their ends. */
export interface Cut {
  whole: { level: Level; range: Range }[];
  rest: Range[];
}

/** As long steps as there are, so that few are added up. */
export function cutRange(range: Range, [level, ...finer]: Level[]): Cut {
  if (!level) return { whole: [], rest: [range] };
  const whole = wholeSteps(range, level);
  if (!whole) return cutRange(range, finer);
  const ends: Range[] = [
    ...(range.from === whole.from ? [] : [{ from: range.from, to: whole.from }]),
    ...(range.to === whole.to ? [] : [{ from: whole.to, to: range.to }]),
  ];
  const cuts = ends.map((end) => cutRange(end, finer));
  return {
    whole: [{ level, range: whole }, ...cuts.flatMap((cut) => cut.whole)],
    rest: cuts.flatMap((cut) => cut.rest),
  };
}

/** The range as far as the steps go that it touches. */
export const stepsTouched = ({ from, to }: Range, { start, next }: Steps): Range => ({
  from: from === undefined ? undefined : start(from),
  to: to === undefined ? undefined : next(to - 1n),
});
