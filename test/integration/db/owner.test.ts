import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { checkGrants } from "../../../api/admin/doctor/grants-check.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { compareGrants } from "../../../shared/db/migrate/compare-grants.js";
import { urlOfRole } from "../../../shared/db/migrate/create-roles.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { processRoles } from "../../../shared/db/migrate/process-grants.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { createBareDatabase } from "../../support/servers/database.js";

const nothing = { beyond: [], missing: [] };
const password = "a-password-of-24-characters";
const passwords = Object.fromEntries(processRoles.map((one) => [`DATABASE_PASSWORD_${one.toUpperCase()}`, password]));

/** Runs the migration command, and tells what it said. */
const runMigrate = (url: string, environment: Record<string, string> = passwords) =>
  promisify(execFile)(process.execPath, ["dist/shared/db/migrate/migrate-main.js"], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: url, ...environment },
  });

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** As the version before left it: the connecting role owns all but the purge of the audit log. */
const rolesOfBefore = `
  ${processRoles.map((one) => `CREATE ROLE talonario_${one} LOGIN PASSWORD '${password}'`).join(";")};
  CREATE ROLE talonario_audit_purge NOLOGIN;
  GRANT talonario_audit_purge TO CURRENT_USER;
  GRANT USAGE, CREATE ON SCHEMA public TO talonario_audit_purge;
  ALTER FUNCTION purge_audit_entries(integer) OWNER TO talonario_audit_purge;
  REVOKE CREATE ON SCHEMA public FROM talonario_audit_purge`;

const ownersQuery = `
  SELECT DISTINCT pg_get_userbyid(owner) AS owner FROM (
    SELECT relowner AS owner FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'tenant'::regnamespace)
    UNION ALL SELECT proowner FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'tenant'::regnamespace)
    UNION ALL SELECT nspowner FROM pg_namespace WHERE nspname = 'tenant') AS ours ORDER BY 1`;

const installations = (["oldest", "newest"] as const).flatMap((version) =>
  ["a superuser", "a role that may create roles"].map((login) => ({ version, login })),
);

test.each(installations)(
  "the migration gives what $login owns to a role as which nobody connects, says so, and goes on as it ($version)",
  async ({ version, login }) => {
    const server = await startPostgres({ version, durable: false });
    try {
      const isSuper = login === "a superuser";
      const url = new URL(server.url);
      await using maintenance = await connect(server.url);
      await maintenance.query("CREATE ROLE talonario LOGIN CREATEROLE PASSWORD 'talonario'");
      await maintenance.query(`CREATE DATABASE talonario OWNER ${isSuper ? "postgres" : "talonario"}`);
      Object.assign(url, { pathname: "talonario", ...(!isSuper && { username: "talonario", password: "talonario" }) });
      // Until PostgreSQL 14 it is the server's first superuser's, and everybody may make tables there.
      await using inside = await connect(Object.assign(new URL(server.url), { pathname: "talonario" }).href);
      if (!isSuper) await inside.query("ALTER SCHEMA public OWNER TO talonario");
      const owner = isSuper ? "postgres" : "talonario";

      await migrate(url.href);
      await using client = await connect(url.href);
      await client.query(rolesOfBefore);
      // Somebody reads for long. The migration tries again until that ends.
      await using reader = await connect(url.href);
      await reader.query("BEGIN; SELECT count(*) FROM voucher");
      const migrated = runMigrate(url.href);
      const isAtIt = () =>
        client.query("SELECT FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE public.voucher OWNER%'");
      await expect.poll(async () => (await isAtIt()).rowCount).toBe(1);
      await reader.query("COMMIT");
      const moved = new RegExp(
        `^[0-9]+ tables, functions and other objects of ${owner} belong to talonario_objects now\\.$`,
        "m",
      );
      expect((await migrated).stdout).toMatch(moved);
      const ownersNow = [{ owner: "talonario_audit_purge" }, { owner: "talonario_objects" }];
      expect((await client.query(ownersQuery)).rows).toEqual(ownersNow);

      const { db, close } = openDatabase(url.href, { connections: 1 });
      expect(await compareGrants(db, "talonario")).toEqual(nothing);
      const large = isSuper ? "and no more" : "REVOKE EXECUTE ON FUNCTION pg_catalog.lo_creat(integer)";
      expect(await checkGrants(db, url.href)).toMatchObject({ ok: true, detail: expect.stringContaining(large) });
      await close();
      for (const environment of [passwords, {}])
        expect((await runMigrate(url.href, environment)).stdout).not.toContain("belong to");

      const folder = mkdtempSync(path.join(tmpdir(), "talonario-migrations-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      cpSync(path.join(projectFolder, "prisma/migrations"), folder, { recursive: true });
      mkdirSync(path.join(folder, "99990101000000_next"));
      writeFileSync(
        path.join(folder, "99990101000000_next/migration.sql"),
        `CREATE TABLE later (id bigserial); CREATE TYPE later_kind AS ENUM ('a'); CREATE VIEW tenant.later AS SELECT * FROM later;
         CREATE OR REPLACE FUNCTION purge_audit_entries(batch INTEGER) RETURNS INTEGER LANGUAGE sql SECURITY DEFINER
           SET search_path = pg_catalog, pg_temp AS 'SELECT 0'`,
      );
      await migrate(url.href, { folder });
      expect((await client.query(ownersQuery)).rows).toEqual(ownersNow);

      await using issuer = await connect(urlOfRole(url.href, "issuer", password));
      await client.query(
        "DO $$ BEGIN EXECUTE (SELECT 'DROP TABLE ' || name FROM months_of('exchange') ORDER BY ends DESC LIMIT 1); END $$",
      );
      expect((await issuer.query("SELECT make_months('exchange') AS made")).rows).toEqual([{ made: 1 }]);
      expect((await client.query(ownersQuery)).rows).toEqual(ownersNow);
    } finally {
      await server.stop();
    }
  },
);

test("a migration that waits for another connection says whose it is", async () => {
  await using database = await createBareDatabase();
  await using holder = await connect(database.url);
  await holder.query("SET application_name = 'somebody'; SELECT pg_advisory_lock(7266001)");
  const { rows } = await holder.query("SELECT pg_backend_pid() AS pid");
  const migrated = runMigrate(database.url, {});
  await using other = await connect(database.url);
  const waits = () =>
    other.query(
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
  await expect.poll(async () => (await waits()).rowCount).toBe(1);
  await holder.query("SELECT pg_advisory_unlock(7266001)");
  expect((await migrated).stderr).toBe(`Waits for process ${rows[0].pid} of PostgreSQL, role postgres (somebody)\n`);
});
