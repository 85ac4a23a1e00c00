import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPools } from "../../../api/databases/pools.js";
import { Prisma } from "../../../shared/db/generated/client.js";
import type { Statements } from "../../../shared/db/pool/database.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { prepared } from "../../../shared/db/sql/prepared.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { asProcess } from "../../support/servers/process-roles.js";

const system = await openForFile(openIssuingApp);
let owner: pg.Client;
let tenants: Tenant[];
const urlOf = () => system.deps.config.DATABASE_URL;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: urlOf() });
  await owner.connect();
  const { keys, mono } = system.keys;
  for (const key of [keys.test, keys.production]) expect((await system.post(invoiceB(), { key })).status).toBe(201);
  expect((await system.post(invoiceB({ voucherType: 11 }), { key: mono.keys.test, company: "mono" })).status).toBe(201);
  // What the API alone does not make.
  await owner.query(`
    INSERT INTO voucher_note (company_id, production, pos_number, voucher_type, voucher_number, note_id)
      SELECT company_id, production, pos_number, voucher_type, voucher_number, id FROM voucher;
    INSERT INTO recipient (company_id, voucher_id, slot, email, pdf_versions) SELECT company_id, id, 1, 'a@example.com', '{1}' FROM voucher;
    INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', 'key', 1 FROM voucher;
    INSERT INTO print_attempt (company_id, voucher_id, versions, attempt_count, due_at) SELECT company_id, id, '1', 1, now() FROM voucher;
    INSERT INTO mail_count (company_id, production, day, mails) SELECT id, production, now(), 1 FROM company, (VALUES (true), (false)) AS e(production);
    INSERT INTO issuer_request (id, company_id, production, request, request_id, expires_at)
      SELECT gen_random_uuid(), id, production, '{}', 'r', now() FROM company, (VALUES (true), (false)) AS e(production);
    INSERT INTO warning (company_id, kind, subject, facts) SELECT id, kind, 'x', '{}' FROM company, unnest('{fiscaldata,quota}'::text[]) AS kind;
    INSERT INTO authority_notice (company_id, production, service, code, message)
      SELECT id, production, 'wsfe', 41, 'x' FROM company, (VALUES (true), (false)) AS e(production);
    INSERT INTO sequence (company_id, production, pos_number, voucher_type) SELECT company_id, production, pos_number, voucher_type FROM voucher;
    INSERT INTO audit_entry (company_id, production, action, actor_type)
      SELECT id, production, 'wall', 'admin' FROM company, (VALUES (true), (false), (NULL)) AS e(production);
    INSERT INTO webhook (company_id, production, url, events) SELECT id, production, 'https://example.com', '{*}' FROM company, (VALUES (true), (false)) AS e(production);
    INSERT INTO webhook_secret (webhook_id, sealed) SELECT id, 'x' FROM webhook;
    INSERT INTO webhook_delivery (webhook_id, company_id, production, event_id, type, body) SELECT id, company_id, production, 'evt_1', 'ping', '{}' FROM webhook;
    INSERT INTO batch (company_id, production, total, request_id) SELECT id, production, 1, 'r' FROM company, (VALUES (true), (false)) AS e(production);
    INSERT INTO batch_element (batch_id, index, company_id, production, idempotency, pos_number, voucher_type, attempt)
      SELECT id, 0, company_id, production, 'key', 1, 6, '{}' FROM batch;
    INSERT INTO contingency (company_id, production) SELECT id, production FROM company, (VALUES (true), (false)) AS e(production);
    INSERT INTO caea (company_id, production, period, fortnight, valid_from, valid_to)
      SELECT id, production, 202611, 1, '20261101', '20261115' FROM company, (VALUES (true), (false)) AS e(production);
    INSERT INTO caea_unused (caea_id, company_id, production, pos_number) SELECT id, company_id, production, 1 FROM caea;
    INSERT INTO caea_report (voucher_id, company_id, production, pos_number, voucher_type, voucher_number, caea_id, declared, generated_at)
      SELECT v.id, v.company_id, v.production, v.pos_number, v.voucher_type, v.voucher_number, a.id, '{}', now()
      FROM voucher v JOIN caea a ON a.company_id = v.company_id AND a.production = v.production;
    INSERT INTO checkout (company_id, kind, plan_id, months, amount, reference, asked_by)
      SELECT id, 'renewal', (SELECT min(id) FROM plan), 1, 1, 'tal-' || md5(id::text), 'a@example.com' FROM company;
    INSERT INTO payment (company_id, checkout_id, provider_id, amount, currency, reference, state)
      SELECT company_id, id, id::text, 1, 'ARS', reference, 'pending' FROM checkout;
    INSERT INTO invitation_count (company_id, day, invitations) SELECT id, now(), 1 FROM company;
    INSERT INTO person (email) VALUES ('wall-one@example.com'), ('wall-two@example.com');
    INSERT INTO membership (person_id, company_id, role)
      SELECT p.id, c.id, 'owner' FROM person p JOIN company c ON (c.code = 'demo') = (p.email = 'wall-one@example.com') WHERE p.email LIKE 'wall-%';
    INSERT INTO ticket (certificate_id, service) SELECT id, 'wsfe' FROM certificate;
    INSERT INTO exchange (issuance_ids, operation, request, outcome, started_at, took_ms) VALUES ('{1}', 'x', 'x', 'x', now(), 1);
    INSERT INTO freed_number (sequence_id, number, issuance_id, declared) SELECT id, 1, 1, '{}' FROM sequence`);
  const rows = await owner.query("SELECT id, code FROM company");
  const idOf = (code: string): number => rows.rows.find((row) => row.code === code).id;
  tenants = [
    { companyId: idOf("demo"), production: true },
    { companyId: idOf("demo"), production: false },
    { companyId: idOf("mono"), production: false },
    { companyId: idOf("mono"), production: true },
  ];
});
afterAll(() => owner.end());

