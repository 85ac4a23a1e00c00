import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { inject } from "vitest";

const run = promisify(execFile);

/**
 * - anew: into a database that takes the old one's place.
 * - anew-without-roles: the same on a server that lacks roles of the dump, behind the errors that this gives.
 * - clean: over the database, whose tables are dropped first.
 * - data: the rows alone, into the tables that are there.
 */
export type Loading = "anew" | "anew-without-roles" | "clean" | "data";

/** Whether pg_dump is installed, and can dump the tests' server: it dumps servers of its own version and of older ones. */
export async function hasPgDump(): Promise<boolean> {
  const { stdout } = await run("pg_dump", ["--version"]).catch(() => ({ stdout: "" }));
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT current_setting('server_version_num')::int / 10000 AS major");
    return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0) >= rows[0].major;
  } finally {
    await client.end();
  }
}

/** Dumps the database. Gives a function that loads the dump; rows alone also into another database. */
export async function dumpDatabase(url: string): Promise<(how: Loading, into?: string) => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-dump-"));
  const file = path.join(folder, "dump");
  // Rows of a month can then be loaded into a database that has other months.
  await run("pg_dump", ["-Fc", "--load-via-partition-root", "-f", file, url]);
  return async (how, into = url) => {
    if (how === "data") await loadRows(into, file);
    else {
      const isStrict = how !== "anew-without-roles";
      if (how === "anew" || how === "anew-without-roles")
        await onServer(url, (name) => [`DROP DATABASE ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`]);
      const options = how === "clean" ? ["--clean", "--if-exists"] : [];
      const restored = run("pg_restore", ["-d", url, ...(isStrict ? ["--exit-on-error"] : []), ...options, file]);
      await restored.catch((error) => {
        if (isStrict) throw error;
      });
    }
    rmSync(folder, { recursive: true });
  };
}

/** In one transaction, without the triggers that keep what is final. */
async function loadRows(url: string, file: string): Promise<void> {
  await run("pg_restore", ["--data-only", "-f", `${file}.sql`, file]);
  const empty = `DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('public.%I', tablename), ', ')
    FROM pg_tables WHERE schemaname = 'public'); END $$`;
  const statements = ["-c", "SET session_replication_role = replica", "-c", empty, "-f", `${file}.sql`];
  await run("psql", [url, "-1", "-v", "ON_ERROR_STOP=1", ...statements]);
}

/** Copies the database within its server. Gives a function that puts the copy in its place. */
export async function copyByTemplate(url: string): Promise<() => Promise<void>> {
  const closed = (name: string, isOpen: boolean) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isOpen}`;
  await onServer(url, (name) => [
    closed(name, false),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    `CREATE DATABASE ${name}_copy TEMPLATE ${name}`,
    closed(name, true),
  ]);
  return () =>
    onServer(url, (name) => [
      `DROP DATABASE ${name} WITH (FORCE)`,
      `ALTER DATABASE ${name}_copy RENAME TO ${name}`,
      closed(name, true),
    ]);
}

/** Runs statements about the database from another one of its server. */
async function onServer(url: string, statementsFor: (name: string) => string[]): Promise<void> {
  const other = new URL(url);
  const name = other.pathname.slice(1);
  other.pathname = "template1";
  await query(other.href, statementsFor(name));
}

async function query(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
