import { Prisma } from "./generated/client.js";
import type { ListedField } from "./listed-fields.js";
import { type Filter, toCondition } from "./listing.js";
import { inScope, type Scope } from "./scope.js";
import { type Range, type Scale, scaleOf, toRange, wholeSteps } from "./steps.js";

/** The filters that the sums by group serve. */
export function groupFilters(filters: Filter[]): Filter[] {
  const ofAnybody = filters.some((filter) => is(filter, "doc_type", "99"));
  return filters.filter(
    (filter) => filter.field.total === "groups" || (ofAnybody && is(filter, "doc_number", anonymousNumber)),
  );
}

/** Of documents, only that of the receiver who is nobody in particular is shared by so many vouchers that they are summed up. */
const anonymousNumber = "0";

const is = ({ field, ...filter }: Filter, column: string, value: string) =>
  field.column === column && filter.comparison === "eq" && filter.value === value;

/** The sums of all groups that match, in one row: `vouchers`, and from `first_id` to `last_id`. */
export function sumGroups(scope: Scope, filters: Filter[]): Prisma.Sql {
  const isDate = ({ field }: Filter) => field.column === "voucher_date";
  const others = filters.filter((filter) => !isDate(filter));
  return Prisma.sql`
    SELECT coalesce(sum(c.vouchers), 0) AS vouchers, min(c.first_id) AS first_id, max(c.last_id) AS last_id FROM voucher_count c
    WHERE ${inScope(scope, "c")} AND ${inPeriods(filters.filter(isDate))} AND ${toCondition(others, "c")}`;
}

/** The rows of voucher_count that make up what filters on the date leave: all of it, or months and days, none of them twice. */
function inPeriods(filters: Filter[]): Prisma.Sql {
  if (filters.length === 0) return Prisma.sql`c.period = ''`;
  const scale = scaleOf({ column: "voucher_date" });
  const range = toRange(filters, scale);
  if (!range) return Prisma.sql`length(c.period) = 8 AND ${toCondition(filters.map(ofPeriod), "c")}`;

  const whole = wholeSteps(range, scale);
  if (!whole) return between(8, range, scale);
  const parts = [between(6, whole, scale)];
  if (range.from !== whole.from) parts.push(between(8, { from: range.from, to: whole.from }, scale));
  if (range.to !== whole.to) parts.push(between(8, { from: whole.to, to: range.to }, scale));
  return Prisma.sql`(${Prisma.join(parts, " OR ")})`;
}

const ofPeriod = (filter: Filter): Filter => {
  const field: ListedField = { ...filter.field, column: "period" };
  return { ...filter, field };
};

/** Periods of so many digits within a range; a colon is above all digits. */
function between(digits: 6 | 8, { from, to }: Range, { write }: Scale): Prisma.Sql {
  const bound = (day: bigint | undefined, otherwise: string) =>
    day === undefined ? otherwise : write(day).slice(0, digits);
  return Prisma.sql`length(c.period) = ${digits} AND c.period >= ${bound(from, "0")} AND c.period < ${bound(to, ":")}`;
}
