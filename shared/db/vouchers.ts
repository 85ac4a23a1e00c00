import type { Database } from "./database.js";
import { skipSteps } from "./far-offset.js";
import { Prisma } from "./generated/client.js";
import { isSteady, type Listing, type Page, selectPage, toStatement } from "./listing.js";
import { preparedAs } from "./raw-sql.js";
import { inScope, type Scope } from "./scope.js";
import { voucherRow } from "./voucher-row.js";
import { findSpan, type Span } from "./voucher-span.js";
import { countVouchers } from "./voucher-total.js";

/**
 * The statement of a page and its total, with what the sums told of it before. A steady one makes the rows; any other gives ids
 * alone, since to plan all that makes a row takes longer than to make it.
 */
export function toVoucherStatement(scope: Scope, listing: Listing, span: Span | undefined): Prisma.Sql {
  const { filters } = listing;
  const steady = isSteady(listing);
  const skipped = skipSteps(scope, listing);
  const statement = toStatement(
    { ...listing, filters: span?.page ?? filters },
    {
      table: Prisma.sql`voucher`,
      scope: skipped ? Prisma.sql`${inScope(scope, "l")} AND ${skipped.condition}` : inScope(scope, "l"),
      row: steady ? voucherRow : undefined,
      total: countVouchers(scope, filters, span),
      offset: skipped?.offset,
    },
  );
  return steady ? preparedAs("listing", statement) : statement;
}

/** Source: API.md, "GET /{company_id}/invoices". */
export async function listVouchers(db: Database, scope: Scope, listing: Listing): Promise<Page> {
  const span = await findSpan(db, scope, listing);
  if (span?.total === 0) return { total: 0, rows: "[]" };
  const page = await selectPage(db, toVoucherStatement(scope, listing, span));
  return isSteady(listing) ? page : { total: page.total, rows: await findRows(db, scope, JSON.parse(page.rows)) };
}

/** The rows of these vouchers in their order: the text of a JSON array. */
async function findRows(db: Database, scope: Scope, ids: number[]): Promise<string> {
  const [found] = await db.$queryRaw<[{ rows: string }]>`
    /* prepared voucher_rows */ SELECT '[' || coalesce(string_agg(listed.row, ',' ORDER BY listed.at), '') || ']' AS rows FROM (
      SELECT ${voucherRow} AS row, wanted.at
      FROM unnest((SELECT ${ids}::int[])) WITH ORDINALITY AS wanted(id, at) JOIN voucher v ON v.id = wanted.id
      WHERE ${inScope(scope, "v")}
    ) listed`;
  return found.rows;
}

/** One voucher as it is listed: the text of a JSON object. */
export async function findVoucher(db: Database, scope: Scope, id: number): Promise<string | undefined> {
  const [found] = await db.$queryRaw<{ row: string }[]>`
    /* prepared find_voucher */ SELECT ${voucherRow} AS row FROM voucher v WHERE ${inScope(scope, "v")} AND v.id = ${id}`;
  return found?.row;
}
