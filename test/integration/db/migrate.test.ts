import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { checkGrants } from "../../../api/admin/doctor/grants-check.js";
import { projectFolder } from "../../../shared/assets.js";
import { createRoles } from "../../../shared/db/migrate/create-roles.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { roleName } from "../../../shared/db/migrate/set-grants.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { createBareDatabase } from "../../support/servers/database.js";

const wayOut =
  "This database is of version 0.1, and version 0.2 begins anew: give it an empty database, or start with: npm start -- --reset";

test("a database of version 0.1 is refused in one sentence that says the way out, and is left as it was", async () => {
  await using database = await createBareDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    CREATE TABLE _prisma_migrations (id text, checksum text, migration_name text, finished_at timestamptz, rolled_back_at timestamptz);
    INSERT INTO _prisma_migrations VALUES ('1', 'x', '20261121000000_initial', now(), NULL), ('2', 'y', '20261121000100_rules', now(), NULL)`);
  await expect(migrate(database.url)).rejects.toThrow(wayOut);

  const command = promisify(execFile)(process.execPath, ["dist/shared/db/migrate/migrate-main.js"], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  });
  expect(await command.catch((error: { code: number; stderr: string; stdout: string }) => error)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: `${wayOut}\n`,
  });
  const { rows } = await client.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");
  await client.end();
  expect(rows).toEqual([{ relname: "_prisma_migrations" }]);
});

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
  await expect(migrate(url, { folder })).rejects.toThrow(`migration ${next} was edited after it had been applied`);
});

test("after a rollback the older version leaves the rights that the newer one gave", async () => {
  await using system = await openIssuingApp();
  const url = system.deps.config.DATABASE_URL;
  const passwords = { api: "a".repeat(32), issuer: "b".repeat(32), renderer: "c".repeat(32), mailer: "d".repeat(32) };
  const renderer = roleName(await createRoles(url, passwords), "renderer");
  await migrate(url, withNext("CREATE TABLE later (id bigserial);"));
  await system.db.$executeRawUnsafe(`GRANT SELECT ON later TO "${renderer}"`);

  const { stdout } = await promisify(execFile)(process.execPath, ["dist/shared/db/migrate/migrate-main.js"], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, DATABASE_URL: url },
  });
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
  await expect(migrate(url, { folder })).rejects.toThrow(`migration ${next} could not be applied`);
  change("CREATE TABLE later (id bigserial);");
  expect(await migrate(url, { folder })).toEqual([next]);
});
