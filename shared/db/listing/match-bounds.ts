import type { Database } from "../database.js";
import { Prisma } from "../generated/client.js";
import { isoInstant } from "../raw-sql.js";
import type { Scope } from "../scope.js";
import { createdDays, scaleOf } from "./bucket-scales.js";
import { stepsIn } from "./bucket-sums.js";
import { bucketsTouched, cutRange, isEmpty, type Range, toRange } from "./buckets.js";
import { groupFilters, matchingGroups } from "./group-sums.js";
import { type ListedField, voucherFields } from "./listed-fields.js";
import { type Filter, type Listing, notFollowed } from "./listing.js";

/** What the sums tell before anything is looked for. */
export interface Span {
  /** How many match, when the sums serve every filter. */
  total: number | undefined;
  /**
   * Where the page's order can begin and end at all. Ids, `created` and `date` follow one another: without it, a page of a month
   * of two years ago would be looked for from today's vouchers on.
   */
  bounds: Filter[];
  /** What the page is looked for by: the filters and the bounds. To many matches the bounds lead, and the filters are looked at. */
  page: Filter[];
}

/** Fewer matches are sorted sooner than others between the bounds are passed over. */
export const manyMatches = 200;

const none: Span = { total: 0, bounds: [], page: [] };

type Ends = Record<string, string | null> & { vouchers: number };

/** Undefined when the sums tell nothing of these filters; a total of 0 when nothing can match. */
export async function findSpan(db: Database, scope: Scope, listing: Listing): Promise<Span | undefined> {
  const { filters } = listing;
  const grouped = groupFilters(filters);
  const field = boundField(listing);
  const created = createdRange(filters);
  if (created && isEmpty(created)) return none;
  const parts = [
    ...(grouped.length > 0 ? [endsOf(matchingGroups(scope, grouped), groupEnds)] : []),
    ...(created ? [endsOf(createdSteps(scope, created), stepEnds)] : []),
  ];
  if (parts.length === 0) return undefined;

  const rows = await db.$queryRaw<Ends[]>(Prisma.join(parts, " UNION ALL "));
  if (rows.some(({ vouchers }) => vouchers === 0)) return none;
  const bounds = rows.flatMap((ends) => between(field, ends));
  const isWithinHalfADay = created && cutRange(created, createdScale.levels).whole.length === 0;
  const areMany = bounds.length > 0 && !isWithinHalfADay && rows.every(({ vouchers }) => vouchers >= manyMatches);
  return {
    total: grouped.length === filters.length ? rows[0]?.vouchers : undefined,
    bounds,
    page: [...filters.map((filter) => (areMany && filter.field !== field ? notFollowed(filter) : filter)), ...bounds],
  };
}

function between(field: ListedField, ends: Ends): Filter[] {
  const [first, last] = [ends[`first_${field.column}`], ends[`last_${field.column}`]];
  if (!first || !last) return [];
  return [
    { field, comparison: "gte", value: first },
    { field, comparison: "lte", value: last },
  ];
}

/** The page's own order when it follows time, otherwise the id: then matches between two ids are sorted. */
function boundField({ ordering: [first] }: Listing): ListedField {
  const own = first && ["created_at", "voucher_date"].includes(first.field.column) ? first.field : undefined;
  const id = own ?? voucherFields["id"];
  if (!id) throw new RangeError("vouchers have no id");
  return id;
}

const endsOf = (rows: Prisma.Sql, ends: Prisma.Sql) => Prisma.sql`
  SELECT coalesce(sum(vouchers), 0)::int AS vouchers, min(first_id)::text AS first_id, max(last_id)::text AS last_id, ${ends} FROM ${rows}`;

const groupEnds = Prisma.sql`
  ${Prisma.raw(isoInstant("min(first_created_at)"))} AS first_created_at, ${Prisma.raw(isoInstant("max(last_created_at)"))} AS last_created_at,
  NULL AS first_voucher_date, NULL AS last_voucher_date`;
const stepEnds = Prisma.sql`
  NULL AS first_created_at, NULL AS last_created_at, min(first_voucher_date) AS first_voucher_date, max(last_voucher_date) AS last_voucher_date`;

/** What filters on `created` leave; undefined without any, and when they are a list. */
function createdRange(filters: Filter[]): Range | undefined {
  const created = filters.filter(({ field }) => field.column === "created_at");
  return created.length > 0 ? toRange(created, createdScale) : undefined;
}

const createdScale = scaleOf({ column: "created_at" });

/** The days that such a range touches, by longer steps where they are whole. */
function createdSteps(scope: Scope, range: Range): Prisma.Sql {
  const { whole } = cutRange(bucketsTouched(range, createdDays), createdScale.levels);
  const parts = whole.map((steps) => Prisma.sql`SELECT s.* FROM ${stepsIn(scope, steps)}`);
  return Prisma.sql`(${Prisma.join(parts, " UNION ALL ")}) steps`;
}