const tablesOf = async (schema: string): Promise<Map<string, string>> => {
  const { rows } = await owner.query(
    `SELECT table_name AS name, string_agg(column_name || ' ' || udt_name, ', ' ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = $1 AND table_name NOT LIKE '\\_%' AND table_name <> 'pg_stat_statements'
       AND NOT EXISTS (SELECT FROM pg_class WHERE oid = format('%I.%I', table_schema, table_name)::regclass AND relispartition)
     GROUP BY 1 ORDER BY 1`,
    [schema],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
};

/** Which rows of a table are a tenant's, in the words of the table itself. */
const ownRows: Record<string, string> = {
  company: "id = $1",
  subscription: "company_id = $1",
  usage_period: "company_id = $1",
  warning: "company_id = $1 AND kind = 'fiscaldata'",
  membership: "company_id = $1",
  invitation_count: "company_id = $1",
  checkout: "company_id = $1",
  payment: "company_id = $1",
  audit_entry: "company_id = $1 AND (production = $2 OR production IS NULL)",
  recipient: "company_id = $1 AND voucher_id IN (SELECT id FROM voucher WHERE company_id = $1 AND production = $2)",
  print_attempt: "voucher_id IN (SELECT id FROM voucher WHERE company_id = $1 AND production = $2)",
  pdf: "voucher_id IN (SELECT id FROM voucher WHERE company_id = $1 AND production = $2)",
  webhook_secret: "webhook_id IN (SELECT id FROM webhook WHERE company_id = $1 AND production = $2)",
};
/** Tables whose views show nothing: the API never needs them, or names them with their schema, since people are no company's. */
const closed = [
  "ticket",
  "exchange",
  "freed_number",
  "database_incarnation",
  "watermark_key",
  "watermark_state",
  "work_lock",
  "issuer_reachability",
  "sequence_lease",
  "serving_process",
  "number_check",
  "payment_notice",
  "payment_watch",
  "voucher_count_pending",
  "person",
  "person_session",
  "person_link",
  "person_mail",
  "sign_in_failure",
  "api_secret",
];
/** The same for everybody. */
const shared = [
  "plan",
  "sealing_key",
  "webhook_key",
  "rule_date_override",
  "monotributo_caps",
  "sircip_period",
  "sircip_block",
  "sircip_province",
];

test("every table has a view with all its columns, so that a new one cannot be forgotten", async () => {
  const views = await tablesOf("tenant");
  // What is the same for all: no table of its own.
  expect(views.delete("cached_answer")).toBe(true);
  expect(views).toEqual(await tablesOf("public"));
});

test("a statement that forgot its tenant sees the rows of the request's company and environment alone, in every table", async () => {
  const pools = openPools(urlOf(), 4);
  // The views of the sums add what is in no sum yet.
  await owner.query("SELECT fold_voucher_counts(1000)");
  const seen = new Map<string, number>();
  for (const table of (await tablesOf("public")).keys()) {
    if (closed.includes(table) || shared.includes(table)) continue;
    // A view may allow single columns only, so nothing is read but that there is a row.
    const count = `SELECT count(*)::int AS rows FROM ${table}`;
    const all = (await owner.query(count)).rows[0].rows;
    for (const pool of [pools.issuing, pools.pages, pools.reading, pools.administration]) {
      for (const tenant of tenants) {
        const where = ownRows[table] ?? "company_id = $1 AND production = $2";
        const values = where.includes("$2") ? [tenant.companyId, tenant.production] : [tenant.companyId];
        const own = (await owner.query(`${count} WHERE ${where}`, values)).rows[0].rows;
        const [found] = await pool.of(tenant).$queryRaw<[{ rows: number }]>(Prisma.raw(count));
        expect([table, tenant, found.rows]).toEqual([table, tenant, own]);
        seen.set(table, Math.max(own, seen.get(table) ?? 0));
        expect(own, `${table} holds rows of others`).toBeLessThan(all);
      }
    }
  }
  for (const [table, most] of seen) expect(most, `${table} was tried with rows`).toBeGreaterThan(0);
  await pools.close();
});

test("a statement for nobody sees no row of a tenant", async () => {
  const pools = openPools(asProcess(urlOf(), "api"), 4);
  for (const table of (await tablesOf("public")).keys()) {
    if (shared.includes(table)) continue;
    const statement = Prisma.raw(`SELECT count(*)::int AS rows FROM ${table}`);
    const seen = pools.reading.ofNobody.$queryRaw<{ rows: number }[]>(statement).then(
      ([row]) => row?.rows,
      (error) => /permission denied/.exec(String(error))?.[0],
    );
    expect([0, "permission denied"], table).toContain(await seen);
  }
  await pools.close();
});

test("the wall stands also where all processes share one role that owns the tables", async () => {
  const pool = openTenantDatabase(urlOf(), { perTenant: 1 });
  for (const table of (await tablesOf("public")).keys()) {
    if (shared.includes(table)) continue;
    const statement = Prisma.raw(`SELECT count(*)::int AS rows FROM ${table}`);
    expect([table, await pool.ofNobody.$queryRaw(statement)]).toEqual([table, [{ rows: 0 }]]);
  }
  await pool.close();
});

test("a statement of nobody sees nothing on the connection that a tenant had, and the tenant sees its own behind it", async () => {
  const pool = openTenantDatabase(asProcess(urlOf(), "api"), { connections: 1, perTenant: 1 });
  const [tenant] = tenants as [Tenant];
  const tenantOf = async () => {
    const [row] = await pool.of(tenant).$queryRaw<[{ pid: number; company: string }]>`
      SELECT pg_backend_pid() AS pid, current_setting('talonario.company') AS company`;
    return row;
  };
  const before = await tenantOf();
  const [nobody] = await pool.ofNobody.$queryRaw<[{ pid: number; company: string; points: number }]>`
    SELECT pg_backend_pid() AS pid, current_setting('talonario.company') AS company, (SELECT count(*)::int FROM point_of_sale) AS points`;
  expect(nobody).toEqual({ pid: before.pid, company: "", points: 0 });
  expect(await tenantOf()).toEqual(before);
  await pool.close();
});

test("a connection is told another tenant ahead of the statement, whatever kind of statement that is", async () => {
  const pool = openTenantDatabase(asProcess(urlOf(), "api"), { connections: 1, perTenant: 1 });
  const [first, second] = tenants as [Tenant, Tenant];
  const kinds = [
    Prisma.sql`SELECT current_setting('talonario.production') AS environment`,
    Prisma.sql`SELECT current_setting('talonario.production') AS environment, ${3}::int AS three`,
    prepared("told_by_name")`SELECT current_setting('talonario.production') AS environment, ${3}::int AS three`,
  ];
  for (const tenant of [first, second, first])
    for (const query of kinds)
      expect(await pool.of(tenant).$queryRaw(query)).toMatchObject([{ environment: `${tenant.production}` }]);
  await pool.close();
});

test("where a connection cannot be told its tenant, the statement is never sent", async () => {
  await owner.query("CREATE SEQUENCE public.sent_statements");
  const pool = openTenantDatabase(urlOf(), { connections: 1, perTenant: 1 });
  const [first] = tenants as [Tenant];
  const send = (tenant: Tenant) => pool.of(tenant).$queryRaw`SELECT nextval('public.sent_statements')::int AS sent`;
  expect(await send(first)).toEqual([{ sent: 1 }]);
  // No text of PostgreSQL holds it.
  const untellable = { companyId: "\0" as unknown as number, production: false };
  await expect(send(untellable)).rejects.toThrow(/invalid byte sequence/);
  expect(await send(first)).toEqual([{ sent: 2 }]);
  await pool.close();
  await owner.query("DROP SEQUENCE public.sent_statements");
});

test("of the idle connections a statement takes the one that was told its tenant, and so tells it nothing", async () => {
  const pool = openTenantDatabase(asProcess(urlOf(), "api"), { connections: 3, perTenant: 1 });
  const [first, second] = tenants as [Tenant, Tenant];
  const pidOf = async (statements: Pick<typeof pool.ofNobody, "$queryRaw">) => {
    const [row] = await statements.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
    return row.pid;
  };
  const askers = [pool.of(first), pool.of(second), pool.ofNobody];
  // At once, so that each opens its own.
  const opened = await Promise.all(askers.map(pidOf));
  expect(new Set(opened).size).toBe(3);
  for (const at of [0, 1, 2, 0, 2, 1, 1, 0]) expect(await pidOf(askers[at] ?? pool.ofNobody)).toBe(opened[at]);
  await pool.close();
});

test("nothing of another tenant can be written, by a statement alone or in a transaction", async () => {
  const pools = openPools(asProcess(urlOf(), "api"), 4);
  const [own, otherEnvironment, otherCompany] = tenants as [Tenant, Tenant, Tenant];
  const db = pools.administration.of(own);
  for (const { companyId, production } of [otherEnvironment, otherCompany]) {
    const add = Prisma.sql`INSERT INTO point_of_sale (company_id, production, number) VALUES (${companyId}, ${production}, 77)`;
    await expect(db.$executeRaw(add)).rejects.toThrow(/violates check option/);
    await expect(db.$transaction((tx) => tx.$executeRaw(add))).rejects.toThrow(/violates check option/);
    expect(
      await db.$executeRaw`UPDATE point_of_sale SET enabled = false WHERE company_id = ${companyId} AND production = ${production}`,
    ).toBe(0);
    await expect(
      db.$transaction(
        (tx) =>
          tx.$executeRaw`UPDATE point_of_sale SET company_id = ${companyId}, production = ${production}, number = 78 WHERE number = 1`,
      ),
    ).rejects.toThrow(/violates check option/);
  }
  await pools.close();
});

test("connections that many tenants share at once never show one the rows of another, even after errors", async () => {
  const pool = openTenantDatabase(asProcess(urlOf(), "api"), { connections: 2, perTenant: 2 });
  const points = (db: Statements): Promise<Tenant[]> => db.$queryRaw`
    SELECT DISTINCT company_id AS "companyId", production FROM point_of_sale`;
  const kinds = fc.array(fc.tuple(fc.nat(3), fc.constantFrom("read", "transact", "fail", "nobody")), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(kinds, async (asked) => {
      const answers = asked.map(async ([index, kind]) => {
        const tenant = tenants[index] as Tenant;
        if (kind === "nobody") return expect(await pool.ofNobody.$queryRaw`SELECT 1 FROM point_of_sale`).toEqual([]);
        if (kind === "fail") return expect(pool.of(tenant).$queryRaw`SELECT 1 / 0`).rejects.toThrow();
        const db = pool.of(tenant);
        expect(await (kind === "read" ? points(db) : db.$transaction(points))).toEqual([tenant]);
      });
      await Promise.all(answers);
    }),
    { numRuns: 30 },
  );
  await pool.close();
});
