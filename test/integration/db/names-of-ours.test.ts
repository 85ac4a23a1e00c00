import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareGrants } from "../../../shared/db/migrate/compare-grants.js";
import { mayMakeLargeObjects, openNames } from "../../../shared/db/migrate/compare-owner.js";
import { type ProcessRole, processRoles } from "../../../shared/db/migrate/process-grants.js";
import { largeObjectMakers, ownerName } from "../../../shared/db/migrate/set-grants.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess, testRoles } from "../../support/servers/process-roles.js";

const voucherId = 77;

let database: TestDatabase;
let owner: pg.Client;
let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  ({ db, close } = openDatabase(database.url, { connections: 2 }));
  const { id } = await db.company.create({ data: { code: "one", cuit: "30712345671", name: "One", taxType: 1 } });
  await storeVouchers(db, [importedVoucher({ id: voucherId, companyId: id, pos: 1, type: 6 })]);
  await owner.query(`
    INSERT INTO webhook (company_id, production, url, events) SELECT company_id, production, 'https://example.com', '{*}' FROM voucher;
    INSERT INTO recipient (company_id, voucher_id, slot, email, pdf_versions) SELECT company_id, id, 1, 'a@example.com', '{1}' FROM voucher`);
});
afterAll(async () => {
  await close();
  await owner.end();
  await database.drop();
});

/** What each process may do that runs a function of ours with its owner's rights. */
const call: Record<ProcessRole, string> = {
  api: "SELECT public.detect_database_loss()",
  issuer: "SELECT public.detect_database_loss()",
  renderer: `UPDATE public.voucher SET has_pdf = NOT has_pdf WHERE id = ${voucherId}`,
  mailer: `UPDATE public.recipient SET state = 'sent' WHERE voucher_id = ${voucherId}`,
};

/** Gives a type of the process's own the name "text", and then calls. Tells as whom its code ran, or the refusal. */
async function codeRunsAs(process: ProcessRole): Promise<string> {
  const client = new pg.Client({ connectionString: asProcess(database.url, process) });
  await client.connect();
  try {
    await client.query(`BEGIN;
      CREATE FUNCTION pg_temp.mine(t pg_catalog.text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_catalog.set_config('mine.as', current_user::pg_catalog.text, false); RETURN true; END $$;
      CREATE DOMAIN pg_temp.text AS pg_catalog.text CHECK (pg_temp.mine(VALUE));
      ${call[process]}`);
    const { rows } = await client.query("SELECT pg_catalog.current_setting('mine.as', true) AS mine");
    return rows[0]?.mine || "nobody";
  } catch (error) {
    return String(error);
  } finally {
    await client.end();
  }
}

const walls = {
  temporary: {
    down: `GRANT TEMPORARY ON DATABASE {} TO PUBLIC`,
    up: `REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC`,
  },
  names: { down: setPaths("replace(path, ', pg_temp', '')"), up: setPaths("path || ', pg_temp'") },
};

/** For all functions of ours that say where names are looked up. */
function setPaths(path: string): string {
  return `DO $do$ DECLARE ours record; BEGIN
    FOR ours IN SELECT oid::regprocedure AS name, substr(setting, 13) AS path FROM pg_proc, unnest(proconfig) AS setting
      WHERE pronamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND setting LIKE 'search\\_path=%'
    LOOP EXECUTE (SELECT format('ALTER FUNCTION %s SET search_path = %s', ours.name, ${path}) FROM (SELECT ours.path) AS p(path)); END LOOP;
  END $do$`;
}

const build = async (statement: string) => {
  await owner.query(statement.replace("{}", new URL(database.url).pathname.slice(1)));
};

describe.each(processRoles)("no code of %s runs with the rights of the owner of our functions", (process) => {
  test("with both walls", async () => {
    expect(await codeRunsAs(process)).toContain("permission denied to create temporary tables");
  });

  test("while it may make temporary types", async () => {
    await build(walls.temporary.down);
    expect(await codeRunsAs(process)).toBe("nobody");
    await build(walls.temporary.up);
  });

  test("while our functions look for names in its temporary schema", async () => {
    await build(walls.names.down);
    expect(await codeRunsAs(process)).toContain("permission denied to create temporary tables");
    await build(walls.names.up);
  });

  test("but it does without both walls, as the owner, who is no superuser", async () => {
    await build(walls.temporary.down);
    await build(walls.names.down);
    expect(await codeRunsAs(process)).toBe(ownerName(testRoles.prefix));
    await build(walls.temporary.up);
    await build(walls.names.up);
  });
});

