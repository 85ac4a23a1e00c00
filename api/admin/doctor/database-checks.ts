import type { Database } from "../../../shared/db/database.js";
import { pendingMigrations } from "../../../shared/db/migrate/migrate.js";
import { type Check, failed, passed, reasonOf } from "./check.js";

const oldestVersion = 140_000;
const maxClockDifferenceMs = 5_000;

export async function checkDatabase(db: Database): Promise<Check> {
  const name = "database";
  try {
    const [row] = await db.$queryRaw<[{ number: number; version: string }]>`
      SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`;
    if (row.number < oldestVersion)
      return failed(name, `PostgreSQL ${row.version}`, "PostgreSQL 14 or later is needed.");
    return passed(name, `PostgreSQL ${row.version}`);
  } catch (error) {
    return failed(
      name,
      reasonOf(error),
      "Start PostgreSQL, or set DATABASE_URL to where it answers, with the right user, password and database.",
    );
  }
}

/** So few left are gone with the next process that starts. */
const fewLeft = 10;

/** Beyond what PostgreSQL takes, a process that starts, or one with more work, is refused. */
export async function checkConnections(db: Database): Promise<Check> {
  const name = "connections";
  const [row] = await db.$queryRaw<[{ most: number; open: number }]>`
    SELECT (SELECT sum(setting::int) FILTER (WHERE name = 'max_connections') - sum(setting::int) FILTER (WHERE name <> 'max_connections')
        FROM pg_settings WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))::int AS most,
      (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS open`;
  const detail = `${row.open} of ${row.most} are open`;
  if (row.most - row.open >= fewLeft) return passed(name, detail);
  return failed(
    name,
    detail,
    "Raise PostgreSQL's max_connections, or start fewer processes, or lower their DATABASE_CONNECTIONS.",
  );
}

export async function checkMigrations(databaseUrl: string): Promise<Check> {
  const name = "migrations";
  try {
    const pending = await pendingMigrations(databaseUrl);
    if (pending.length === 0) return passed(name, "the database is up to date");
    return failed(name, `not applied yet: ${pending.join(", ")}`, "npm run migrate");
  } catch (error) {
    return failed(name, reasonOf(error), "Fix the problem in the message, then run: npm run migrate");
  }
}

/** The authority refuses logins when our clock is off, and deadlines are judged by the database's clock. */
export async function checkClock(db: Database): Promise<Check> {
  const name = "clock";
  try {
    const askedAtMs = Date.now();
    const [row] = await db.$queryRaw<[{ nowMs: number }]>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;
    const differenceMs = Math.round(row.nowMs - (askedAtMs + Date.now()) / 2);
    const detail = `${Math.abs(differenceMs)} ms ${differenceMs < 0 ? "behind" : "ahead of"} this host's`;
    if (Math.abs(differenceMs) <= maxClockDifferenceMs) return passed(name, `the database's clock is ${detail}`);
    return failed(name, `the database's clock is ${detail}`, "Synchronise the clocks of both hosts (NTP).");
  } catch (error) {
    return failed(name, reasonOf(error), "The database must answer first.");
  }
}
