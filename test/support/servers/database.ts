import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export const templateDatabase = "talonario_template";

export interface TestDatabase extends AsyncDisposable {
  url: string;
  drop(): Promise<void>;
}

/** Creates a migrated, empty database in about 50 ms. If it is not dropped, it disappears with the test run's server. */
export const createDatabase = (): Promise<TestDatabase> => createDatabaseFrom(templateDatabase);

export async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const database = await createBareDatabase(template);
  // A copy by template is a way back, and most tests run no process that would notice it. Theirs begins with the copy.
  await runOn(
    database.url,
    `SELECT detect_database_loss(); UPDATE database_incarnation SET first_incarnation = incarnation, written_by = pg_current_xact_id(); ${closeTemporary}`,
  );
  return database;
}

/** What everybody may do in a database is not copied with it. Each migration takes it. */
const closeTemporary = `DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$`;

/** Creates a database without a table. */
export async function createBareDatabase(template = "template0"): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runOnServer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = name;
  const drop = () => runOnServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

/** For a driver of a test's own: a whole number of 64 bits is a number, as far as it can be one. */
export const wholeNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8
      ? (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
      : pg.types.getTypeParser(oid, format as "text"),
};

const runOnServer = (statement: string): Promise<void> => runOn(inject("postgresUrl"), statement);

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
