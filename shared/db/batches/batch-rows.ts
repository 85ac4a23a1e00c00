import type { Tenant } from "../../domain/tenant.js";
import { countRows } from "../fragments/count-rows.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { ListedFields } from "../listing/listed-fields.js";
import { type Listing, type SelectedPage, selectPage, toCondition, toStatement } from "../listing/listing.js";
import type { Database, Transaction } from "../pool/database.js";
import { isoInstant } from "../sql/raw-sql.js";

/** The batches. Source: api/README.md, "Batches". */
export const batchFields: ListedFields = {
  id: { column: "id", type: "integer", index: "batch_company" },
  name: { column: "name", type: "text", index: "batch_company" },
  state: { column: "state", type: "text", index: "batch_company" },
  created: { column: "created_at", type: "instant", index: "batch_company" },
};

/** A batch runs until all its elements are settled; that it is over is noted some seconds later. */
const batches = Prisma.sql`(
  SELECT b.*, CASE WHEN EXISTS (SELECT FROM batch_element e WHERE e.batch_id = b.id AND e.state = 'pending') THEN 'running'
    WHEN b.cancelled_at IS NULL THEN 'done' ELSE 'cancelled' END AS state FROM batch b)`;

const row = Prisma.sql`(
  SELECT json_build_object('id', v.id, 'name', v.name, 'state', v.state, 'total', v.total,
    'pending', count(*) FILTER (WHERE e.state = 'pending'), 'issued', count(*) FILTER (WHERE e.state = 'issued'),
    'failed', count(*) FILTER (WHERE e.state = 'failed'), 'created', ${Prisma.raw(isoInstant("v.created_at"))},
    'finished', CASE WHEN v.state <> 'running' THEN ${Prisma.raw(isoInstant("max(e.settled_at)"))} END)::text
  FROM batch_element e WHERE e.batch_id = v.id)`;

/** A page of the batches of one environment. */
export function listBatches(db: Database, scope: Tenant, listing: Listing): Promise<SelectedPage> {
  const own = inScope(scope, "l");
  const total = Prisma.sql`(SELECT count(*) FROM ${batches} l WHERE ${own} AND ${toCondition(listing.filters, "l")})`;
  return selectPage(db, toStatement(listing, { table: batches, scope: own, row, total }));
}

/** One batch as the text of a JSON object. Undefined when there is none. */
export async function findBatch(db: Database | Transaction, scope: Tenant, id: number): Promise<string | undefined> {
  const [found] = await db.$queryRaw<{ row: string }[]>`
    SELECT ${row} AS row FROM ${batches} v WHERE ${inScope(scope, "v")} AND v.id = ${id}`;
  return found?.row;
}

/** Whether a batch was cancelled. Undefined when there is none. */
export async function isCancelled(db: Transaction, scope: Tenant, id: number): Promise<boolean | undefined> {
  const [found] = await db.$queryRaw<{ cancelled: boolean }[]>`
    SELECT b.cancelled_at IS NOT NULL AS cancelled FROM batch b WHERE ${inScope(scope, "b")} AND b.id = ${id}`;
  return found?.cancelled;
}

/** How many batches of the environment have elements of which nothing is decided. */
export const countRunning = (db: Transaction, scope: Tenant): Promise<number> =>
  countRows(db, Prisma.sql`batch b WHERE ${inScope(scope, "b")} AND b.finished_at IS NULL`);
