import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareGrants } from "../../../shared/db/migrate/compare-grants.js";
import { createRoles, renewGrants, urlOfRole } from "../../../shared/db/migrate/create-roles.js";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { processRoles } from "../../../shared/db/migrate/process-grants.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { dumpDatabase, hasPgDump } from "../../support/servers/database-dump.js";

// Roles belong to the server: these have a name of their own, and what is done to them touches no other test.
const passwords = { api: "api-secret", issuer: "issuer-secret", renderer: "renderer-secret", mailer: "mailer-secret" };
const nothing = { beyond: [], missing: [] };

let database: TestDatabase;
let owner: pg.Client;
let db: Database;
let close: () => Promise<void>;
let prefix: string;
const role = (name: string) => `"${prefix}_${name}"`;

async function connect(): Promise<void> {
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  ({ db, close } = openDatabase(database.url, { connections: 1 }));
}
async function disconnect(): Promise<void> {
  await owner.end();
  await close();
}
async function dropRoles(): Promise<void> {
  for (const name of [...processRoles, "audit_purge", "objects"])
    await owner.query(
      `REASSIGN OWNED BY ${role(name)} TO CURRENT_USER; DROP OWNED BY ${role(name)}; DROP ROLE ${role(name)}`,
    );
}

beforeAll(async () => {
  database = await createDatabase();
  prefix = await createRoles(database.url, passwords);
  await connect();
});
afterAll(async () => {
  await dropRoles();
  await disconnect();
  await database.drop();
});

test("after the migration each role may do what its process needs and no more, and nobody calls what runs as the owner", async () => {
  expect(await compareGrants(db, prefix)).toEqual(nothing);
  expect(await compareGrants(db, "nobody")).toBeUndefined();
});

test("a role that does not own everything is told so", async () => {
  const stranger = `${prefix}_stranger`;
  await owner.query(`CREATE ROLE "${stranger}" LOGIN CREATEROLE PASSWORD 'stranger'`);
  const url = new URL(database.url);
  Object.assign(url, { username: stranger, password: "stranger" });
  const refused = expect.objectContaining({ message: expect.stringMatching(/must own everything .*backup\.md/) });
  await expect(renewGrants(url.href, prefix)).rejects.toEqual(refused);
  await expect(createRoles(url.href, passwords, prefix)).rejects.toEqual(refused);
  await owner.query(`DROP OWNED BY "${stranger}"; DROP ROLE "${stranger}"`);
});

