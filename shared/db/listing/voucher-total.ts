import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import { scaleOf, toFilters } from "./bucket-scales.js";
import { stepsIn } from "./bucket-sums.js";
import { cutRange, toRange } from "./buckets.js";
import { groupFilters, matchingGroups } from "./group-sums.js";
import { type Filter, toCondition } from "./listing.js";
import type { MatchBounds } from "./match-bounds.js";

/**
 * The exact count of matching vouchers, without reading each one: it adds the stored sums where they apply. The table of fields
 * says which sums answer a filter. Matches without sums are counted in an index.
 */
export function voucherCount(scope: Tenant, filters: Filter[], span: MatchBounds | undefined): Prisma.Sql {
  if (span?.total !== undefined) return Prisma.sql`${span.total}::int`;
  if (groupFilters(filters).length === filters.length)
    return Prisma.sql`(SELECT coalesce(sum(vouchers), 0) FROM ${matchingGroups(scope, filters)})`;

  const ranged = filters.filter((filter) => filter.field.total !== "both");
  const [field, ...others] = new Set(ranged.map((filter) => filter.field));
  const range = field?.total === "steps" && others.length === 0 && toRange(ranged, scaleOf(field));
  if (!field || !range) return countMatches(scope, toCondition([...filters, ...(span?.bounds ?? [])], "v"));

  const types = filters.filter((filter) => filter.field !== field);
  const { whole, rest } = cutRange(range, scaleOf(field).levels);
  return Prisma.join(
    [
      ...whole.map((steps) => Prisma.sql`(SELECT coalesce(sum(s.vouchers), 0) FROM ${stepsIn(scope, steps, types)})`),
      ...rest.map(
        ({ range: left, sign }) =>
          Prisma.sql`${sign}::int * ${countMatches(scope, toCondition([...types, ...toFilters(field, left)], "v"))}`,
      ),
    ],
    " + ",
  );
}

const countMatches = (scope: Tenant, condition: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*) FROM voucher v WHERE ${inScope(scope, "v")} AND ${condition})`;
