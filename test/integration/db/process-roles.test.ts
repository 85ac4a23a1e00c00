import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { createRoles, urlOfRole } from "../../../shared/db/migrate/create-roles.js";
import { type ProcessRole, processRoles } from "../../../shared/db/migrate/process-grants.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Runs statements as a process, and gives the refusal. */
async function refusal(process: ProcessRole, ...statements: string[]): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: asProcess(database.url, process) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    await client.end();
  }
}

const others = (...but: ProcessRole[]) => processRoles.filter((process) => !but.includes(process));

test.each(others("issuer"))("%s can neither read a private key nor an access ticket", async (process) => {
  for (const statement of [
    "SELECT sealed_key FROM public.certificate",
    "SELECT * FROM public.certificate",
    "SELECT sealed_key FROM tenant.certificate",
    "SELECT c FROM tenant.certificate c",
    "SELECT sealed FROM public.ticket",
    "SELECT * FROM tenant.ticket",
    "UPDATE tenant.certificate SET alias = encode(sealed_key, 'hex')",
    "INSERT INTO tenant.certificate (company_id, production, alias, csr, sealed_key) VALUES (1, true, 'a', 'b', '') RETURNING sealed_key",
  ])
    expect([statement, await refusal(process, statement)]).toEqual([
      statement,
      expect.stringContaining("permission denied"),
    ]);
});

test.each(processRoles)("%s draws from the counters of what it makes, and uses up no others", async (process) => {
  const made: Partial<Record<ProcessRole, string[]>> = {
    api: ["api_key_id_seq", "issuance_id_seq"],
    issuer: ["voucher_id_seq", "issuance_queue_position"],
    mailer: ["warning_id_seq"],
  };
  const others = ["company_id_seq", "plan_id_seq", process === "api" ? "voucher_id_seq" : "api_key_id_seq"];
  for (const counter of made[process] ?? [])
    expect(await refusal(process, `SELECT nextval('${counter}')`)).toBeUndefined();
  for (const counter of others)
    expect([counter, await refusal(process, `SELECT nextval('${counter}')`)]).toEqual([
      counter,
      expect.stringContaining("permission denied"),
    ]);
});

test.each(others("api"))(
  "%s can neither read passwords nor sessions, nor make a session or change a person",
  async (process) => {
    for (const statement of [
      "SELECT password FROM person",
      "SELECT token_hash FROM person_session",
      "SELECT token_hash FROM person_link",
      "SELECT email FROM sign_in_failure",
      "INSERT INTO person_session (person_id, token_hash) VALUES (1, 'x')",
      "UPDATE person SET password = NULL",
      "INSERT INTO membership (person_id, company_id, role) VALUES (1, 1, 'owner')",
    ])
      expect([statement, await refusal(process, statement)]).toEqual([
        statement,
        expect.stringContaining("permission denied"),
      ]);
  },
);

test.each(processRoles)(
  "%s can neither change, delete nor truncate vouchers and audit entries, nor switch a rule off",
  async (process) => {
    for (const statement of [
      "UPDATE public.voucher SET cae = cae",
      "DELETE FROM public.voucher",
      "TRUNCATE public.voucher CASCADE",
      "ALTER TABLE public.voucher DISABLE TRIGGER ALL",
      "DROP TRIGGER voucher_is_final ON public.voucher",
      "UPDATE public.audit_entry SET action = action",
      "DELETE FROM public.audit_entry",
      "TRUNCATE public.audit_entry",
      "ALTER TABLE public.audit_entry DISABLE TRIGGER ALL",
      "INSERT INTO public.voucher_note VALUES (1, true, 1, 6, 1, 2)",
      "DELETE FROM public.voucher_note",
      "SET session_replication_role = replica",
      "CREATE TABLE public.own (id int)",
      "CREATE OR REPLACE FUNCTION voucher_is_final() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
      "CREATE ROLE another",
    ])
      expect([statement, await refusal(process, statement)]).toEqual([
        statement,
        expect.stringMatching(/permission denied|must be owner|must be superuser/),
      ]);
  },
);

test.each(others("issuer"))("%s can neither number, approve nor invent a voucher", async (process) => {
  for (const statement of [
    "INSERT INTO public.voucher (company_id) VALUES (1)",
    "INSERT INTO tenant.voucher (company_id) VALUES (1)",
    "UPDATE public.sequence SET last_number = 5",
    "UPDATE public.issuance SET state = 'approved'",
    "INSERT INTO public.freed_number (number) VALUES (1)",
  ])
    expect([statement, await refusal(process, statement)]).toEqual([
      statement,
      expect.stringContaining("permission denied"),
    ]);
});

