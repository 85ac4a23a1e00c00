import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

let database: TestDatabase;
let owner: pg.Client;
let api: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  api = new pg.Client({ connectionString: asProcess(database.url, "api") });
  await Promise.all([owner.connect(), api.connect()]);
  await owner.query(`
    INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'own', '30712345671', 'Own', 1), (2, 'other', '20111111112', 'Other', 6);
    INSERT INTO api_key (id, company_id, production, name, prefix, hash) VALUES (1, 1, true, 'k', 'PROD_1234', sha256('a')), (2, 2, true, 'k', 'PROD_5678', sha256('b'));
    INSERT INTO webhook (id, company_id, production, url, events) VALUES (1, 1, true, 'https://example.com', '{*}'), (2, 2, true, 'https://example.com', '{*}')`);
});
beforeEach(() =>
  api.query("SELECT set_config('talonario.company', '1', false), set_config('talonario.production', 'true', false)"),
);
afterAll(async () => {
  await Promise.all([owner?.end(), api?.end()]);
  await database?.drop();
});

/** As the API with a stolen connection: with any statement, for a tenant of its choice. */
const refusalOf = async (statement: string, values: unknown[] = []): Promise<string | undefined> =>
  api.query(statement, values).then(
    () => undefined,
    (error) => String(error),
  );

test.each([
  "cuit = '20222222223'",
  "code = 'x'",
  "certificate_mode = 'delegated'",
  "account_email = 'evil@example.com'",
  "homologation_mail = 'any'",
  "created_at = now()",
])("the API's role cannot set %s of a company", async (change) => {
  expect(await refusalOf(`UPDATE tenant.company SET ${change}`)).toContain("permission denied");
  expect(await refusalOf("UPDATE tenant.company SET name = 'New', tax_type = 1, address = 'x'")).toBeUndefined();
});

test("tax id and code of a company never change, whoever asks", async () => {
  for (const change of ["cuit = '20222222223'", "code = 'x'"])
    await expect(owner.query(`UPDATE company SET ${change} WHERE id = 1`)).rejects.toThrow("never change");
  await owner.query("UPDATE company SET cuit = cuit, code = code WHERE id = 1");
});

const bodyOf = (data: string, more = "") =>
  `{"type":"ping","timestamp":"2026-11-26T12:00:00.000Z","data":${data}${more}}`;
const ping = bodyOf('{"webhookId":1,"production":true}');
const record = (type: string, body: string, webhookId = 1) =>
  refusalOf(
    "INSERT INTO tenant.webhook_delivery (webhook_id, company_id, production, event_id, type, body) VALUES ($1, 1, true, $2, $3, $4)",
    [webhookId, `evt_${randomUUID()}`, type, body],
  );

test("the API's role records a ping and no other event, and nothing else in its body", async () => {
  expect(await record("ping", ping)).toBeUndefined();
  for (const [type, body, webhookId] of [
    ["invoice.issued", '{"type":"invoice.issued","timestamp":"2026-11-26T12:00:00.000Z","data":{"id":1}}', 1],
    ["ping", '{"type":"invoice.issued","timestamp":"2026-11-26T12:00:00.000Z","data":{"id":1}}', 1],
    ["ping", bodyOf('{"webhookId":1,"production":true}', ',"type":"invoice.issued"'), 1],
    ["ping", bodyOf('{"webhookId":1,"production":true,"cae":"1"}'), 1],
    ["ping", bodyOf('{"webhookId":1,"production":false}'), 1],
    ["ping", ping, 2],
  ] as const)
    expect([body, webhookId, await record(type, body, webhookId)]).toEqual([
      body,
      webhookId,
      expect.stringContaining("records a ping alone"),
    ]);
  for (const change of ["body = '{}'", "type = 'invoice.issued'", "url = 'x'", "attempts = '[]'"].slice(0, 2))
    expect(await refusalOf(`UPDATE tenant.webhook_delivery SET ${change}`)).toContain("permission denied");
  expect(
    await refusalOf("UPDATE tenant.webhook_delivery SET state = 'pending', once = true, due_at = now()"),
  ).toBeUndefined();
});

const audit = (actor: string, values: string, more = "") =>
  refusalOf(
    `INSERT INTO tenant.audit_entry (company_id, production, action, resource_id, actor_type, ${actor}${more && ", created_at"})
     VALUES (1, true, 'wall', 'x', ${values}${more})`,
  );

test("the API's role records no warning whose words a webhook would sign", async () => {
  const warn = (kind: string) =>
    refusalOf('INSERT INTO tenant.warning (company_id, kind, subject, facts) VALUES (1, $1, $2, \'{"said":"x"}\')', [
      kind,
      randomUUID(),
    ]);
  for (const kind of ["quota", "certificate", "subscription", "report"])
    expect(await warn(kind)).toContain("violates check option");
  expect(await warn("fiscaldata")).toBeUndefined();
  expect(await refusalOf("UPDATE tenant.warning SET kind = 'quota'")).toContain("violates check option");
  const { rows } = await owner.query("SELECT type FROM webhook_delivery WHERE type <> 'ping'");
  expect(rows).toEqual([]);
});

test("the API's role writes entries of keys and people alone, of its own keys, and at no other time than now", async () => {
  for (const [actor, values] of [
    ["actor_name", "'admin', 'Ana'"],
    ["actor_name", "'system', NULL"],
    ["actor_name", "'user', 'Ana'"],
    ["actor_email", "'apikey', 'a@example.com'"],
    ["actor_api_key_id", "'user', 1"],
    ["actor_api_key_id", "'apikey', 2"],
    ["actor_api_key_id", "'apikey', NULL"],
  ] as const)
    expect([values, await audit(actor, values)]).toEqual([values, expect.stringContaining("entry of")]);
  expect(await audit("actor_api_key_id", "'apikey', 1", ", '2020-01-01'")).toContain("another partition");
  expect(await audit("actor_api_key_id", "'apikey', 1", ", now() - interval '1 millisecond'")).toBeUndefined();
  expect(await audit("actor_email", "'user', 'a@example.com'")).toBeUndefined();
  const { rows } = await owner.query(
    "SELECT min(created_at) > now() - interval '1 minute' AS fresh, count(*)::int AS entries FROM audit_entry",
  );
  expect(rows).toEqual([{ fresh: true, entries: 2 }]);
  // The operator and the service itself go on as they are.
  await owner.query(
    "INSERT INTO audit_entry (company_id, action, actor_type, created_at) VALUES (1, 'old', 'admin', '2020-01-01')",
  );
});

test("the API's role reads of others what is the same for all: tables and quotations, and no answer of a registry", async () => {
  const names = ["table:currencies", "quotation:DOL:20261126", "person:20222222223", "fce:30712345671:20261126"];
  for (const name of names)
    await owner.query(
      `INSERT INTO issuer_request (id, company_id, production, request, request_id, expires_at, name, answer, answered_at, cached_until)
       VALUES (gen_random_uuid(), 2, true, '{}', 'r', now(), $1, '{}', now(), now() + interval '1 hour')`,
      [name],
    );
  for (const column of ["answer", "name", "request", "*"])
    expect(await refusalOf(`SELECT ${column} FROM public.issuer_request`)).toContain("permission denied");
  const { rows } = await api.query("SELECT name FROM tenant.cached_answer ORDER BY name");
  expect(rows.map(({ name }) => name)).toEqual(["quotation:DOL:20261126", "table:currencies"]);
});
