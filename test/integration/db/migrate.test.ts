import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { checkGrants } from "../../../api/admin/doctor/grants-check.js";
import { projectFolder } from "../../../shared/assets/assets.js";
import { withClient } from "../../../shared/config/database-hosts.js";
import { createRoles } from "../../../shared/db/migrate/create-roles.js";
import { migrate, migrationNames } from "../../../shared/db/migrate/migrate.js";
import { roleName } from "../../../shared/db/migrate/set-grants.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { commandsOf } from "../../support/readers/page-commands.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { padronLine } from "../../support/samples/sircip.js";
import { createBareDatabase, createDatabase } from "../../support/servers/database.js";
import { hasPgDump } from "../../support/servers/database-dump.js";
import { loadLines } from "../../support/servers/load-lines.js";

const wayOut =
  "This database is of a version before 0.3, and version 0.3 begins anew: give it an empty database, or start with: npm start -- --reset";

/** The command as an operator runs it. */
const runCommand = (url: string, more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ["dist/shared/db/migrate/migrate-main.js"], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: url, ...more },
  }).catch((error: { code: number; stderr: string; stdout: string }) => error);

test.each(["20261121000000_initial", "20261201200000_initial"])(
  "a database that began with %s is refused in one sentence that says the way out, and is left as it was",
  async (first) => {
    await using database = await createBareDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`
    CREATE TABLE _prisma_migrations (id text, checksum text, migration_name text, finished_at timestamptz, rolled_back_at timestamptz);
    INSERT INTO _prisma_migrations VALUES ('1', 'x', '${first}', now(), NULL), ('2', 'y', '20261221000100_rules', now(), NULL)`);
    await expect(migrate(database.url)).rejects.toThrow(wayOut);

    expect(await runCommand(database.url)).toMatchObject({ code: 1, stdout: "", stderr: `${wayOut}\n` });
    const { rows } = await client.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");
    await client.end();
    expect(rows).toEqual([{ relname: "_prisma_migrations" }]);
  },
);

/** The migrations of this version and a made-up next one, in a folder of their own. */
function withNext(sql: string): { folder: string; change(sql: string): void } {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(path.join(projectFolder, "prisma/migrations"), folder, { recursive: true });
  mkdirSync(path.join(folder, next));
  const change = (text: string) => writeFileSync(path.join(folder, next, "migration.sql"), text);
  change(sql);
  return { folder, change };
}
const next = "99990101000000_next";

test("the next version's migration is applied beside this version, which goes on issuing", async () => {
  await using system = await openIssuingApp();
  const url = system.deps.config.DATABASE_URL;
  const before = await system.post(invoiceB());
  const { folder, change } = withNext(`
    ALTER TABLE issuance ADD COLUMN later_note text, ADD COLUMN later_kind integer NOT NULL DEFAULT 1;
    ALTER TABLE voucher ADD COLUMN later_note text;
    CREATE TABLE later (id bigserial PRIMARY KEY, company_id integer REFERENCES company, issuance_id bigint);
    CREATE OR REPLACE VIEW tenant.issuance AS SELECT * FROM public.issuance
      WHERE company_id = tenant.own_company() AND production = tenant.own_environment() WITH CHECK OPTION;`);
  expect(await migrate(url, { folder })).toEqual([next]);
  expect(await migrate(url, { folder })).toEqual([]);

  const after = await system.post(invoiceB());
  expect([before.status, after.status]).toEqual([201, 201]);
  const listed = await system.get("/invoices");
  expect(listed.body.result.map(({ id }: { id: number }) => id)).toEqual([after.body.result.id, before.body.result.id]);
  expect(await migrate(url), "this version does not mind what it does not know").toEqual([]);

  change("SELECT 1");
  await expect(migrate(url, { folder })).rejects.toThrow(
    `The migration ${next} was edited after this database had got`,
  );
});

