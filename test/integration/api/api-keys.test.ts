import { expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { openAdminApp } from "../../support/processes/admin-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const api = await openForFile(openAdminApp);

const make = async (body: Record<string, unknown>, key?: string) =>
  (await api.call("POST", "/api-keys", { body: { name: "Tienda", ...body }, ...(key && { key }) })).body.result as {
    id: number;
    secret: string;
  };

test("a new key belongs to the caller's environment, is shown in full once, and works at once", async () => {
  const created = await api.call("POST", "/api-keys", { body: { name: "Tienda online", scopes: ["issue", "read"] } });
  expect(created.status).toBe(201);
  const { id, secret } = created.body.result;
  const shown = { id, name: "Tienda online", prefix: secret.slice(0, 9), scopes: ["read", "issue"], expires: null };
  expect(created.body).toEqual({
    ok: true,
    result: { ...shown, created: expect.any(String), secret: expect.stringMatching(/^TEST_[\w-]{32}$/) },
  });
  expect((await api.call("GET", "/invoices", { key: secret })).status).toBe(200);
  expect((await api.post(invoiceB(), { key: secret })).status).toBe(201);

  const listed = (await api.call("GET", "/api-keys")).body;
  expect(listed.result).toContainEqual({ ...shown, created: created.body.result.created, revoked: null });
  expect(listed.total).toBe(listed.result.length);
  const [entry] = await api.audit("apikey.create");
  expect(entry).toMatchObject({ resourceId: `${id}`, production: false, actorType: "apikey" });
  expect(entry?.after).toEqual({ name: shown.name, prefix: shown.prefix, scopes: shown.scopes });
  const [stored] = await api.db.$queryRaw<{ text: string }[]>`
    SELECT (SELECT json_agg(k)::text FROM api_key k) || (SELECT json_agg(a)::text FROM audit_entry a) AS text`;
  expect(stored?.text).not.toContain(secret);

  const inProduction = await make({}, api.keys.keys.production);
  expect(inProduction.secret).toMatch(/^PROD_/);
});

test("[A3] a revoked key is refused from the next request on and stays in the list", async () => {
  const { id, secret } = await make({});
  expect((await api.call("GET", "/api-keys/test", { key: secret })).status).toBe(200);
  const revoked = await api.call("DELETE", `/api-keys/${id}`);
  expect([revoked.status, revoked.body]).toEqual([200, { ok: true, result: null }]);
  const refused = await api.call("GET", "/api-keys/test", { key: secret });
  expect([refused.status, refused.body.code]).toEqual([401, undefined]);

  expect((await api.call("DELETE", `/api-keys/${id}`)).status).toBe(200);
  const entries = (await api.audit("apikey.revoke")).filter(({ resourceId }) => resourceId === `${id}`);
  expect(entries).toHaveLength(1);
  const { result } = (await api.call("GET", "/api-keys")).body;
  expect(result.find((each: { id: number }) => each.id === id).revoked).toEqual(expect.any(String));
});

test("a key with an end makes no key that outlives it", async () => {
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const { secret } = await make({ expires: end });
  const by = (body: Record<string, unknown>) =>
    api.call("POST", "/api-keys", { key: secret, body: { name: "Heredera", ...body } });
  const field = "expires";
  const message = `cannot be later than ${end}, when this key itself expires`;
  for (const expires of [null, new Date(Date.parse(end) + 1).toISOString()]) {
    const { status, body } = await by({ expires });
    expect([expires, status, body.details]).toEqual([expires, 400, { errors: [{ field, message }] }]);
  }
  expect((await by({})).body.result.expires).toBe(end);
  const sooner = new Date(Date.parse(end) - 60_000).toISOString();
  expect((await by({ expires: sooner })).body.result.expires).toBe(sooner);
});

test("a key with an expiry is listed with it, works until then, and is refused within a second of it", async () => {
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const created = await api.call("POST", "/api-keys", { body: { name: "Contador", expires } });
  expect([created.status, created.body.result.expires]).toEqual([201, expires]);
  const { id, secret } = created.body.result;
  const [entry] = (await api.audit("apikey.create")).filter(({ resourceId }) => resourceId === `${id}`);
  expect(entry?.after).toMatchObject({ expires });
  const { result } = (await api.call("GET", "/api-keys")).body;
  expect(result.find((each: { id: number }) => each.id === id)).toMatchObject({ expires, revoked: null });

  const status = async () => (await api.call("GET", "/api-keys/test", { key: secret })).status;
  expect(await status()).toBe(200);
  await api.db.$executeRaw`UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = ${id}`;
  const refused = await api.call("GET", "/api-keys/test", { key: secret });
  expect([refused.status, refused.body]).toEqual([401, { ok: false, error: expect.any(String) }]);
});

test.each([
  ["2020-01-01T00:00:00Z", "must be in the future"],
  ["tomorrow", "must be an instant such as 2027-01-31T12:00:00Z"],
  ["2027-01-31", "must be an instant such as 2027-01-31T12:00:00Z"],
  [1_900_000_000, expect.any(String)],
])("a key cannot be made with the expiry %s", async (expires, message) => {
  const { status, body } = await api.call("POST", "/api-keys", { body: { name: "x", expires } });
  expect([status, body.details]).toEqual([400, { errors: [{ field: "expires", message }] }]);
});

test("an instant with an offset counts as such, and null is none", async () => {
  const of = async (expires: string | null) =>
    (await api.call("POST", "/api-keys", { body: { name: "x", expires } })).body.result.expires;
  expect(await of("2030-01-31T09:00:00-03:00")).toBe("2030-01-31T12:00:00.000Z");
  expect(await of(null)).toBeNull();
});

test("a key may revoke itself", async () => {
  const { id, secret } = await make({});
  expect((await api.call("DELETE", `/api-keys/${id}`, { key: secret })).status).toBe(200);
  expect((await api.call("GET", "/api-keys/test", { key: secret })).status).toBe(401);
});

test("the last key with configure in its environment cannot be revoked over HTTP, until there is another one", async () => {
  const { mono } = api.keys;
  const own = { key: mono.keys.test, company: "mono" };
  const list = async () => (await api.call("GET", "/api-keys", own)).body.result as { id: number; revoked: unknown }[];
  const [{ id } = { id: 0 }] = await list();
  // These do not count: they cannot configure, are not in force any more, or belong to another environment or company.
  const readOnly = (await api.call("POST", "/api-keys", { ...own, body: { name: "r", scopes: ["read"] } })).body.result;
  const old = (await api.call("POST", "/api-keys", { ...own, body: { name: "old" } })).body.result;
  await api.db.$executeRaw`UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = ${old.id}`;
  await api.call("POST", "/api-keys", { key: mono.keys.production, company: "mono", body: { name: "p" } });

  const refused = await api.call("DELETE", `/api-keys/${id}`, own);
  expect([refused.status, refused.body]).toEqual([
    400,
    { ok: false, error: expect.stringMatching(/Create another one first.*command line/), code: "VALIDATION_ERROR" },
  ]);
  expect((await list()).find((each) => each.id === id)?.revoked).toBeNull();
  for (const other of [readOnly.id, old.id])
    expect((await api.call("DELETE", `/api-keys/${other}`, own)).status).toBe(200);

  const next = (await api.call("POST", "/api-keys", { ...own, body: { name: "next" } })).body.result;
  expect((await api.call("DELETE", `/api-keys/${id}`, own)).status).toBe(200);
  expect((await api.call("DELETE", `/api-keys/${next.id}`, { ...own, key: next.secret })).status).toBe(400);
});

test("with an expired subscription a key can be revoked but not created", async () => {
  const { id, secret } = await make({});
  await api.setUntil("2020-01-01");
  expect((await api.call("POST", "/api-keys", { body: { name: "late" } })).status).toBe(402);
  expect((await api.call("GET", "/api-keys/test", { key: secret })).status).toBe(200);
  expect((await api.call("DELETE", `/api-keys/${id}`)).status).toBe(200);
  expect((await api.call("GET", "/api-keys/test", { key: secret })).status).toBe(401);
  await api.setUntil("2100-01-01");
});

test("a key cannot grant a scope that it lacks, and by default grants its own scopes", async () => {
  const { secret } = await make({ scopes: ["configure"] });
  const before = (await api.call("GET", "/api-keys")).body.total;
  const answer = await api.call("POST", "/api-keys", {
    key: secret,
    body: { name: "x", scopes: ["configure", "issue"] },
  });
  expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(answer.body.error).toContain("lacks issue");
  expect((await api.call("GET", "/api-keys")).body.total).toBe(before);

  const heir = await api.call("POST", "/api-keys", { key: secret, body: { name: "heir" } });
  expect(heir.body.result.scopes).toEqual(["configure"]);
});

test.each([
  { body: {}, field: "name" },
  { body: { name: " " }, field: "name" },
  { body: { name: "x", scopes: [] }, field: "scopes" },
  { body: { name: "x", scopes: ["all"] }, field: "scopes.0" },
  { body: { name: "x", scopes: "read" }, field: "scopes" },
])("creating a key with $body is refused at $field", async ({ body, field }) => {
  const answer = await api.call("POST", "/api-keys", { body });
  expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, field]);
});

