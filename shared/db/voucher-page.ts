import { Prisma } from "./generated/client.js";
import { groupFilters } from "./group-sums.js";
import type { Filter, Listing } from "./listing.js";
import { inScope, type Scope } from "./scope.js";
import { scaleOf, toRange } from "./steps.js";

/**
 * In the order of ids, where the page can begin and end at all. Ids follow time: without it, a page of a month of two years ago
 * would be looked for from today's vouchers on.
 *
 * @param groups the name under which the statement has the sums of the groups
 */
export function narrowIds(scope: Scope, { filters, ordering }: Listing, groups: string): Prisma.Sql {
  if (ordering[0]?.field.column !== "id") return Prisma.sql`true`;
  const bounds = [Prisma.sql`true`];
  if (groupFilters(filters).length > 0) bounds.push(within(Prisma.raw(groups)));
  const days = stepsOfCreated(scope, filters);
  if (days) bounds.push(within(days));
  return Prisma.join(bounds, " AND ");
}

const within = (sums: Prisma.Sql) =>
  Prisma.sql`l.id >= (SELECT first_id FROM ${sums}) AND l.id <= (SELECT last_id FROM ${sums})`;

function stepsOfCreated(scope: Scope, filters: Filter[]): Prisma.Sql | undefined {
  const created = filters.filter(({ field }) => field.column === "created_at");
  const range = created.length > 0 && toRange(created, scaleOf({ column: "created_at" }));
  if (!range) return undefined;
  const { start } = scaleOf({ column: "created_at" });
  const from =
    range.from === undefined ? Prisma.empty : Prisma.sql`AND s.start >= ${String(start(range.from))}::bigint`;
  const to = range.to === undefined ? Prisma.empty : Prisma.sql`AND s.start < ${String(range.to)}::bigint`;
  return Prisma.sql`(SELECT min(s.first_id) AS first_id, max(s.last_id) AS last_id FROM voucher_step s
    WHERE ${inScope(scope, "s")} AND s.field = 'created_at' ${from} ${to}) days`;
}

/**
 * Far into the whole listing, in the order of ids: the step in which the offset falls, and how much of it is left there. The steps
 * before it are passed over as sums. Undefined when the offset is near, or the listing is not the whole.
 */
export function skipSteps(
  scope: Scope,
  { filters, ordering, offset }: Listing,
): { condition: Prisma.Sql; offset: Prisma.Sql } | undefined {
  const [first] = ordering;
  if (filters.length > 0 || first?.field.column !== "id" || offset < farOffset) return undefined;
  const direction = first.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const step = Prisma.sql`(
    SELECT start, through - vouchers AS before FROM (
      SELECT s.start, s.vouchers, sum(s.vouchers) OVER (ORDER BY s.start ${direction}) AS through
      FROM voucher_step s WHERE ${inScope(scope, "s")} AND s.field = 'id'
    ) steps WHERE through > ${offset} ORDER BY start ${direction} LIMIT 1)`;
  const { next } = scaleOf(first.field);
  const size = Number(next(0n));
  return {
    condition: first.descending
      ? Prisma.sql`l.id < (SELECT start + ${size} FROM ${step} step)`
      : Prisma.sql`l.id >= (SELECT start FROM ${step} step)`,
    offset: Prisma.sql`(SELECT ${offset}::bigint - before FROM ${step} step)`,
  };
}

/** About a step's vouchers: nearer than that there is nothing to pass over. */
const farOffset = 10_000;