test("after a rollback the older version leaves the rights that the newer one gave", async () => {
  await using system = await openIssuingApp();
  const url = system.deps.config.DATABASE_URL;
  const passwords = { api: "a".repeat(32), issuer: "b".repeat(32), renderer: "c".repeat(32), mailer: "d".repeat(32) };
  const renderer = roleName(await createRoles(url, passwords), "renderer");
  await migrate(url, withNext("CREATE TABLE later (id bigserial);"));
  await system.db.$executeRawUnsafe(`GRANT SELECT ON later TO "${renderer}"`);

  const { stdout } = await runCommand(url);
  expect(stdout).toBe(
    `A newer version has migrated this database: ${next}. The roles of the processes are left as they are.\n`,
  );
  const [may] = await system.db.$queryRaw<
    [{ may: boolean }]
  >`SELECT has_table_privilege(${renderer}, 'later', 'SELECT') AS may`;
  expect(may.may).toBe(true);
  expect(await checkGrants(system.db, url)).toMatchObject({
    ok: true,
    detail: expect.stringContaining("newer version"),
  });
});

test("a migration that fails leaves nothing behind, and is applied once it is mended", async () => {
  await using system = await openIssuingApp();
  const url = system.deps.config.DATABASE_URL;
  const { folder, change } = withNext("CREATE TABLE later (id bigserial); SELECT 1 / 0;");
  await expect(migrate(url, { folder })).rejects.toThrow(
    `The migration ${next} could not be applied, and nothing of it is left: division by zero`,
  );
  change("CREATE TABLE later (id bigserial);");
  expect(await migrate(url, { folder })).toEqual([next]);
});

/** Whose first migration is not the one of our files. */
async function editMigration(url: string): Promise<string> {
  const [name = ""] = migrationNames();
  await withClient(url, (client) =>
    client.query("UPDATE _prisma_migrations SET checksum = 'of before' WHERE migration_name = $1", [name]),
  );
  return name;
}

test("the command says where the way on is told when a migration was edited, and no place in the code", async () => {
  await using database = await createDatabase();
  const name = await editMigration(database.url);
  expect(await runCommand(database.url)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: `The migration ${name} was edited after this database had got it. Nothing was changed. What to do: shared/deploy/upgrade.md, "A migration that was edited".\n`,
  });
});

/** Runs the commands of the page that take the rows of a database whose migration was edited into an empty one. */
async function loadByPage(old: string, empty: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-edited-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const talonario = `talonario() { shift; DATABASE_URL=$NEW ${process.execPath} ${projectFolder}/dist/shared/db/migrate/migrate-main.js "$@"; }\n`;
  const commands = commandsOf("shared/deploy/upgrade.md").get("edited migration");
  await promisify(execFile)("bash", ["-euo", "pipefail", "-c", `${talonario}${commands}`], {
    cwd: folder,
    env: { PATH: process.env.PATH, OLD: old, NEW: empty },
  });
}

test("the page's way on takes the data of a database whose migration was edited into one of this version", async (context) => {
  if (!(await hasPgDump())) context.skip();
  await using system = await openIssuingApp();
  const issued = await system.post(invoiceB());
  const old = system.deps.config.DATABASE_URL;
  await loadLines(old, [padronLine({ cuit: "30710151543" })]);
  await editMigration(old);
  await using bare = await createBareDatabase();
  await loadByPage(old, bare.url);
  expect(await migrate(bare.url)).toEqual([]);
  const rows = await withClient(bare.url, (client) => client.query("SELECT id::int, cae FROM voucher"));
  expect(rows.rows).toEqual([{ id: issued.body.result.id, cae: issued.body.result.cae }]);
  expect(await loadLines(bare.url, [padronLine({ cuit: "30710151543" })])).toMatchObject({ added: 1 });
});

test.each([
  [
    "away",
    (url: URL) => Object.assign(url, { port: "1" }),
    /^PostgreSQL cannot be reached: connect ECONNREFUSED .*:1\. Look at DATABASE_URL/,
  ],
  [
    "a wrong password",
    (url: URL) => Object.assign(url, { password: "wrong" }),
    /^PostgreSQL refuses what DATABASE_URL asks for: password authentication failed/,
  ],
  [
    "no such database",
    (url: URL) => Object.assign(url, { pathname: "/nowhere" }),
    /^PostgreSQL refuses what DATABASE_URL asks for: database "nowhere" does not exist/,
  ],
])("the command says in one line that PostgreSQL does not serve: %s", async (_, change, line) => {
  await using database = await createBareDatabase();
  const { code, stderr, stdout } = (await runCommand(change(new URL(database.url)).href)) as {
    code: number;
    stderr: string;
    stdout: string;
  };
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(line);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
