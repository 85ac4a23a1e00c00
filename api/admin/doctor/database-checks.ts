import { withTimeout } from "../../../shared/concurrency/with-timeout.js";
import { migrateCommand } from "../../../shared/config/config.js";
import type { ServingKind } from "../../../shared/db/incarnation/serving-processes.js";
import { pendingMigrations } from "../../../shared/db/migrate/migrate.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { type DatabaseTrouble, troubleOf } from "../../../shared/db/pool/database-trouble.js";
import { createProbe } from "../../../shared/db/pool/probe.js";
import { type CheckResult, failed, passed, reasonOf } from "./check.js";

const oldestVersion = 140_000;
const maxClockDifferenceMs = 5_000;

export async function checkDatabase(db: Database): Promise<CheckResult> {
  const name = "database";
  try {
    const [row] = await db.$queryRaw<[{ number: number; version: string }]>`
      SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`;
    if (row.number < oldestVersion)
      return failed(name, `PostgreSQL ${row.version}`, "PostgreSQL 14 or later is needed.");
    return passed(name, `PostgreSQL ${row.version}`);
  } catch (error) {
    return failed(name, reasonOf(error), troubleOf(error) === "crowded" ? moreConnections : otherAddress);
  }
}

const otherAddress =
  "Start PostgreSQL, or set DATABASE_URL to where it answers, with the right user, password and database.";
const moreConnections =
  "Raise PostgreSQL's max_connections, or start fewer processes, or lower their DATABASE_CONNECTIONS.";

const timeoutMs = 5_000;

/** Write probe of PostgreSQL: a full disk shows only then. Undefined when it takes writes. */
export async function checkWrites(databaseUrl: string): Promise<CheckResult | undefined> {
  try {
    await withTimeout(timeoutMs, createProbe(databaseUrl)());
    return undefined;
  } catch (error) {
    const fix = fixes[troubleOf(error) ?? "slow"] ?? "Look into PostgreSQL's log.";
    return failed("database", `it takes no writes: ${reasonOf(error)}`, fix);
  }
}

const fixes: Partial<Record<DatabaseTrouble, string>> = {
  crowded: moreConnections,
  full: "Make room on PostgreSQL's disk, or in its memory.",
  readOnly: "Set DATABASE_URL to the server that takes changes, or end default_transaction_read_only there.",
  slow: "Look what PostgreSQL waits for: its disk, or a standby that synchronous_standby_names names and that is away.",
};

/** So few left are gone with the next process that starts. */
const fewLeft = 10;

/**
 * Beyond what PostgreSQL takes, a process that starts, or one with more work, is refused. Counted for each database, which everybody may see:
 * pg_stat_activity tells an owner who is no superuser nothing of other roles' connections.
 */
export async function checkConnections(db: Database): Promise<CheckResult> {
  const name = "connections";
  const [row] = await db.$queryRaw<[{ most: number; open: number }]>`
    SELECT (SELECT sum(setting::int) FILTER (WHERE name = 'max_connections') - sum(setting::int) FILTER (WHERE name <> 'max_connections')
        FROM pg_settings WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))::int AS most,
      (SELECT sum(numbackends) FROM pg_stat_database)::int AS open`;
  const detail = `${row.open} of ${row.most} are open`;
  if (row.most - row.open >= fewLeft) return passed(name, detail);
  return failed(name, detail, moreConnections);
}

export async function checkMigrations(databaseUrl: string): Promise<CheckResult> {
  const name = "migrations";
  try {
    const pending = await pendingMigrations(databaseUrl);
    if (pending.length === 0) return passed(name, "the database is up to date");
    return failed(name, `not applied yet: ${pending.join(", ")}`, migrateCommand());
  } catch (error) {
    return failed(name, reasonOf(error), `Fix the problem in the message, then run: ${migrateCommand()}`);
  }
}

/**
 * The authority refuses logins when our clock is off, and deadlines are judged by the database's clock. Of other hosts each process tells with its
 * sign of life how far its clock is from the database's.
 */
export async function checkClock(db: Database, serving: readonly ServingKind[]): Promise<CheckResult> {
  const name = "clock";
  try {
    const askedAtMs = Date.now();
    const [row] = await db.$queryRaw<[{ nowMs: number }]>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`;
    const differenceMs = Math.round(row.nowMs - (askedAtMs + Date.now()) / 2);
    const detail = `${Math.abs(differenceMs)} ms ${differenceMs < 0 ? "behind" : "ahead of"} this host's`;
    const off = serving.filter(({ clockAheadMs }) => Math.abs(clockAheadMs ?? 0) > maxClockDifferenceMs);
    const told = [`the database's clock is ${detail}`, ...off.map(tellClock)].join("; ");
    if (off.length === 0 && Math.abs(differenceMs) <= maxClockDifferenceMs) return passed(name, told);
    return failed(name, told, "Synchronise the clocks of all hosts (NTP).");
  } catch (error) {
    return failed(name, reasonOf(error), "The database must answer first.");
  }
}

/** Says of the kind of process, because no process tells its host's name. */
function tellClock({ kind, clockAheadMs }: ServingKind): string {
  const seconds = Math.round((clockAheadMs ?? 0) / 1_000);
  return `the clock of a host with ${kind} is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the database's`;
}
