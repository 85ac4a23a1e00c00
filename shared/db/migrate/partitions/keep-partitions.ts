import type pg from "pg";
import { completeParts } from "./complete-parts.js";
import { partitionTables } from "./partition-tables.js";
import { partitionedTables } from "./partitioned-tables.js";
import { tellStatements } from "./tell-statements.js";

/** Why the tables are not partitioned as asked, with what to do. */
export class PartitionsError extends Error {
  override name = "PartitionsError";
}

const mostPartitions = 256;

/** @throws PartitionsError unless it is a power of two in the range */
export function readPartitions(text: string): number {
  const partitions = Number(text);
  if (!/^[0-9]+$/.test(text) || partitions < 2 || partitions > mostPartitions || (partitions & (partitions - 1)) !== 0)
    throw new PartitionsError(
      `--partitions ${text}: give a power of two from 2 to ${mostPartitions}, such as --partitions 16, or leave it out for tables in one piece.`,
    );
  return partitions;
}

const wayTo = (partitions: number) =>
  `To have ${partitions}: dump it, run the migration with --partitions ${partitions} on an empty database, and load the rows there (shared/deploy/SCALE.md).`;

/**
 * Before anything is migrated.
 * @throws PartitionsError when this database cannot get as many
 */
export async function checkPartitions(client: pg.Client, wanted: number): Promise<void> {
  const kept = await keptPartitions(client);
  if (kept === wanted) return;
  if (kept !== undefined)
    throw new PartitionsError(`This database has ${kept} partitions, and their number never changes. ${wayTo(wanted)}`);
  const used = await usedTable(client);
  if (used !== undefined)
    throw new PartitionsError(
      `This database has rows in ${used}: only a database without vouchers can be partitioned. ${wayTo(wanted)}`,
    );
}

/** After the migrations: partitions the tables as asked, or completes what they have. */
export async function keepPartitions(client: pg.Client, wanted?: number): Promise<void> {
  const kept = await keptPartitions(client);
  if (kept !== undefined) await completeParts(client, kept);
  await noteShape(client, kept);
  if (kept !== undefined || wanted === undefined) return;
  await client.query("BEGIN");
  await client.query(`LOCK TABLE ${partitionedTables.join(", ")} IN ACCESS EXCLUSIVE MODE`);
  await checkPartitions(client, wanted);
  await partitionTables(client, wanted);
  await client.query("COMMIT");
  await completeParts(client, wanted);
}

/** The row and what the statements use follow the tables: the row may have been loaded from a database of another shape. */
async function noteShape(client: pg.Client, kept: number | undefined): Promise<void> {
  // The folder of an earlier version has no such table.
  const { rows } = await client.query("SELECT to_regclass('public.database_shape') IS NOT NULL AS known");
  if (!rows[0]?.known) return;
  await client.query("DELETE FROM public.database_shape WHERE partitions IS DISTINCT FROM $1", [kept]);
  if (kept !== undefined)
    await client.query("INSERT INTO public.database_shape (partitions) VALUES ($1) ON CONFLICT DO NOTHING", [kept]);
  await tellStatements(client, kept !== undefined);
}

/** How many partitions the tables have. */
async function keptPartitions(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ partitions: number }>(
    `SELECT substring(pg_get_expr(relpartbound, oid) FROM 'modulus ([0-9]+)')::int AS partitions FROM pg_class
     WHERE oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('public.voucher')) LIMIT 1`,
  );
  return rows[0]?.partitions;
}

async function usedTable(client: pg.Client): Promise<string | undefined> {
  for (const table of partitionedTables) {
    const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS known", [`public.${table}`]);
    if (!rows[0]?.known) continue;
    const { rowCount } = await client.query(`SELECT FROM public.${table} LIMIT 1`);
    if (rowCount) return table;
  }
  return undefined;
}
