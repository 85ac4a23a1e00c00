import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { prepared, preparedAs } from "../sql/prepared.js";
import { skipBuckets } from "./far-offset.js";
import { isSteady, type Listing, type SelectedPage, selectPage, toStatement } from "./listing.js";
import { findSpan, type MatchBounds } from "./match-bounds.js";
import { toIdList, toListStatement } from "./voucher-list.js";
import { toRangeListing, toRangeStatement } from "./voucher-range.js";
import { voucherRow, voucherWithNotes } from "./voucher-row.js";
import { voucherCount } from "./voucher-total.js";

/**
 * The statement for a page and its total. Undefined when the sums show that nothing matches. A prepared statement gives rows. Any
 * other gives only ids, because planning the expression of a row takes longer than running it.
 */
export async function toVoucherStatement(
  db: Database,
  scope: Tenant,
  listing: Listing,
): Promise<{ statement: Prisma.Sql; gives: "rows" | "ids" } | undefined> {
  if (isSteady(listing))
    return { statement: preparedAs("listing", toPageStatement(scope, listing, voucherRow)), gives: "rows" };
  const range = toRangeListing(listing);
  if (range) return { statement: toRangeStatement(scope, range), gives: "rows" };
  const list = toIdList(listing);
  if (list) return { statement: toListStatement(scope, list), gives: "rows" };
  const span = await findSpan(db, scope, listing);
  return span?.total === 0 ? undefined : { statement: toPageStatement(scope, listing, undefined, span), gives: "ids" };
}

function toPageStatement(scope: Tenant, listing: Listing, row: Prisma.Sql | undefined, span?: MatchBounds): Prisma.Sql {
  const { filters } = listing;
  const skipped = skipBuckets(scope, listing);
  return toStatement(
    { ...listing, filters: span?.page ?? filters },
    {
      table: Prisma.sql`voucher`,
      scope: skipped ? Prisma.sql`${inScope(scope, "l")} AND ${skipped.condition}` : inScope(scope, "l"),
      row,
      total: voucherCount(scope, filters, span),
      offset: skipped?.offset,
    },
  );
}

/** The connections for listings. */
export interface ListingReads {
  /** For statements that may read many vouchers. */
  reading: Database;
  /** For prepared statements that read no more than a page. */
  pages: Database;
}

/** Source: api/README.md, "GET /{company_id}/invoices". */
export async function listVouchers(
  { reading, pages }: ListingReads,
  scope: Tenant,
  listing: Listing,
): Promise<SelectedPage> {
  const found = await toVoucherStatement(reading, scope, listing);
  if (!found) return { total: 0, rows: "[]" };
  if (found.gives === "rows") return selectPage(pages, found.statement);
  const { total, rows: ids } = await selectPage(reading, found.statement);
  return { total, rows: await findRows(pages, scope, JSON.parse(ids)) };
}

/** The rows of these vouchers, in this order, as the text of a JSON array. */
async function findRows(db: Database, scope: Tenant, ids: number[]): Promise<string> {
  const [found] = await db.$queryRaw<[{ rows: string }]>(prepared("voucher_rows")`
    SELECT '[' || coalesce(string_agg(listed.row, ',' ORDER BY listed.at), '') || ']' AS rows FROM (
      SELECT ${voucherRow} AS row, wanted.at
      FROM unnest((SELECT ${ids}::bigint[])) WITH ORDINALITY AS wanted(id, at) JOIN voucher v ON v.id = wanted.id
      WHERE ${inScope(scope, "v")}
    ) listed`);
  return found.rows;
}

/** One listed voucher with its notes, as the text of a JSON object. */
export async function findVoucher(db: Database, scope: Tenant, id: number): Promise<string | undefined> {
  const [found] = await db.$queryRaw<{ row: string }[]>(prepared("find_voucher")`
    SELECT ${voucherWithNotes} AS row FROM voucher v WHERE ${inScope(scope, "v")} AND v.id = ${id}`);
  return found?.row;
}
