import { Prisma } from "./generated/client.js";
import { groupFilters, matchingGroups } from "./group-sums.js";
import type { ListedField } from "./listed-fields.js";
import { type Filter, toCondition } from "./listing.js";
import { inScope, type Scope } from "./scope.js";
import { type Range, scaleOf, toRange, wholeSteps } from "./steps.js";
import type { Span } from "./voucher-span.js";

/**
 * How many vouchers match, exactly, without looking at each: the sums that the database keeps are added as far as they go.
 * The table of fields says which sums serve a filter; what none serves is counted in an index.
 */
export function countVouchers(scope: Scope, filters: Filter[], span: Span | undefined): Prisma.Sql {
  if (span?.total !== undefined) return Prisma.sql`${span.total}::int`;
  if (groupFilters(filters).length === filters.length)
    return Prisma.sql`(SELECT coalesce(sum(vouchers), 0) FROM ${matchingGroups(scope, filters)})`;

  const ranged = filters.filter((filter) => filter.field.total !== "both");
  const [field, ...others] = new Set(ranged.map((filter) => filter.field));
  const range = field?.total === "steps" && others.length === 0 && toRange(ranged, scaleOf(field));
  if (field && range) return sumSteps(scope, filters, field, range);
  return countMatches(scope, toCondition([...filters, ...(span?.bounds ?? [])], "v"));
}

const countMatches = (scope: Scope, condition: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*) FROM voucher v WHERE ${inScope(scope, "v")} AND ${condition})`;

/** Whole steps of the range that the filters on the field leave, and the matches before the first and after the last of them. */
function sumSteps(scope: Scope, filters: Filter[], field: ListedField, range: Range): Prisma.Sql {
  const scale = scaleOf(field);
  const others = filters.filter((filter) => filter.field !== field);
  const whole = wholeSteps(range, scale);
  const condition = toCondition(filters, "v");
  if (!whole) return countMatches(scope, condition);

  const { from, to } = whole;
  const parts = [
    Prisma.sql`(SELECT coalesce(sum(s.vouchers), 0) FROM voucher_step s WHERE ${inScope(scope, "s")} AND s.field = ${field.column}
      AND s.start >= ${String(from ?? lowest)}::bigint AND s.start < ${String(to ?? highest)}::bigint AND ${toCondition(others, "s")})`,
  ];
  const beyond = (comparison: "lt" | "gte", number: bigint) => {
    const end: Filter = { field, comparison, value: scale.write(number) };
    parts.push(countMatches(scope, Prisma.sql`${condition} AND ${toCondition([end], "v")}`));
  };
  if (from !== undefined) beyond("lt", from);
  if (to !== undefined) beyond("gte", to);
  return Prisma.join(parts, " + ");
}

const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;
