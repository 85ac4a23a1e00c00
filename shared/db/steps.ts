import type { Filter } from "./listing.js";

/** How a field's values lie on a line of whole numbers, and into which steps the database sums vouchers up along it. */
export interface Scale {
  /** The number at the value or just below it, and whether it is the value. */
  read(value: string): { floor: bigint; exact: boolean };
  /** The number as the field's value. */
  write(number: bigint): string;
  /** Where the step of a number begins. */
  start(number: bigint): bigint;
  /** Where the step after that begins. */
  next(number: bigint): bigint;
}

/** From `from` up to, without, `to`; without one of them, without an end on that side. */
export interface Range {
  from: bigint | undefined;
  to: bigint | undefined;
}

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
export function wholeSteps({ from, to }: Range, { start, next }: Scale): Range | undefined {
  const first = from === undefined || start(from) === from ? from : next(from);
  const end = to === undefined ? undefined : start(to);
  return first !== undefined && end !== undefined && first >= end ? undefined : { from: first, to: end };
}

const floorTo = (number: bigint, size: bigint) => number - (((number % size) + size) % size);

const even = (size: bigint): Pick<Scale, "start" | "next"> => ({
  start: (number) => floorTo(number, size),
  next: (number) => floorTo(number, size) + size,
});

const idScale: Scale = {
  read: (value) => ({ floor: BigInt(value), exact: true }),
  write: String,
  ...even(16_384n),
};

/** Microseconds since 1970, by days. */
const createdScale: Scale = {
  read: (value) => ({
    floor: BigInt(Date.parse(`${value.slice(0, 19)}Z`)) * 1_000n + BigInt(value.slice(20, 26)),
    exact: true,
  }),
  write: (number) => new Date(Math.min(Number(number / 1_000n), lastMs)).toISOString(),
  ...even(86_400_000_000n),
};

const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Cents, by the first two digits of what is before the point. */
const totalScale: Scale = {
  read(value) {
    const [, sign, units = "0", decimals = ""] = /^([+-]?)(\d+)\.?(\d*)$/.exec(value) ?? [];
    const written = BigInt(units + decimals.slice(0, 2).padEnd(2, "0"));
    const cents = written > mostCents ? mostCents : written;
    const exact = !/[1-9]/.test(decimals.slice(2));
    return sign === "-" ? { floor: exact ? -cents : -cents - 1n, exact } : { floor: cents, exact };
  },
  write: (number) => `${number / 100n}.00`,
  start: (number) => floorTo(number, centsOfStep(number)),
  next: (number) => floorTo(number, centsOfStep(number)) + centsOfStep(number),
};

/** More than any total, and it fits in 64 bits. */
const mostCents = 10n ** 17n;

const centsOfStep = (number: bigint) => 100n * 10n ** BigInt(Math.max(0, String(number / 100n).length - 2));

/** Days since 1970, by months. */
const dateScale: Scale = {
  read: (value) => ({ floor: toDay(`${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`), exact: true }),
  // After the last day of year 9999 comes what is above every digit.
  write: (number) => (number > lastDay ? ":" : toIsoDay(number).replaceAll("-", "")),
  start: (number) => (number > lastDay ? number : number - BigInt(Number(toIsoDay(number).slice(-2)) - 1)),
  next: (number) => dateScale.start(dateScale.start(number) + 31n),
};

const dayMs = 86_400_000;
const toDay = (isoDay: string) => BigInt(Date.parse(`${isoDay}T00:00:00Z`) / dayMs);
const toIsoDay = (number: bigint) => new Date(Number(number) * dayMs).toISOString().slice(0, 10);

const lastDay = toDay("9999-12-31");

const scales: Readonly<Record<string, Scale>> = {
  id: idScale,
  created_at: createdScale,
  total_amount: totalScale,
  voucher_date: dateScale,
};

export function scaleOf({ column }: { column: string }): Scale {
  const scale = scales[column];
  if (!scale) throw new RangeError(`${column} is not summed up by steps`);
  return scale;
}
