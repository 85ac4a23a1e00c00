import type pg from "pg";
import { partitionedTables, partOf } from "./partitioned-tables.js";

/** A foreign key from one of these tables to another. */
interface Reference {
  table: string;
  target: string;
  name: string;
  text: string;
}

/**
 * Lets each part refer to the part of the same companies. A foreign key of the whole table would refuse the same, but PostgreSQL would open and
 * lock all parts to look for one row. So what a migration gave to the table is taken from it and given to each part. A part that lacks what the
 * first part has gets it.
 */
export async function referByParts(client: pg.Client, partitions: number): Promise<void> {
  const remainders = Array.from({ length: partitions }, (_, remainder) => remainder);
  for (const table of partitionedTables) {
    await client.query("BEGIN");
    await client.query("SET LOCAL search_path = public");
    const whole = await readReferences(client, (one) => one, table);
    if (whole.length > 0) await client.query(lockAll);
    for (const { name } of whole) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const reference of whole)
      for (const remainder of remainders) {
        await client.query(`ALTER TABLE ${partOf(table, remainder)} DROP CONSTRAINT IF EXISTS ${reference.name}`);
        // The rows are checked afterwards, when nobody waits: while the key was the table's, they were right.
        await client.query(`${referFrom(reference, remainder)} NOT VALID`);
      }
    await client.query("COMMIT");

    const ofFirst = await readReferences(client, (one) => partOf(one, 0), table);
    for (const reference of ofFirst) for (const remainder of remainders) await complete(client, reference, remainder);
  }
}

async function readReferences(
  client: pg.Client,
  tableOf: (table: string) => string,
  table: string,
): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `SELECT quote_ident(c.conname) AS name, replace(pg_get_constraintdef(c.oid), ' NOT VALID', '') AS text, $3::text AS table, target.name AS target
     FROM unnest($1::text[], $2::text[]) AS target(name, relation) JOIN pg_constraint c ON c.confrelid = target.relation::regclass
     WHERE c.contype = 'f' AND c.conparentid = 0 AND c.conrelid = $4::regclass ORDER BY c.conname`,
    [partitionedTables, partitionedTables.map(tableOf), table, tableOf(table)],
  );
  return rows;
}

const referFrom = ({ table, target, name, text }: Reference, remainder: number): string =>
  `ALTER TABLE ${partOf(table, remainder)} ADD CONSTRAINT ${name} ${text.replace(/ REFERENCES \S+?\(/, ` REFERENCES ${partOf(target, remainder)}(`)}`;

async function complete(client: pg.Client, reference: Reference, remainder: number): Promise<void> {
  const part = partOf(reference.table, remainder);
  const { rows } = await client.query<{ convalidated: boolean }>(
    "SELECT convalidated FROM pg_constraint WHERE conrelid = $1::regclass AND quote_ident(conname) = $2",
    [part, reference.name],
  );
  if (!rows[0]) await client.query(referFrom(reference, remainder));
  else if (!rows[0].convalidated) await client.query(`ALTER TABLE ${part} VALIDATE CONSTRAINT ${reference.name}`);
}

/**
 * In the order in which what issues locks them. While something else holds one, nobody waits for more than half a second at a time, and what
 * locks them in another order goes first.
 */
const lockAll = `
  DO $$
  BEGIN
    FOR attempt IN 1..600 LOOP
      BEGIN
        PERFORM set_config('lock_timeout', '500ms', true);
        LOCK TABLE ${partitionedTables.join(", ")} IN ACCESS EXCLUSIVE MODE;
        RETURN;
      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
        PERFORM pg_sleep(0.5);
      END;
    END LOOP;
    RAISE EXCEPTION 'a table in parts is in use: end what holds it, and migrate again';
  END
  $$`;
