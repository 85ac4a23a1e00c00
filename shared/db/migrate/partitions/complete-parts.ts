import type pg from "pg";
import { createPart } from "./partition-tables.js";
import { partitionedTables, partOf } from "./partitioned-tables.js";
import { referByParts } from "./refer-by-parts.js";

/** So many parts are made in one transaction, which locks each of their indexes. */
const partsAtOnce = 16;

/**
 * Makes the parts that are missing, and gives each what only the table itself got: its triggers for whole statements, which PostgreSQL does
 * not hand on, though nobody should be able to empty a part or write past the sums. What was cut off goes on here. Issuances come last: as long as
 * a part is missing, nobody whose voucher would go there can have begun one.
 */
export async function completeParts(client: pg.Client, partitions: number): Promise<void> {
  for (const table of partitionedTables.toReversed()) {
    for (let first = 0; first < partitions; first += partsAtOnce) {
      await client.query("BEGIN");
      await client.query("SET LOCAL search_path = public");
      for (let remainder = first; remainder < Math.min(partitions, first + partsAtOnce); remainder++)
        await completePart(client, table, partitions, remainder);
      await client.query("COMMIT");
    }
  }
  await referByParts(client, partitions);
}

async function completePart(client: pg.Client, table: string, partitions: number, remainder: number): Promise<void> {
  const part = partOf(table, remainder);
  const { rows } = await client.query<{ isThere: boolean; settings: string | null }>(
    `SELECT to_regclass($1) IS NOT NULL AS "isThere",
      (SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = to_regclass($2)) AS settings`,
    [part, partOf(table, 0)],
  );
  const [known] = rows;
  if (!known?.isThere) await client.query(createPart(table, partitions, remainder, known?.settings ?? null));
  const [own, wanted] = [await statementTriggers(client, part), await statementTriggers(client, table)];
  const onPart = (text: string) => text.replace(` ON public.${table} `, ` ON ${part} `);
  for (const { name, text } of own)
    if (!wanted.some((one) => one.name === name && onPart(one.text) === text))
      await client.query(`DROP TRIGGER ${name} ON ${part}`);
  for (const { name, text } of wanted)
    if (!own.some((one) => one.name === name && one.text === onPart(text))) await client.query(onPart(text));
}

/** The triggers of a table that do not run for each row. */
const statementTriggers = async (client: pg.Client, table: string): Promise<{ name: string; text: string }[]> =>
  (
    await client.query<{ name: string; text: string }>(
      `SELECT quote_ident(tgname) AS name, pg_get_triggerdef(oid) AS text FROM pg_trigger
       WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgtype & 1 = 0 ORDER BY tgname`,
      [table],
    )
  ).rows;
