import { Prisma } from "./generated/client.js";
import type { ListedField } from "./listed-fields.js";
import { type Filter, toCondition } from "./listing.js";
import { inScope, type Scope } from "./scope.js";
import { type Range, type Scale, scales, toRange, wholeSteps } from "./steps.js";

/**
 * How many vouchers match, exactly, without looking at each: the sums that the database keeps are added as far as they go.
 * The table of fields says which sums serve a filter; what none serves is counted in an index.
 */
export function countVouchers(scope: Scope, filters: Filter[]): Prisma.Sql {
  if (areSummed(filters)) return sumGroups(scope, filters);

  const [field, ...others] = new Set(filters.map((filter) => filter.field));
  const range = field?.total === "steps" && others.length === 0 && toRange(filters, scaleOf(field));
  return field && range ? sumSteps(scope, filters, field, range) : countMatches(scope, toCondition(filters, "v"));
}

const countMatches = (scope: Scope, condition: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*) FROM voucher v WHERE ${inScope(scope, "v")} AND ${condition})`;

/** Whole steps, and the matches before the first and after the last of them. */
function sumSteps(scope: Scope, filters: Filter[], field: ListedField, range: Range): Prisma.Sql {
  const scale = scaleOf(field);
  const whole = wholeSteps(range, scale);
  const condition = toCondition(filters, "v");
  if (!whole) return countMatches(scope, condition);

  const beyond = ({ comparison, number }: { comparison: "lt" | "gte"; number: bigint }) =>
    countMatches(
      scope,
      Prisma.sql`${condition} AND ${toCondition([{ field, comparison, value: scale.write(number) }], "v")}`,
    );
  const from = whole.from === undefined ? Prisma.empty : Prisma.sql`AND s.start >= ${String(whole.from)}::bigint`;
  const to = whole.to === undefined ? Prisma.empty : Prisma.sql`AND s.start < ${String(whole.to)}::bigint`;
  return Prisma.join(
    [
      Prisma.sql`(SELECT coalesce(sum(s.vouchers), 0) FROM voucher_step s WHERE ${inScope(scope, "s")} AND s.field = ${field.column} ${from} ${to})`,
      ...(whole.from === undefined ? [] : [beyond({ comparison: "lt", number: whole.from })]),
      ...(whole.to === undefined ? [] : [beyond({ comparison: "gte", number: whole.to })]),
    ],
    " + ",
  );
}

function sumGroups(scope: Scope, filters: Filter[]): Prisma.Sql {
  const isDate = ({ field }: Filter) => field.column === "voucher_date";
  const others = toCondition(
    filters.filter((filter) => !isDate(filter)),
    "c",
  );
  return Prisma.sql`(SELECT coalesce(sum(c.vouchers), 0) FROM voucher_count c
    WHERE ${inScope(scope, "c")} AND ${inPeriods(filters.filter(isDate))} AND ${others})`;
}

/** The rows of voucher_count that make up what filters on the date leave: all of it, or months and days, none of them twice. */
function inPeriods(filters: Filter[]): Prisma.Sql {
  if (filters.length === 0) return Prisma.sql`c.period = ''`;
  const scale = scaleOf({ column: "voucher_date" });
  const range = toRange(filters, scale);
  if (!range) {
    const ofPeriod = filters.map((filter) => ({ ...filter, field: { ...filter.field, column: "period" } }));
    return Prisma.sql`length(c.period) = 8 AND ${toCondition(ofPeriod, "c")}`;
  }
  const whole = wholeSteps(range, scale);
  if (!whole) return between(8, range, scale);
  const parts = [between(6, whole, scale)];
  if (range.from !== whole.from) parts.push(between(8, { from: range.from, to: whole.from }, scale));
  if (range.to !== whole.to) parts.push(between(8, { from: whole.to, to: range.to }, scale));
  return Prisma.sql`(${Prisma.join(parts, " OR ")})`;
}

/** Periods of so many digits within a range; digits are all below the colon. */
function between(digits: 6 | 8, { from, to }: Range, { write }: Scale): Prisma.Sql {
  const bound = (day: bigint | undefined, otherwise: string) =>
    day === undefined ? otherwise : write(day).slice(0, digits);
  return Prisma.sql`length(c.period) = ${digits} AND c.period >= ${bound(from, "0")} AND c.period < ${bound(to, ":")}`;
}

/** Of documents, only that of the receiver who is nobody in particular is shared by so many vouchers that they are summed up. */
function areSummed(filters: Filter[]): boolean {
  const is = (filter: Filter, column: string, value: string) =>
    filter.field.column === column && filter.comparison === "eq" && filter.value === value;
  const ofAnybody = filters.some((filter) => is(filter, "doc_type", "99"));
  return filters.every((filter) => filter.field.total === "groups" || (ofAnybody && is(filter, "doc_number", "0")));
}

function scaleOf({ column }: Pick<ListedField, "column">): Scale {
  const scale = scales[column];
  if (!scale) throw new RangeError(`${column} is not summed up by steps`);
  return scale;
}