type Seen = Partial<Record<keyof typeof nothing, string[]>>;
const disorders: {
  what: string;
  done: (string | (() => string))[];
  seen: Seen | (() => Seen);
}[] = [
  {
    what: "everybody may purge the audit log",
    done: ["GRANT EXECUTE ON FUNCTION purge_audit_entries(integer) TO PUBLIC"],
    seen: { beyond: ["api", "renderer", "mailer"].map((one) => `${one}: EXECUTE on purge_audit_entries(integer)`) },
  },
  {
    what: "everybody reads the vouchers",
    done: ["GRANT SELECT (payload) ON voucher TO PUBLIC"],
    seen: { beyond: ["api: SELECT on public.voucher (payload)"] },
  },
  {
    what: "a process may change what is final, move a sequence on and make tables",
    done: [
      () => `GRANT DELETE, UPDATE (cae) ON voucher TO ${role("mailer")}`,
      () => `GRANT UPDATE ON SEQUENCE voucher_id_seq TO ${role("renderer")}`,
      () => `GRANT CREATE ON SCHEMA public TO ${role("issuer")}`,
    ],
    seen: {
      beyond: [
        "mailer: UPDATE on public.voucher (cae)",
        "mailer: DELETE on public.voucher",
        "renderer: UPDATE on sequences (voucher_id_seq)",
        "issuer: CREATE on schema public",
      ],
    },
  },
  {
    what: "a process lacks what it needs",
    done: [
      () => `REVOKE SELECT ON voucher FROM ${role("mailer")}`,
      () => `REVOKE EXECUTE ON FUNCTION detect_database_loss() FROM ${role("api")}`,
    ],
    seen: {
      missing: ["api: EXECUTE on detect_database_loss()", "mailer: SELECT on public.voucher"],
    },
  },
  {
    what: "everybody may make temporary types",
    done: [() => `GRANT TEMPORARY ON DATABASE ${new URL(database.url).pathname.slice(1)} TO PUBLIC`],
    seen: { beyond: processRoles.map((one) => `${one}: TEMPORARY on the database`) },
  },
  {
    what: "a superuser owns tables and functions, and the owner may connect and make roles",
    done: [
      "ALTER TABLE voucher OWNER TO CURRENT_USER",
      "ALTER VIEW tenant.voucher OWNER TO CURRENT_USER",
      "ALTER FUNCTION detect_database_loss() OWNER TO CURRENT_USER",
      () => `ALTER ROLE ${role("objects")} LOGIN CREATEROLE`,
      () => `GRANT pg_read_all_settings TO ${role("objects")}`,
    ],
    seen: () => ({
      beyond: [
        ...["may connect", "may create roles", "belongs to pg_read_all_settings"].map(
          (power) => `${prefix}_objects ${power}`,
        ),
        "postgres owns 3 of our tables and functions",
      ],
    }),
  },
  {
    what: "a role may take all connections, and its statements run for ever",
    done: [
      () => `ALTER ROLE ${role("renderer")} CONNECTION LIMIT -1`,
      () => `ALTER ROLE ${role("mailer")} RESET statement_timeout`,
    ],
    seen: {
      missing: ["mailer: a statement_timeout of 2min", "renderer: a limit of 59 connections"],
    },
  },
  {
    what: "a process may lock what sales write, by a right on the whole table",
    done: [() => `GRANT UPDATE ON recipient, webhook TO ${role("mailer")}`],
    seen: {
      beyond: expect.arrayContaining(["mailer: LOCK on public.recipient", "mailer: LOCK on public.webhook"]),
    },
  },
  {
    what: "a role gave itself settings",
    done: [
      () => `ALTER ROLE ${role("api")} SET search_path = nowhere`,
      () =>
        `ALTER ROLE ${role("api")} IN DATABASE ${new URL(database.url).pathname.slice(1)} SET statement_timeout = '1d'`,
      () => `ALTER ROLE ${role("issuer")} SET statement_timeout = 0`,
    ],
    seen: {
      beyond: [
        "api has a setting of its own: search_path",
        "api has a setting of its own: statement_timeout",
        "issuer has a setting of its own: statement_timeout",
      ],
      missing: ["issuer: a statement_timeout of 2min"],
    },
  },
  {
    what: "a role has powers of its own, and belongs to another",
    done: [
      () => `ALTER ROLE ${role("api")} CREATEROLE BYPASSRLS`,
      () => `GRANT ${role("issuer")} TO ${role("renderer")}`,
    ],
    seen: {
      beyond: expect.arrayContaining([
        "api may create roles",
        "api passes row security",
        expect.stringMatching(/^renderer belongs to .*issuer/),
      ]),
    },
  },
];

test.each(disorders)("it is seen, and the migration mends it, when $what", async ({ done, seen }) => {
  for (const statement of done) await owner.query(typeof statement === "string" ? statement : statement());
  expect(await compareGrants(db, prefix)).toMatchObject(typeof seen === "function" ? seen() : seen);
  await createRoles(database.url, passwords);
  expect(await compareGrants(db, prefix)).toEqual(nothing);
});

test("the migration says what settings a role gave itself, and takes them", async () => {
  const lines: string[] = [];
  await owner.query(`ALTER ROLE ${role("mailer")} SET default_transaction_read_only = on`);
  await renewGrants(database.url, prefix, (line) => lines.push(line));
  expect(lines).toEqual([`${prefix}_mailer had settings of its own: default_transaction_read_only. They are gone.`]);
  await renewGrants(database.url, prefix, (line) => lines.push(line));
  expect(lines).toHaveLength(1);
});

