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
