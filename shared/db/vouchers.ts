import type { Database } from "./database.js";
import { skipSteps } from "./far-offset.js";
import { Prisma } from "./generated/client.js";
import { isSteady, type Listing, type Page, selectPage, toStatement } from "./listing.js";
import { preparedAs } from "./raw-sql.js";
import { inScope, type Scope } from "./scope.js";
import { voucherRow } from "./voucher-row.js";
import { findSpan, type Span } from "./voucher-span.js";
import { countVouchers } from "./voucher-total.js";

/** The statement of a page and its total, with what the sums told of it before. */
export function toVoucherStatement(scope: Scope, listing: Listing, span: Span | undefined): Prisma.Sql {
  const { filters } = listing;
  const skipped = skipSteps(scope, listing);
  const statement = toStatement(
    { ...listing, filters: [...filters, ...(span?.bounds ?? [])] },
    {
      table: Prisma.sql`voucher`,
      scope: skipped ? Prisma.sql`${inScope(scope, "l")} AND ${skipped.condition}` : inScope(scope, "l"),
      row: voucherRow,
      total: countVouchers(scope, filters, span),
      offset: skipped?.offset,
    },
  );
  return isSteady(listing) ? preparedAs("listing", statement) : statement;
}

/** Source: API.md, "GET /{company_id}/invoices". */
export async function listVouchers(db: Database, scope: Scope, listing: Listing): Promise<Page> {
  const span = await findSpan(db, scope, listing);
  return span?.total === 0 ? { total: 0, rows: "[]" } : selectPage(db, toVoucherStatement(scope, listing, span));
}

/** One voucher as it is listed: the text of a JSON object. */
export async function findVoucher(db: Database, scope: Scope, id: number): Promise<string | undefined> {
  const [found] = await db.$queryRaw<{ row: string }[]>`
    SELECT ${voucherRow} AS row FROM voucher v WHERE ${inScope(scope, "v")} AND v.id = ${id}`;
  return found?.row;
}
