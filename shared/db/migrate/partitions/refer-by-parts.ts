import type pg from "pg";
import { partitionedTables, partOf } from "./partitioned-tables.js";

/** A foreign key from one of these tables to another. */
interface Reference {
  table: string;
  target: string;
  name: string;
  text: string;
  /** Of the whole table, as a migration makes it. Otherwise of the first part. */
  isWhole: boolean;
}

/**
 * Lets each part refer to the part of the same companies. A foreign key of the whole table would refuse the same, but PostgreSQL would open and
 * lock all parts to look for one row. It is taken from the table and given to its parts, and a part that lacks one gets it.
 */
export async function referByParts(client: pg.Client, partitions: number): Promise<void> {
  for (const table of partitionedTables) {
    await client.query("BEGIN");
    await client.query("SET LOCAL search_path = public");
    for (const reference of await readReferences(client, table)) {
      if (reference.isWhole) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${reference.name}`);
      for (let remainder = 0; remainder < partitions; remainder++) await referFrom(client, reference, remainder);
    }
    await client.query("COMMIT");
  }
}

async function readReferences(client: pg.Client, table: string): Promise<Reference[]> {
  const firstParts = partitionedTables.map((one) => partOf(one, 0));
  const { rows } = await client.query<Omit<Reference, "table">>(
    `SELECT quote_ident(conname) AS name, pg_get_constraintdef(oid) AS text, confrelid::regclass::text AS target, conrelid = $1::regclass AS "isWhole"
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
       AND (conrelid = $1::regclass AND confrelid = ANY ($2::regclass[]) OR conrelid = $3::regclass AND confrelid = ANY ($4::regclass[]))
     ORDER BY conname`,
    [table, partitionedTables, partOf(table, 0), firstParts],
  );
  return rows.map((row) => ({
    ...row,
    table,
    target: partitionedTables[firstParts.indexOf(row.target)] ?? row.target,
  }));
}

async function referFrom(client: pg.Client, { table, target, name, text }: Reference, remainder: number) {
  const [part, targetPart] = [partOf(table, remainder), partOf(target, remainder)];
  const { rowCount } = await client.query(
    "SELECT FROM pg_constraint WHERE conrelid = $1::regclass AND confrelid = $2::regclass AND quote_ident(conname) = $3",
    [part, targetPart, name],
  );
  if (rowCount) return;
  const toPart = text.replace(/ REFERENCES \S+?\(/, ` REFERENCES ${targetPart}(`);
  await client.query(`ALTER TABLE ${part} ADD CONSTRAINT ${name} ${toPart}`);
}
