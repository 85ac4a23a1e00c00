import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import { months, scaleOf } from "./bucket-scales.js";
import { type Range, toRange, wholeBuckets } from "./buckets.js";
import type { ListedField } from "./listed-fields.js";
import { type Filter, toCondition } from "./listing.js";

/** The filters that the table voucher_count can answer: it holds how many vouchers each group has. */
export function groupFilters(filters: Filter[]): Filter[] {
  const isAnonymous = filters.some((filter) => isEqualTo(filter, "doc_type", "99"));
  return filters.filter(
    (filter) => isGrouped(filter.field) || (isAnonymous && isEqualTo(filter, "doc_number", anonymousNumber)),
  );
}

const isGrouped = ({ total }: ListedField) => total === "groups" || total === "both";

/** The document number of the anonymous receiver. It is the only number that has a group, because so many vouchers share it. */
const anonymousNumber = "0";

const isEqualTo = ({ field, ...filter }: Filter, column: string, value: string) =>
  field.column === column && filter.comparison === "eq" && filter.value === value;

/** The rows of voucher_count, as `c`, that together count each matching voucher exactly once. */
export function matchingGroups(scope: Tenant, filters: Filter[]): Prisma.Sql {
  const isDate = ({ field }: Filter) => field.column === "voucher_date";
  const others = filters.filter((filter) => !isDate(filter));
  const periods = toPeriods(filters.filter(isDate)).map(
    (period) => Prisma.sql`SELECT c.* FROM voucher_count c WHERE ${inScope(scope, "c")} AND ${period}`,
  );
  return Prisma.sql`(${Prisma.join(periods, " UNION ALL ")}) c WHERE ${toCondition(others, "c")}`;
}

/** One condition on `c` for each kind of period that the date filters need: all time, whole months, single days. */
function toPeriods(filters: Filter[]): Prisma.Sql[] {
  if (filters.length === 0) return [Prisma.sql`c.span = 'all'`];
  const range = toRange(filters, days);
  if (!range) return [Prisma.sql`c.span = 'day' AND ${toCondition(filters.map(ofPeriod), "c")}`];

  const whole = wholeBuckets(range, months);
  if (!whole) return [inDays(range)];
  const { from, to } = whole;
  return [
    Prisma.sql`c.span = 'month' AND ${between(whole, (day) => days.write(day).slice(0, 6))}`,
    ...(range.from === from ? [] : [inDays({ from: range.from, to: from })]),
    ...(range.to === to ? [] : [inDays({ from: to, to: range.to })]),
  ];
}

const days = scaleOf({ column: "voucher_date" });

const ofPeriod = (filter: Filter): Filter => ({ ...filter, field: { ...filter.field, column: "period" } });

const inDays = (range: Range) => Prisma.sql`c.span = 'day' AND ${between(range, days.write)}`;

/** An open end becomes a text that sorts before all digits (an empty one) or after them (a colon). */
function between({ from, to }: Range, toPeriod: (day: bigint) => string): Prisma.Sql {
  const first = from === undefined ? "" : toPeriod(from);
  const end = to === undefined ? ":" : toPeriod(to);
  return Prisma.sql`c.period >= ${first} AND c.period < ${end}`;
}
