import pg from "pg";
import { inject } from "vitest";
import { createBareDatabase, type TestDatabase } from "./database.js";
import { createDemoDatabase, type Demo } from "./demo-database.js";
import { migrateForRoles } from "./process-roles.js";

/** A migrated, empty database whose tables have partitions by company. */
export async function createPartitionedDatabase(partitions: number): Promise<TestDatabase> {
  const database = await createBareDatabase();
  await migrateForRoles(database.url, { partitions });
  return database;
}

/** What each database has of its own. */
const own = [
  "_prisma_migrations",
  "database_life",
  "database_shape",
  "work_lock",
  "api_secret",
  "watermark_key",
  "watermark_state",
];

/** The same with the demo companies. */
export async function createPartitionedDemo(partitions: number): Promise<TestDatabase & Demo> {
  const database = await createPartitionedDatabase(partitions);
  return { ...(await loadDemo(database.url)), ...database };
}

/** Loads the demo companies into a migrated database without rows, as an operator brings them: without triggers. */
export async function loadDemo(databaseUrl: string): Promise<Demo> {
  await using demo = await createDemoDatabase();
  const [from, to] = [demo.url, databaseUrl].map((connectionString) => new pg.Client({ connectionString }));
  if (!from || !to) throw new Error("there are two");
  await Promise.all([from.connect(), to.connect()]);
  await to.query("SET session_replication_role = replica");
  const { rows: tables } = await from.query<{ name: string }>(
    "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> ALL($1)",
    [own],
  );
  for (const { name } of tables) {
    const { rows } = await from.query<{ all: string | null }>(`SELECT json_agg(t)::text AS all FROM public.${name} t`);
    await to.query(`INSERT INTO public.${name} SELECT * FROM json_populate_recordset(NULL::public.${name}, $1::json)`, [
      rows[0]?.all ?? "[]",
    ]);
  }
  const { rows: counters } = await from.query<{ counter: string; last: string }>(
    "SELECT seqrelid::regclass::text AS counter, pg_sequence_last_value(seqrelid) AS last FROM pg_sequence WHERE pg_sequence_last_value(seqrelid) IS NOT NULL",
  );
  for (const { counter, last } of counters) await to.query("SELECT setval($1::regclass, $2)", [counter, last]);
  await Promise.all([from.end(), to.end()]);
  return inject("demo");
}
