import { fromFiscalDate } from "../../domain/calendar.js";
import { Prisma } from "../generated/client.js";
import { type BucketScale, type Buckets, everything, type Range } from "./buckets.js";
import type { ListedField } from "./listed-fields.js";
import type { Filter } from "./listing.js";

const floorTo = (number: bigint, size: bigint) => number - (((number % size) + size) % size);

const even = (size: bigint): Buckets => ({
  start: (number) => floorTo(number, size),
  next: (number) => floorTo(number, size) + size,
});

export const idBuckets: Buckets = even(16_384n);

const idScale: BucketScale = {
  read: (value) => ({ floor: BigInt(value), exact: true }),
  write: String,
  all: everything,
  levels: [
    { name: "id/16", ...even(16n * 16_384n) },
    { name: "id", ...idBuckets },
  ],
};

const dayUs = 86_400_000_000n;
export const createdDays: Buckets = even(dayUs);
const firstUs = BigInt(Date.parse("0001-01-01T00:00:00Z")) * 1_000n;
const lastUs = BigInt(Date.parse("9999-12-31T23:59:59.999Z")) * 1_000n + 999n;

/** Microseconds since 1970. */
const createdScale: BucketScale = {
  read: (value) => ({
    floor: BigInt(Date.parse(`${value.slice(0, 19)}Z`)) * 1_000n + BigInt(value.slice(20, 26)),
    exact: true,
  }),
  write(number) {
    const us = number < firstUs ? firstUs : number > lastUs ? lastUs : number;
    const second = floorTo(us, 1_000_000n);
    return `${new Date(Number(second / 1_000n)).toISOString().slice(0, 19)}.${String(us - second).padStart(6, "0")}Z`;
  },
  all: { from: firstUs, to: lastUs },
  levels: [
    { name: "created_at/32", ...even(32n * dayUs) },
    { name: "created_at", ...createdDays },
  ],
};

/** More than any total, and within 64 bits. */
const maxCents = 10n ** 17n;

/** Cents. A step covers the totals with the same first two digits and the same length. */
const totalScale: BucketScale = {
  read(value) {
    const [, sign, units = "0", decimals = ""] = /^([+-]?)(\d+)\.?(\d*)$/.exec(value) ?? [];
    const written = BigInt(units + decimals.slice(0, 2).padEnd(2, "0"));
    const cents = written > maxCents ? maxCents : written;
    const exact = !/[1-9]/.test(decimals.slice(2));
    return sign === "-" ? { floor: exact ? -cents : -cents - 1n, exact } : { floor: cents, exact };
  },
  write: (number) => new Prisma.Decimal(String(number)).div(100).toFixed(2),
  all: { from: -maxCents, to: maxCents },
  levels: [
    {
      name: "total_amount",
      start: (number) => floorTo(number, centsOfStep(number)),
      next: (number) => floorTo(number, centsOfStep(number)) + centsOfStep(number),
    },
  ],
};

const centsOfStep = (number: bigint) => 100n * 10n ** BigInt(Math.max(0, String(number / 100n).length - 2));

const dayMs = 86_400_000;
const toDay = (isoDay: string) => BigInt(Date.parse(`${isoDay}T00:00:00Z`) / dayMs);
const toIsoDay = (number: bigint) => new Date(Number(number) * dayMs).toISOString().slice(0, 10);

const lastDay = toDay("9999-12-31");

/** Days since 1970. */
const dateScale: BucketScale = {
  read: (value) => ({ floor: toDay(fromFiscalDate(value)), exact: true }),
  // After the last day of the year 9999: a colon, which sorts after every digit.
  write: (number) => (number > lastDay ? ":" : toIsoDay(number).replaceAll("-", "")),
  all: { from: toDay("0001-01-01"), to: lastDay + 1n },
  levels: [
    { name: "voucher_date/32", ...even(32n) },
    { name: "voucher_date", ...even(1n) },
  ],
};

/** Days since 1970, in steps of months. */
export const months: Buckets = {
  start: (number) => (number > lastDay ? number : number - BigInt(Number(toIsoDay(number).slice(-2)) - 1)),
  next: (number) => months.start(months.start(number) + 31n),
};

const scales: Readonly<Record<string, BucketScale>> = {
  id: idScale,
  created_at: createdScale,
  total_amount: totalScale,
  voucher_date: dateScale,
};

export function scaleOf({ column }: { column: string }): BucketScale {
  const scale = scales[column];
  if (!scale) throw new RangeError(`${column} is not summed up by steps`);
  return scale;
}

/** The range as filters on the field. */
export function toFilters(field: ListedField, { from, to }: Range): Filter[] {
  const { write } = scaleOf(field);
  return [
    ...(from === undefined ? [] : [{ field, comparison: "gte" as const, value: write(from) }]),
    ...(to === undefined ? [] : [{ field, comparison: "lt" as const, value: write(to) }]),
  ];
}
