import type { ListedVoucher } from "../../domain/reports/voucher-cells.js";
import type { Tenant } from "../../domain/tenant.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import { type Listing, toCondition, toOrder } from "./listing.js";
import { voucherRow } from "./voucher-row.js";

/** Gives the rows of a query in chunks, all from one snapshot of the database. */
interface SnapshotReader {
  read<Row>(query: Prisma.Sql): AsyncGenerator<Row[]>;
}

/**
 * All vouchers of a listing in its order, in chunks. PostgreSQL sorts only the columns of the ordering. It makes the row of each voucher
 * afterwards, so that the sort stays small. Source: api/README.md, "Vouchers in CSV".
 */
export async function* readEveryVoucher(
  reader: SnapshotReader,
  scope: Tenant,
  { filters, ordering }: Pick<Listing, "filters" | "ordering">,
): AsyncGenerator<ListedVoucher[]> {
  const rows = reader.read<{ row: string }>(Prisma.sql`
    SELECT (SELECT ${voucherRow} FROM voucher v WHERE ${inScope(scope, "v")} AND v.id = l.id) AS row
    FROM voucher l WHERE ${inScope(scope, "l")} AND ${toCondition(filters, "l")} ORDER BY ${toOrder(ordering, "l")}`);
  for await (const chunk of rows) yield chunk.map(({ row }) => JSON.parse(row) as ListedVoucher);
}
