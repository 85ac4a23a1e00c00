import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import { type PreparedStatement, preparedAs } from "../sql/prepared.js";
import { forEachOf } from "../sql/raw-sql.js";
import { firstPage, isDescending, isFirstById, type Listing, toAnswer } from "./listing.js";
import { voucherRow } from "./voucher-row.js";

/** A listing by a list of ids: the first page, in the order of ids. */
export interface IdList {
  ids: number[];
  descending: boolean;
}

export function toIdList(listing: Listing): IdList | undefined {
  const [filter, ...others] = listing.filters;
  if (filter?.comparison !== "in" || filter.field.column !== "id" || others.length > 0 || !isFirstById(listing))
    return undefined;
  const ids = [...new Set(filter.values.map(Number))].filter((id) => id > 0 && id <= largestId);
  return { ids, descending: isDescending(listing) };
}

const largestId = Number.MAX_SAFE_INTEGER;

/** The page and its total in one statement, with the same text for all lists. */
export function toListStatement(scope: Tenant, { ids, descending }: IdList): PreparedStatement {
  const order = Prisma.raw(descending ? "DESC" : "ASC");
  const found = forEachOf(
    ids,
    Prisma.sql`SELECT v.id FROM voucher v WHERE v.id = wanted.id AND ${inScope(scope, "v")}`,
  );
  const rows = Prisma.sql`
    SELECT ${voucherRow} AS row FROM (SELECT id FROM found ORDER BY id ${order} LIMIT ${firstPage}) page JOIN voucher v ON v.id = page.id
    ORDER BY v.id ${order}`;
  const total = Prisma.sql`SELECT count(*) FROM found`;
  return preparedAs("list", Prisma.sql`WITH found AS MATERIALIZED (${found}) ${toAnswer(total, rows)}`);
}
