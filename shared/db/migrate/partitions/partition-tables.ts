import type pg from "pg";
import { partitionedTables, partitionKey, partitionSchema, partOf } from "./partitioned-tables.js";
import { readTableShape, type TableShape } from "./table-shape.js";
import { tellStatements } from "./tell-statements.js";
import { readViews } from "./views.js";

/**
 * Makes each of the tables anew as one that is partitioned, with all that it has, and the first part of each. All at once, in the
 * transaction of the caller. The tables must be empty. Source: shared/db/migrate/README.md.
 */
export async function partitionTables(client: pg.Client, partitions: number): Promise<void> {
  await client.query("SET LOCAL search_path = public");
  const shapes: TableShape[] = [];
  for (const table of partitionedTables) shapes.push(await readTableShape(client, table));
  const views = await readViews(client, partitionedTables);

  const run = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await run(views.toReversed().map(({ name }) => `DROP VIEW ${name}`));
  await run([`CREATE SCHEMA IF NOT EXISTS ${partitionSchema}`]);
  for (const { table, counters } of shapes) {
    await run(counters.map(({ counter }) => `ALTER SEQUENCE ${counter} OWNED BY NONE`));
    await run([
      `ALTER TABLE ${table} RENAME TO ${table}_before`,
      `CREATE TABLE ${table} (LIKE ${table}_before INCLUDING ALL EXCLUDING INDEXES EXCLUDING IDENTITY) PARTITION BY HASH (${partitionKey})`,
    ]);
  }
  // Those that refer to others first. What else hangs on them is an error here, and nothing is changed.
  await run(shapes.toReversed().map(({ table }) => `DROP TABLE ${table}_before`));
  for (const { table, indexes, keys, triggers, counters, settings } of shapes)
    await run([
      ...indexes,
      ...keys,
      ...triggers,
      ...counters.map(({ counter, column }) => `ALTER SEQUENCE ${counter} OWNED BY ${table}.${column}`),
      createPart(table, partitions, 0, ofPart(settings)),
    ]);
  await run(shapes.flatMap(({ references }) => references));
  await run(views.map(({ text }) => text));
  await client.query("INSERT INTO database_shape (partitions) VALUES ($1)", [partitions]);
  await tellStatements(client, true);
}

const calm = ["vacuum", "vacuum_insert", "analyze"].map((work) => `autovacuum_${work}_threshold=20000`);

/**
 * The settings of a part: those of its table. After it has vacuumed or analyzed a table, PostgreSQL plans all statements that name it anew, on
 * each connection. With 16 parts there would be 16 times as many occasions, each ten times as dear. So a part waits for 20,000 changes.
 */
const ofPart = (settings: string | null): string => [...(settings ? [settings] : []), ...calm].join(", ");

/** A part takes the settings of the first one, which the table itself cannot have. */
export const createPart = (table: string, partitions: number, remainder: number, settings: string | null): string =>
  `CREATE TABLE ${partOf(table, remainder)} PARTITION OF public.${table} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${remainder})
   ${settings ? `WITH (${settings})` : ""}`;