test("a process works by its own settings, whatever its role was given", async () => {
  const stolen = new pg.Client({ connectionString: urlOfRole(database.url, "issuer", passwords.issuer) });
  await stolen.connect();
  for (const setting of [
    "search_path = nowhere",
    "statement_timeout = 300",
    "lock_timeout = 1",
    "idle_in_transaction_session_timeout = 0",
    "default_transaction_isolation = serializable",
    "synchronous_commit = off",
  ])
    await stolen.query(`ALTER ROLE CURRENT_USER SET ${setting}`);
  await stolen.end();
  const { db: issuer, close: leave } = openDatabase(urlOfRole(database.url, "issuer", passwords.issuer), {
    connections: 1,
  });
  const names = ["search_path", "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
  const told = await issuer.$queryRaw<{ name: string; value: string }[]>`
    SELECT name, current_setting(name) AS value
    FROM unnest(${[...names, "transaction_isolation", "synchronous_commit"]}::text[]) AS name`;
  await leave();
  expect(Object.fromEntries(told.map(({ name, value }) => [name, value]))).toEqual({
    search_path: "public",
    statement_timeout: "15s",
    lock_timeout: "0",
    idle_in_transaction_session_timeout: "20s",
    transaction_isolation: "read committed",
    synchronous_commit: "on",
  });
  await createRoles(database.url, passwords);
  expect(await compareGrants(db, prefix)).toEqual(nothing);
});

test("without passwords the migration mends the grants of the roles that are there", async () => {
  await owner.query("GRANT EXECUTE ON FUNCTION purge_audit_entries(integer) TO PUBLIC");
  await owner.query(`REVOKE SELECT ON voucher FROM ${role("mailer")}`);
  expect(await renewGrants(database.url)).toBe(true);
  expect(await compareGrants(db, prefix)).toEqual(nothing);
  expect(await renewGrants(database.url, "nobody")).toBe(false);
});

test("where no process has a role of its own, the migration still closes what runs with its owner's rights", async () => {
  await using other = await createDatabase();
  const client = new pg.Client({ connectionString: other.url });
  await client.connect();
  await client.query("GRANT EXECUTE ON FUNCTION purge_audit_entries(integer) TO PUBLIC");
  expect(await renewGrants(other.url)).toBe(false);
  const { rows } = await client.query(
    "SELECT proacl::text LIKE '{=X%' OR proacl::text LIKE '%,=X%' AS open FROM pg_proc WHERE proname = 'purge_audit_entries'",
  );
  expect(rows).toEqual([{ open: false }]);
  await client.end();
});

test.skipIf(!(await hasPgDump()))(
  "a dump that is loaded before its roles are there is mended by the migration",
  async () => {
    // The programs dump servers of their own version and of older ones.
    const server = await startPostgres({ version: "oldest" });
    const url = new URL(server.url);
    const maintenance = new pg.Client({ connectionString: server.url });
    await maintenance.connect();
    await maintenance.query("CREATE DATABASE restored");
    url.pathname = "restored";
    await migrate(url.href);
    const own = await createRoles(url.href, passwords);
    const load = await dumpDatabase(url.href);
    await maintenance.query("DROP DATABASE restored");
    for (const name of [...processRoles, "audit_purge", "objects"])
      await maintenance.query(`DROP ROLE "${own}_${name}"`);
    await maintenance.query("CREATE DATABASE restored");
    // It goes on behind each grant to a role that is not there.
    await load("anew-without-roles");

    const restored = openDatabase(url.href, { connections: 1 });
    expect(await compareGrants(restored.db, own)).toBeUndefined();
    const open = () => restored.db.$queryRaw`
      SELECT count(*)::int AS functions FROM pg_proc p, LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS given
      WHERE p.proname = 'purge_audit_entries' AND given.grantee = 0`;
    expect(await open(), "everybody may call it").toEqual([{ functions: 1 }]);
    await createRoles(url.href, passwords);
    expect(await open()).toEqual([{ functions: 0 }]);
    expect(await compareGrants(restored.db, own)).toEqual(nothing);
    await restored.close();
    await maintenance.end();
    await server.stop();
  },
);
