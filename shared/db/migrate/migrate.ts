import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { projectFolder } from "../../assets/assets.js";
import { databaseOf, withClient } from "../../config/database-hosts.js";
import { waitForTurn } from "./one-at-a-time.js";
import { ownerName } from "./set-grants.js";

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface MigrateOptions {
  folder?: string;
  /** Prefix of the names of the database's roles. Default: the database's name. */
  prefix?: string;
  /** Name of the last migration to apply, which may be one that this version does not have. Default: all. */
  to?: string | undefined;
}

/** An arbitrary number, equal in all processes, so that only one migrates at a time. */
const advisoryLock = 7_266_001;

/**
 * Applies the migrations that a database lacks, each in a transaction. Uses Prisma's own migration table, so that this function
 * and `prisma migrate deploy` are interchangeable. Gives the names of the migrations applied now. At the end it asks the database whether
 * it was loaded from a dump: then a new history begins, because the dump may lack commits.
 *
 * @throws MigrationError when the database has migrations but not the first one of this version, when an applied migration was edited later,
 * and when one failed, now or half-way before
 */
export function migrate(
  databaseUrl: string,
  { folder = ownMigrations, prefix = databaseOf(databaseUrl), to }: MigrateOptions = {},
): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    await waitForTurn(client, advisoryLock);
    await becomeOwner(client, ownerName(prefix));
    await client.query(migrationTable);
    const pending = (await findPending(client, folder)).filter(({ name }) => to === undefined || name <= to);
    for (const migration of pending) await apply(client, migration);
    await client.query("SELECT detect_database_loss()");
    return pending.map((migration) => migration.name);
  });
}

/** Gives what a migration makes to the role that owns the rest. Without such a role, it is the connecting role's. */
async function becomeOwner(client: pg.Client, owner: string): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_roles WHERE rolname = $1 AND has_database_privilege(oid, current_database(), 'CREATE')",
    [owner],
  );
  if (rowCount) await client.query(`SET ROLE ${pg.escapeIdentifier(owner)}`);
}

/** The names of the migrations that the database still lacks. */
export function pendingMigrations(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known");
    const pending = rows[0].known ? await findPending(client) : readMigrations(ownMigrations);
    return pending.map((migration) => migration.name);
  });
}

/** The names of the migrations that a newer version brought. The roles of the processes may do what that version's need. */
export function newerMigrations(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT migration_name AS name FROM "_prisma_migrations"
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name <> ALL($1) ORDER BY 1`,
      [migrationNames()],
    );
    return rows.map(({ name }) => name);
  });
}

const ownMigrations = path.join(projectFolder, "prisma", "migrations");

/** The migrations that this version knows, in order. */
export const migrationNames = (folder = ownMigrations): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

const readMigrations = (folder: string): Migration[] =>
  migrationNames(folder).map((name) => {
    const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });

/** Error whose message says enough to the operator: where in the code it was noticed helps nobody. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

const edited = (name: string) =>
  `The migration ${name} was edited after this database had got it. Nothing was changed. What to do: shared/deploy/upgrade.md, ` +
  `"A migration that was edited".`;

/** The database belongs to a version whose schema this version cannot migrate. */
class OldDatabaseError extends MigrationError {
  override message =
    "This database is of a version before 0.3, and version 0.3 begins anew: give it an empty database, or start with: npm start -- --reset";
}

async function findPending(client: pg.Client, folder = ownMigrations): Promise<Migration[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row]));
  const [first, ...later] = readMigrations(folder);
  if (!first || (applied.size > 0 && !applied.has(first.name))) throw new OldDatabaseError();
  return [first, ...later].filter((migration) => {
    const row = applied.get(migration.name);
    if (!row) return true;
    if (!row.finished)
      throw new MigrationError(
        `The migration ${migration.name} failed half-way. Repair it, and mark it with "prisma migrate resolve".`,
      );
    if (row.checksum !== migration.checksum) throw new MigrationError(edited(migration.name));
    return false;
  });
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    const why = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${name} could not be applied, and nothing of it is left: ${why}`, {
      cause: error,
    });
  }
}

const migrationTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;