/** What the comparison of `doctor` finds too much. */
const beyond = async () => (await compareGrants(db, testRoles.prefix))?.beyond;

test("the comparison of rights names whoever may make temporary types", async () => {
  expect(await beyond()).toEqual([]);
  await build(walls.temporary.down);
  expect(await beyond()).toEqual(processRoles.map((one) => `${one}: TEMPORARY on the database`));
  await build(walls.temporary.up);
  expect(await beyond()).toEqual([]);
});

test("the comparison of rights names each function of ours that looks for names in its caller's temporary schema", async () => {
  const { rows } = await owner.query<{ name: string }>(`
    SELECT oid::regprocedure::text AS name FROM pg_proc, unnest(proconfig) AS setting
    WHERE pronamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND setting LIKE 'search\\_path=%' ORDER BY 1`);
  expect(rows.length).toBeGreaterThan(20);
  await build(walls.names.down);
  expect(await beyond()).toEqual(rows.map(({ name }) => `${name} looks for names in its caller's schema`));
  await build(walls.names.up);
  expect(await beyond()).toEqual([]);
});

const largeObjects = ["lo_creat(-1)", "lo_create(0)", "lo_from_bytea(0, 'a')"];

test.each(processRoles)("%s makes no large object, and the check says when it may", async (process) => {
  const client = new pg.Client({ connectionString: asProcess(database.url, process) });
  await client.connect();
  for (const made of largeObjects)
    await expect(client.query(`SELECT ${made}`), made).rejects.toThrow("permission denied");
  for (const taken of ["lo_import('/etc/hostname')", "lo_export(1, '/tmp/a')"])
    await expect(client.query(`SELECT ${taken}`), taken).rejects.toThrow("permission denied");
  expect(await mayMakeLargeObjects(db)).toBe(false);
  await owner.query(`GRANT EXECUTE ON FUNCTION ${largeObjectMakers} TO PUBLIC`);
  for (const made of largeObjects) await client.query(`BEGIN; SELECT ${made}; ROLLBACK`);
  expect(await mayMakeLargeObjects(db)).toBe(true);
  await owner.query(`REVOKE EXECUTE ON FUNCTION ${largeObjectMakers} FROM PUBLIC`);
  await client.end();
});

test.each(processRoles)("%s makes no role and takes none, nor a program of the server's", async (process) => {
  const client = new pg.Client({ connectionString: asProcess(database.url, process) });
  await client.connect();
  for (const statement of [
    "CREATE ROLE mine",
    "ALTER ROLE CURRENT_USER CREATEROLE",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "GRANT pg_execute_server_program TO CURRENT_USER",
    `GRANT "${ownerName(testRoles.prefix)}" TO CURRENT_USER`,
    `SET ROLE "${ownerName(testRoles.prefix)}"`,
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "CREATE TEMPORARY TABLE mine ()",
    "CREATE SCHEMA mine",
    "CREATE FUNCTION public.mine() RETURNS integer LANGUAGE sql RETURN 1",
  ])
    await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be superuser|must have/);
  await client.end();
});

test("each function of ours looks for names in the caller's temporary schema last, or has none to look for", async () => {
  expect(await openNames(db)).toEqual([]);
  await owner.query(`
    CREATE FUNCTION later() RETURNS text LANGUAGE sql AS 'SELECT ''a''::text';
    CREATE FUNCTION tenant.later() RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp, public AS 'SELECT ''a''::text';
    CREATE FUNCTION read_now() RETURNS text LANGUAGE sql RETURN 'a'::text;
    CREATE FUNCTION read_now_as_owner() RETURNS text LANGUAGE sql SECURITY DEFINER RETURN 'a'::text`);
  expect((await openNames(db)).map(({ name }) => name)).toEqual(["later()", "read_now_as_owner()", "tenant.later()"]);
  await owner.query("DROP FUNCTION later(), tenant.later(), read_now(), read_now_as_owner()");
});

test("what runs with its owner's rights belongs to a role that nobody connects as, and that is neither superuser nor makes roles", async () => {
  const { rows } = await owner.query(`
    SELECT r.rolname AS owner, rolcanlogin OR rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS "hasPowers"
    FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner WHERE p.prosecdef AND p.pronamespace IN ('public'::regnamespace, 'tenant'::regnamespace)
    GROUP BY 1, 2 ORDER BY 1`);
  expect(rows).toEqual([
    { owner: `${testRoles.prefix}_audit_purge`, hasPowers: false },
    { owner: ownerName(testRoles.prefix), hasPowers: false },
  ]);
});
