import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ProcessRole, processRoles } from "../../../shared/db/migrate/process-grants.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

let database: TestDatabase;
let owner: pg.Client;
const opened: pg.Client[] = [];
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  opened.push(client);
  return client;
}
beforeAll(async () => {
  database = await createDatabase();
  owner = await connect(database.url);
  await owner.query(`
    INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'a', '30712345671', 'A', 1), (2, 'b', '30712345671', 'B', 1);
    DO $$ BEGIN EXECUTE (SELECT 'DROP TABLE ' || name FROM months_of('exchange') ORDER BY ends DESC LIMIT 1); END $$`);
});
afterAll(async () => {
  for (const client of opened) await client.end();
  await database.drop();
});

test.each(processRoles)("%s can neither hold a row nor the table that others wait for", async (process) => {
  const client = await connect(asProcess(database.url, process));
  for (const statement of [
    "BEGIN; LOCK TABLE public.work_lock IN ACCESS SHARE MODE",
    "BEGIN; LOCK TABLE public.database_incarnation IN SHARE UPDATE EXCLUSIVE MODE",
    "SELECT FROM public.work_lock FOR UPDATE",
    "SELECT FROM tenant.work_lock FOR UPDATE",
    "SELECT public.hold_slot(1)",
    "SELECT public.holds_upkeep()",
    "DELETE FROM public.work_lock",
    ...(process === "api" ? [] : ["SELECT public.hold_credits(1)"]),
  ]) {
    await expect(client.query(statement), statement).rejects.toThrow("permission denied");
    await client.query("ROLLBACK");
  }
});

/**
 * What a process may lock as a whole, because it deletes from it: what no sale of another process reads or writes. The issuer's own is beside
 * what it may do to its sales anyway.
 */
const lockable: Record<ProcessRole, string[]> = {
  api: [
    "public.issuer_request",
    "public.membership",
    "public.payment_notice",
    "public.person",
    "public.person_link",
    "public.person_session",
    "public.serving_process",
    "public.sign_in_failure",
    "public.webhook_secret",
    "tenant.issuer_request",
    "tenant.membership",
    "tenant.webhook_secret",
  ],
  issuer: [
    "public.authority_notice",
    "public.issuer_reachability",
    "public.issuer_request",
    "public.person_link",
    "public.person_mail",
    "public.sequence_lease",
    "public.serving_process",
    "public.sign_in_failure",
  ],
  renderer: ["public.pdf", "public.print_attempt", "public.serving_process"],
  mailer: ["public.person_link", "public.serving_process", "public.webhook_secret"],
};

/** The modes that a statement of a sale, which adds rows, changes and locks some, waits for. */
const holdingUp = ["SHARE", "SHARE ROW EXCLUSIVE", "EXCLUSIVE", "ACCESS EXCLUSIVE"];
const modes = ["ACCESS SHARE", "ROW SHARE", "ROW EXCLUSIVE", "SHARE UPDATE EXCLUSIVE", ...holdingUp];

