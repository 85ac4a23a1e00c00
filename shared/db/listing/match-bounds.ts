import type { Tenant } from "../../domain/tenant.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { isoInstant } from "../sql/raw-sql.js";
import { createdDays, scaleOf } from "./bucket-scales.js";
import { stepsIn } from "./bucket-sums.js";
import { bucketsTouched, cutRange, isEmpty, type Range, toRange } from "./buckets.js";
import { groupFilters, matchingGroups } from "./group-sums.js";
import { type ListedField, voucherFields } from "./listed-fields.js";
import { type Filter, type Listing, notFollowed } from "./listing.js";

/** Bounds from the stored sums, before any voucher is read. */
export interface MatchBounds {
  /** How many vouchers match. Undefined when the sums cannot answer every filter. */
  total: number | undefined;
  /**
   * The bounds of the page's order field among the matches. Ids, `created` and `date` grow together. Without bounds, the search
   * for a page of a month two years ago would begin at today's vouchers.
   */
  bounds: Filter[];
  /** The filters and the bounds for the page. With many matches, it uses the index of the bounds and only checks the filters. */
  page: Filter[];
}

/** With fewer matches, sorting them is faster than skipping other vouchers between the bounds. */
export const manyMatches = 200;

const none: MatchBounds = { total: 0, bounds: [], page: [] };

type RangeEnds = Record<string, string | null> & { vouchers: number };

/** Undefined when the sums show nothing about these filters. The total is 0 when nothing can match. */
export async function findSpan(db: Database, scope: Tenant, listing: Listing): Promise<MatchBounds | undefined> {
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

  const rows = await db.$queryRaw<RangeEnds[]>(Prisma.join(parts, " UNION ALL "));
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

function between(field: ListedField, ends: RangeEnds): Filter[] {
  const [first, last] = [ends[`first_${field.column}`], ends[`last_${field.column}`]];
  if (!first || !last) return [];
  return [
    { field, comparison: "gte", value: first },
    { field, comparison: "lte", value: last },
  ];
}

/** The page's order field if it grows with time. Otherwise the id: then the matches between two ids are sorted. */
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

/** The range that the filters on `created` allow. Undefined without such filters, or when one is a list. */
function createdRange(filters: Filter[]): Range | undefined {
  const created = filters.filter(({ field }) => field.column === "created_at");
  return created.length > 0 ? toRange(created, createdScale) : undefined;
}

const createdScale = scaleOf({ column: "created_at" });

/** The steps of all days that the range touches, in longer steps where these are complete. */
function createdSteps(scope: Tenant, range: Range): Prisma.Sql {
  const { whole } = cutRange(bucketsTouched(range, createdDays), createdScale.levels);
  const parts = whole.map((steps) => Prisma.sql`SELECT s.* FROM ${stepsIn(scope, steps)}`);
  return Prisma.sql`(${Prisma.join(parts, " UNION ALL ")}) steps`;
}