test("the API reads no customer's data but through the views", async () => {
  for (const statement of [
    "SELECT payload FROM public.voucher",
    "SELECT body FROM public.issuance",
    "SELECT email FROM public.recipient",
    "SELECT * FROM public.audit_entry",
    "SELECT * FROM public.company",
  ])
    expect([statement, await refusal("api", statement)]).toEqual([
      statement,
      expect.stringContaining("permission denied"),
    ]);
});

test("the API's secret is 32 random bytes, which its role alone may read and none may change", async () => {
  for (const process of others("api"))
    expect(await refusal(process, "SELECT secret FROM public.api_secret")).toContain("permission denied");
  expect(await refusal("api", "SELECT secret FROM public.api_secret")).toBeUndefined();
  for (const process of processRoles)
    expect(await refusal(process, "UPDATE public.api_secret SET secret = secret")).toContain("permission denied");
  await using other = await createDatabase();
  const secretOf = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("SELECT secret FROM public.api_secret");
    await client.end();
    return rows.map(({ secret }) => secret as Buffer);
  };
  const [one] = await secretOf(database.url);
  expect(one).toHaveLength(32);
  // Databases of tests are copies of one: what the migration draws is another each time.
  const client = new pg.Client({ connectionString: other.url });
  await client.connect();
  const drawn = /INSERT INTO api_secret \(secret\)\s+SELECT ([\s\S]+?);/.exec(
    readFileSync(path.join(projectFolder, "prisma/migrations/20261129000000_initial/migration.sql"), "utf8"),
  )?.[1];
  const { rows } = await client.query(
    `SELECT count(DISTINCT drawn)::int AS others FROM (SELECT ${drawn} AS drawn FROM generate_series(1, 50)) AS d`,
  );
  await client.end();
  expect(rows).toEqual([{ others: 50 }]);
});

test("the key of watermarks is 32 bytes, which the issuer's role alone may read and none may change", async () => {
  for (const process of others("issuer"))
    expect(await refusal(process, "SELECT key FROM public.watermark_key")).toContain("permission denied");
  expect(await refusal("issuer", "SELECT key FROM public.watermark_key")).toBeUndefined();
  for (const process of processRoles)
    expect(await refusal(process, "UPDATE public.watermark_key SET key = key")).toContain("permission denied");
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const { rows } = await owner.query("SELECT key FROM watermark_key");
  await owner.end();
  expect(rows.map(({ key }) => key.length)).toEqual([32]);
});

test.each(processRoles)("%s cannot become another role", async (process) => {
  for (const other of [...others(process), "audit_purge", "objects"])
    expect(await refusal(process, `SET ROLE talonario_test_${other}`)).toContain("permission denied");
});

test("audit entries are purged by the issuer's call alone, and only those that are older than the log shows", async () => {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query("INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'a', '30712345671', 'A', 1)");
  for (const days of [1, 89, 91, 96, 98, 400])
    await owner.query(
      "INSERT INTO audit_entry (company_id, action, actor_type, created_at) VALUES (1, $1, 'admin', now() - $2 * interval '1 day')",
      [`of ${days}`, days],
    );
  const purge = "SELECT public.purge_audit_entries(1000)";
  for (const process of others("issuer")) expect(await refusal(process, purge)).toContain("permission denied");
  expect(await refusal("issuer", purge)).toBeUndefined();
  const { rows } = await owner.query("SELECT action FROM audit_entry ORDER BY id");
  expect(rows.map(({ action }) => action)).toEqual(["of 1", "of 89", "of 91", "of 96"]);
  await owner.end();
});

test("roles can be made again: new passwords count, rights that were given beside are taken back", async () => {
  await using own = await createDatabase();
  const passwords = (text: string) => ({ api: `a'${text}`, issuer: `i"${text}`, renderer: text, mailer: text });
  const prefix = await createRoles(own.url, passwords("first"));
  const connects = async (password: string) => {
    const client = new pg.Client({ connectionString: urlOfRole(own.url, "api", password) });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  expect([await connects("a'first"), await connects("a'second")]).toEqual([true, false]);
  const owner = new pg.Client({ connectionString: own.url });
  await owner.connect();
  await owner.query(`GRANT ALL ON certificate TO "${prefix}_api"`);
  await createRoles(own.url, passwords("second"));
  expect([await connects("a'first"), await connects("a'second")]).toEqual([false, true]);
  const { rows } = await owner.query("SELECT has_table_privilege($1, 'certificate', 'UPDATE') AS may", [
    `${prefix}_api`,
  ]);
  expect(rows).toEqual([{ may: false }]);
  for (const name of [...processRoles, "audit_purge", "objects"]) {
    await owner.query(
      `REASSIGN OWNED BY "${prefix}_${name}" TO CURRENT_USER; DROP OWNED BY "${prefix}_${name}"; DROP ROLE "${prefix}_${name}"`,
    );
  }
  await owner.end();
});