test("api-keys/test is correct in all eight combinations of environment, certificate and point of sale", async () => {
  const set = (table: "certificate" | "point_of_sale", production: boolean, on: boolean) =>
    table === "certificate"
      ? api.db.$executeRaw`UPDATE certificate SET active = ${on} WHERE production = ${production}
          AND id = (SELECT min(id) FROM certificate WHERE production = ${production} AND company_id = (SELECT id FROM company WHERE code = 'demo'))`
      : api.db.$executeRaw`UPDATE point_of_sale SET enabled = ${on} WHERE production = ${production}
          AND company_id = (SELECT id FROM company WHERE code = 'demo')`;
  for (const production of [false, true]) {
    for (const certificates of [false, true]) {
      for (const pos of [false, true]) {
        await set("certificate", production, certificates);
        await set("certificate", !production, !certificates);
        await set("point_of_sale", production, pos);
        await set("point_of_sale", !production, !pos);
        const key = production ? api.keys.keys.production : api.keys.keys.test;
        const answer = await api.call("GET", "/api-keys/test", { key });
        const environment = production ? "production" : "homologation";
        expect([answer.status, answer.body]).toEqual([200, { ok: true, environment, certificates, pos }]);
      }
    }
  }
  for (const production of [false, true]) {
    await set("certificate", production, true);
    await set("point_of_sale", production, true);
  }
});

test("an expired certificate counts as missing", async () => {
  await api.db.$executeRaw`UPDATE certificate SET expires_at = now() - interval '1 second' WHERE NOT production`;
  const answer = await api.call("GET", "/api-keys/test");
  expect(answer.body).toMatchObject({ certificates: false, pos: true });
  await api.db.$executeRaw`UPDATE certificate SET expires_at = now() + interval '1 year' WHERE NOT production`;
});
