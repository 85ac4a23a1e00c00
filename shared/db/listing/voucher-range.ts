import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import { preparedAs } from "../sql/prepared.js";
import { scaleOf, toFilters } from "./bucket-scales.js";
import { stepsIn } from "./bucket-sums.js";
import { bucketsTouched, cutRange, type Range, type Rest, toRange } from "./buckets.js";
import type { ListedField } from "./listed-fields.js";
import {
  type Filter,
  firstPage,
  hideValues,
  isDescending,
  isFirstById,
  type Listing,
  notFollowed,
  toAnswer,
  toCondition,
} from "./listing.js";
import { manyMatches } from "./match-bounds.js";
import { voucherRow } from "./voucher-row.js";

/**
 * A listing by a range of ids, times or days, for one voucher type or for all. It is the first page, in the order of ids. Clients use it
 * to page and to synchronise.
 */
export interface RangeListing {
  field: ListedField;
  range: Range;
  types: Filter[];
  descending: boolean;
}

const ranged = ["id", "created_at", "voucher_date"];

export function toRangeListing(listing: Listing): RangeListing | undefined {
  if (!isFirstById(listing)) return undefined;
  const { filters } = listing;
  const types = filters.filter(({ field, comparison }) => field.column === "voucher_type" && comparison === "eq");
  const others = filters.filter((filter) => !types.includes(filter));
  const [field, ...fields] = new Set(others.map((filter) => filter.field));
  if (!field || fields.length > 0 || types.length > 1 || !ranged.includes(field.column)) return undefined;
  const range = toRange(others, scaleOf(field));
  return range && { field, range, types: types.map(hideValues), descending: isDescending(listing) };
}

/**
 * The page and its total in one statement. Its text is the same for all ranges, so that PostgreSQL plans it once: the planner does not
 * see the values, and empty ranges stand for steps and ends that a range does not have.
 */
export function toRangeStatement(scope: Tenant, { field, range, types, descending }: RangeListing): Prisma.Sql {
  const { all } = scaleOf(field);
  const order = Prisma.raw(descending ? "DESC" : "ASC");
  const filters = [...types, ...toFilters(field, { from: range.from ?? all.from, to: range.to ?? all.to })];
  const page = field.column === "id" ? toPage(scope, filters, order) : toPageOfSpan(scope, filters, order);
  const rows = Prisma.sql`SELECT ${voucherRow} AS row FROM (${page}) page JOIN voucher v ON v.id = page.id ORDER BY v.id ${order}`;
  const { span, total } = toSums(scope, field, range, types);
  return preparedAs("range", Prisma.sql`WITH span AS MATERIALIZED (${span}) ${toAnswer(total, rows)}`);
}

const emptyRange = { from: 0n, to: 0n };
const inSlots = <T>(parts: T[], count: number, none: T): T[] =>
  Array.from({ length: count }, (_, at) => parts[at] ?? none);

/**
 * `span`: the count of the complete steps, the lowest and the highest id in all touched steps, and `ids_lead`: whether to search
 * between these ids. It is true for many vouchers, but not for a range of less than half a day: that has no complete step, and the ids
 * would be those of the whole day. `total`: the count of the complete steps, plus or minus the vouchers at the two ends of the range,
 * where a step is cut. A range of days cuts no step.
 */
function toSums(scope: Tenant, field: ListedField, range: Range, types: Filter[]) {
  const { levels } = scaleOf(field);
  const { whole, rest } = cutRange(range, levels);
  const ends = field.column === "voucher_date" ? [] : inSlots<Rest>(rest, 2, { range: emptyRange, sign: 1 });
  const summed = levels.flatMap((level, depth) => {
    const ofLevel = whole.filter((steps) => steps.level === level).map((steps) => steps.range);
    return inSlots<Range>(ofLevel, depth === 0 ? 1 : 2, emptyRange).map((steps) =>
      wholeOf(stepsIn(scope, { level, range: steps }, types)),
    );
  });
  // A range of ids needs no bounds other than its own.
  const touched = levels
    .slice(field.column === "id" ? levels.length : -1)
    .flatMap((level) =>
      ends.map((end) => touchedOf(stepsIn(scope, { level, range: bucketsTouched(end.range, level) }, types))),
    );
  const counts = ends.map(
    ({ range, sign }) =>
      Prisma.sql`${sign}::int * (SELECT count(*) FROM ${vouchersIn(scope, [...types, ...toFilters(field, range)])})`,
  );
  return {
    span: Prisma.sql`
      SELECT coalesce(sum(whole), 0) AS whole, coalesce(sum(whole) > 0 AND sum(vouchers) >= ${enoughToLead}, false) AS ids_lead, ${bounds}
      FROM (${Prisma.join([...summed, ...touched], " UNION ALL ")}) sums`,
    total: Prisma.join([Prisma.sql`(SELECT whole FROM span)`, ...counts], " + "),
  };
}

const enoughToLead = Prisma.raw(String(manyMatches));
const bounds = Prisma.sql`min(first_id) AS first_id, max(last_id) AS last_id`;
const wholeOf = (steps: Prisma.Sql) =>
  Prisma.sql`SELECT sum(vouchers) AS whole, sum(vouchers) AS vouchers, ${bounds} FROM ${steps}`;
const touchedOf = (steps: Prisma.Sql) => Prisma.sql`SELECT 0, sum(vouchers), ${bounds} FROM ${steps}`;

const vouchersIn = (scope: Tenant, filters: Filter[]) =>
  Prisma.sql`voucher l WHERE ${inScope(scope, "l")} AND ${toCondition(filters.map(hideValues), "l")}`;

const toPage = (scope: Tenant, filters: Filter[], order: Prisma.Sql) =>
  Prisma.sql`SELECT l.id FROM ${vouchersIn(scope, filters)} ORDER BY l.id ${order} LIMIT ${firstPage}`;

/** Searches between the ids of `span`, or sorts the matches. PostgreSQL skips the branch whose condition is false. */
const toPageOfSpan = (scope: Tenant, filters: Filter[], order: Prisma.Sql) => Prisma.sql`
  (SELECT l.id FROM ${vouchersIn(scope, filters.map(notFollowed))} AND l.id >= (SELECT first_id FROM span) AND l.id <= (SELECT last_id FROM span)
    AND (SELECT ids_lead FROM span) ORDER BY l.id ${order} LIMIT ${firstPage})
  UNION ALL
  (SELECT l.id FROM ${vouchersIn(scope, filters)} AND (SELECT NOT ids_lead FROM span) ORDER BY l.id + 0 ${order} LIMIT ${firstPage})`;
