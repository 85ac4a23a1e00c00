import { Prisma } from "./generated/client.js";
import { groupFilters } from "./group-sums.js";
import type { ListedField } from "./listed-fields.js";
import { type Filter, toCondition } from "./listing.js";
import { inScope, type Scope } from "./scope.js";
import { type Range, scaleOf, toRange, wholeSteps } from "./steps.js";

/**
 * How many vouchers match, exactly, without looking at each: the sums that the database keeps are added as far as they go.
 * The table of fields says which sums serve a filter; what none serves is counted in an index.
 *
 * @param groups the name under which the statement has the sums of the groups
 */
export function countVouchers(scope: Scope, filters: Filter[], groups: string): Prisma.Sql {
  if (groupFilters(filters).length === filters.length) return Prisma.sql`(SELECT vouchers FROM ${Prisma.raw(groups)})`;

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

  const { from, to } = whole;
  const parts = [
    Prisma.sql`(SELECT coalesce(sum(s.vouchers), 0) FROM voucher_step s WHERE ${inScope(scope, "s")} AND s.field = ${field.column}
      AND s.start >= ${String(from ?? lowest)}::bigint AND s.start < ${String(to ?? highest)}::bigint)`,
  ];
  const beyond = (comparison: "lt" | "gte", number: bigint) =>
    parts.push(
      countMatches(
        scope,
        Prisma.sql`${condition} AND ${toCondition([{ field, comparison, value: scale.write(number) }], "v")}`,
      ),
    );
  if (from !== undefined) beyond("lt", from);
  if (to !== undefined) beyond("gte", to);
  return Prisma.join(parts, " + ");
}

const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;