/** What the transaction holds in this mode: a view's lock is also that of every table and view which its own text names. */
async function heldBy(client: pg.Client, mode: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relnamespace::regnamespace || '.' || c.relname AS name FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
     WHERE l.pid = pg_backend_pid() AND l.mode = $1 AND c.relnamespace IN ('public'::regnamespace, 'tenant'::regnamespace)
       AND c.relkind IN ('r', 'p', 'v')`,
    [`${mode.toLowerCase().replace(/(^| )(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Lock`],
  );
  return rows.map(({ name }) => name);
}

test.each(processRoles)("%s can lock no table as a whole that a sale reads or writes", async (process) => {
  const client = await connect(asProcess(database.url, process));
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT relnamespace::regnamespace || '.' || relname AS name FROM pg_class
     WHERE relnamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND relkind IN ('r', 'p', 'v') ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(80);
  const locked = new Map<string, string[]>();
  for (const { name } of tables)
    for (const mode of modes) {
      const taken = client.query(`BEGIN; LOCK TABLE ${name} IN ${mode} MODE NOWAIT`);
      const held = await taken.then(
        () => heldBy(client, mode),
        (error) => {
          expect(String(error), `${name} ${mode}`).toContain("permission denied");
          return [];
        },
      );
      for (const each of held) locked.set(each, [...(locked.get(each) ?? []), mode]);
      await client.query("ROLLBACK");
    }
  const held = [...locked].filter(([, taken]) => holdingUp.some((mode) => taken.includes(mode)));
  expect(held.map(([name]) => name).sort()).toEqual(lockable[process]);
  for (const [name, taken] of locked)
    if (!lockable[process].includes(name))
      expect(["ACCESS SHARE", "ROW SHARE", "ROW EXCLUSIVE"], name).toEqual(expect.arrayContaining(taken));
});

test("nobody waits for an advisory lock that a stolen process took", async () => {
  const stolen = await connect(asProcess(database.url, "renderer"));
  await stolen.query("SELECT pg_advisory_lock(key) FROM generate_series(7266000, 7266009) AS key");
  await stolen.query("SELECT pg_advisory_lock(7266004, hashtext('30712345671' || true || 1))");
  await stolen.query("SELECT pg_advisory_lock(7266, hashint8(77))");
  const [issuer, api] = [
    await connect(asProcess(database.url, "issuer")),
    await connect(asProcess(database.url, "api")),
  ];
  await issuer.query("SET statement_timeout = '20s'");
  await api.query("SET statement_timeout = '20s'");
  expect((await issuer.query("SELECT make_months('exchange') AS made")).rows).toEqual([{ made: 1 }]);
  await owner.query(`INSERT INTO voucher_count_pending (company_id, production, id, voucher_date, created_at, pos_number, voucher_type, doc_type, doc_number, status, source, total_amount)
    VALUES (1, true, 1, '20261101', now(), 1, 6, 99, '0', 'APPROVED', 'api', 1)`);
  expect((await issuer.query("SELECT fold_voucher_counts(10) AS folded")).rows).toEqual([{ folded: 1 }]);
  await issuer.query("SELECT begin_incarnation(current_incarnation())");
  expect((await api.query("SELECT point_of_sale_is_others(1, true, 1) AS others")).rows).toEqual([{ others: false }]);
  await api.query("SELECT hold_credits(77)");
});

test("who holds what another needs makes it wait, or turn away, until the transaction ends", async () => {
  const [one, two] = [await connect(asProcess(database.url, "api")), await connect(asProcess(database.url, "api"))];
  await one.query("BEGIN; SELECT hold_credits(77)");
  await two.query("SET lock_timeout = '50ms'");
  await expect(two.query("SELECT hold_credits(77)")).rejects.toThrow("lock timeout");
  await two.query("SELECT hold_credits(78)");
  await one.query("COMMIT");
  await two.query("SELECT hold_credits(77)");

  await one.query("BEGIN; SELECT point_of_sale_is_others(1, true, 5)");
  await expect(two.query("SELECT point_of_sale_is_others(2, true, 5)")).rejects.toThrow("lock timeout");
  await two.query("SELECT point_of_sale_is_others(2, true, 6)");
  await one.query("COMMIT");

  const issuer = await connect(asProcess(database.url, "issuer"));
  await owner.query("BEGIN; LOCK TABLE work_lock IN SHARE UPDATE EXCLUSIVE MODE");
  expect((await issuer.query("SELECT fold_voucher_counts(10) AS folded")).rows).toEqual([{ folded: 0 }]);
  expect((await issuer.query("SELECT drop_past_month('exchange') AS dropped")).rows).toEqual([{ dropped: null }]);
  await owner.query("COMMIT");
});

test("a row that is missing is named, and nothing goes on without it", async () => {
  await owner.query("DELETE FROM work_lock WHERE slot = 80");
  const api = await connect(asProcess(database.url, "api"));
  await expect(api.query("SELECT hold_credits(80)")).rejects.toThrow(
    "rows of work_lock are missing: INSERT INTO work_lock",
  );
  await owner.query("INSERT INTO work_lock SELECT generate_series(0, 255) ON CONFLICT DO NOTHING");
  await api.query("SELECT hold_credits(80)");
});

test("no function of ours takes an advisory lock", async () => {
  const { rows } = await owner.query(
    "SELECT proname AS name FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'tenant'::regnamespace) AND prosrc LIKE '%advisory%'",
  );
  expect(rows).toEqual([]);
});
