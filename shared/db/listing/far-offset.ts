import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import { idBuckets } from "./bucket-scales.js";
import type { Listing } from "./listing.js";

/**
 * For a large offset into the unfiltered listing in the order of ids: the step that contains the offset, and the rest of the
 * offset within it. Skips the steps before it by their sums. Undefined for a small offset, a filter or another order.
 */
export function skipBuckets(
  scope: Tenant,
  { filters, ordering, offset }: Listing,
): { condition: Prisma.Sql; offset: Prisma.Sql } | undefined {
  const [first] = ordering;
  if (filters.length > 0 || first?.field.column !== "id" || offset < farOffset) return undefined;
  const direction = first.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const step = Prisma.sql`(
    SELECT start, through - vouchers AS before FROM (
      SELECT s.start, sum(s.vouchers) AS vouchers, sum(sum(s.vouchers)) OVER (ORDER BY s.start ${direction}) AS through
      FROM voucher_bucket s WHERE ${inScope(scope, "s")} AND s.field = 'id' GROUP BY s.start
    ) steps WHERE through > ${offset} ORDER BY start ${direction} LIMIT 1)`;
  return {
    condition: first.descending
      ? Prisma.sql`l.id < (SELECT start + ${stepIds} FROM ${step} step)`
      : Prisma.sql`l.id >= (SELECT start FROM ${step} step)`,
    offset: Prisma.sql`(SELECT ${offset}::bigint - before FROM ${step} step)`,
  };
}

const stepIds = Number(idBuckets.next(0n));

/** About the vouchers of one step. For a smaller offset there is no step to skip. */
const farOffset = 10_000;
