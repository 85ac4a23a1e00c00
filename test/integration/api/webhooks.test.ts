import { afterAll, beforeAll, expect, test } from "vitest";
import { openWebhookSecrets } from "../../../shared/db/webhooks/secrets.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

let api: AdminApp;
beforeAll(async () => {
  api = await openAdminApp();
});
afterAll(() => api[Symbol.asyncDispose]());

const url = "https://example.com/talonario?token=1";
const call = (method: string, path: string, body?: unknown) => api.call(method, `/webhooks${path}`, { body });
const add = async (fields: object = {}) => (await call("POST", "", { url, ...fields })).body.result;
const remove = (id: number) => call("DELETE", `/${id}`);
const faultsOf = async (fields: object) => (await call("POST", "", { url, ...fields })).body.details?.errors;

test("a webhook is made with everything by default, and its secret is shown this once", async () => {
  const { status, body } = await call("POST", "", { url });
  expect(status).toBe(201);
  const { secret, ...shown } = body.result;
  expect(shown).toEqual({
    id: expect.any(Number),
    url,
    events: ["*"],
    description: null,
    enabled: true,
    disabledReason: null,
    created: expect.stringMatching(/Z$/),
  });
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect((await call("GET", `/${shown.id}`)).body.result).toEqual(shown);
  expect((await call("GET", "")).body).toEqual({ ok: true, total: 1, result: [shown] });
  expect(await api.audit("webhook.create")).toMatchObject([
    { resourceId: `${shown.id}`, production: false, after: { url, events: ["*"], enabled: true } },
  ]);
  expect(JSON.stringify(await api.audit("webhook.create"))).not.toContain("whsec_");
  await remove(shown.id);
});

test("the secret is sealed to the mailers' key, and the database does not have it in plain text", async () => {
  const { id, secret } = await add();
  const [row] = await api.db.webhookSecret.findMany({ where: { webhookId: id } });
  expect(Buffer.from(row?.sealed ?? []).includes(secret.slice(6))).toBe(false);
  const opener = await createOpener(api.webhookKey);
  expect(await openWebhookSecrets(api.db, opener, id)).toEqual([secret]);
  // Not in another row's place, either.
  const other = await add();
  await api.db.$executeRaw`UPDATE webhook_secret SET sealed = ${row?.sealed} WHERE webhook_id = ${other.id}`;
  await expect(openWebhookSecrets(api.db, opener, other.id)).rejects.toThrow("rotate it");
  await Promise.all([remove(id), remove(other.id)]);
  expect(await api.db.webhookSecret.count({ where: { webhookId: id } })).toBe(0);
});

test("without a key of the mailers nothing can be made, and the answer says what to do", async () => {
  const keys = await api.db.webhookKey.findMany();
  await api.db.webhookKey.deleteMany();
  const { status, body } = await call("POST", "", { url });
  expect([status, body.code, body.error]).toEqual([400, "VALIDATION_ERROR", expect.stringContaining("WEBHOOK_KEY")]);
  await api.db.webhookKey.createMany({ data: keys });
});

test("a rotation keeps the secret before it for 24 hours, and a second one drops the oldest", async () => {
  const { id, secret: first } = await add();
  const opener = await createOpener(api.webhookKey);
  const inForce = () => openWebhookSecrets(api.db, opener, id);
  const rotate = async () => (await call("POST", `/${id}/secret`)).body.result.secret;
  const second = await rotate();
  expect(await inForce()).toEqual([second, first]);
  const third = await rotate();
  expect(await inForce()).toEqual([third, second]);
  await api.db
    .$executeRaw`UPDATE webhook_secret SET created_at = now() - interval '24 hours 1 second' WHERE webhook_id = ${id}`;
  expect(await inForce()).toEqual([third]);
  expect(await api.audit("webhook.secret")).toMatchObject([{ resourceId: `${id}` }, { resourceId: `${id}` }]);
  await remove(id);
});

test.each([
  { fields: { url: "http://example.com" }, field: "url" },
  { fields: { url: "https://user:secret@example.com" }, field: "url" },
  { fields: { url: "https://127.0.0.1/hook" }, field: "url" },
  { fields: { url: "https://[::1]/hook" }, field: "url" },
  { fields: { url: "nothing" }, field: "url" },
  { fields: { url: undefined }, field: "url" },
  { fields: { events: [] }, field: "events" },
  { fields: { events: ["invoice.deleted"] }, field: "events.0" },
  { fields: { events: "*" }, field: "events" },
  { fields: { description: "x".repeat(501) }, field: "description" },
])("a body with $fields is a 400 of $field", async ({ fields, field }) => {
  expect(await faultsOf(fields)).toEqual([{ field, message: expect.any(String) }]);
});

test("http and private addresses are accepted where the operator allows them", async () => {
  await using lenient = await openAdminApp({ WEBHOOK_ALLOW_PRIVATE: "1" });
  const { status } = await lenient.call("POST", "/webhooks", { body: { url: "http://127.0.0.1:4000/hook" } });
  expect(status).toBe(201);
});

test("an environment has at most 10 webhooks, even when they are made at once", async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => call("POST", "", { url })));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
  const refused = made.find(({ status }) => status !== 201);
  expect(refused?.body).toMatchObject({ code: "VALIDATION_ERROR", error: expect.stringContaining("10 webhooks") });
  expect(refused?.body.details).toBeUndefined();
  const production = { key: api.keys.keys.production, body: { url } };
  expect((await api.call("POST", "/webhooks", production)).status).toBe(201);
  expect((await call("GET", "?limit=3&offset=9")).body).toMatchObject({ total: 10, result: [{ url }] });
  for (const { body, status } of made) if (status === 201) await remove(body.result.id);
});

test("changes are audited, and enabling clears why the service disabled it", async () => {
  const { id } = await add({ description: "before" });
  const change = async (changes: object) => (await call("PATCH", `/${id}`, changes)).body.result;
  expect(await change({ description: "after", events: ["ping", "invoice.issued", "ping"] })).toMatchObject({
    description: "after",
    events: ["invoice.issued", "ping"],
  });
  const disable = () =>
    api.db
      .$executeRaw`UPDATE webhook SET enabled = false, disabled_reason = 'gone', failing_since = now() WHERE id = ${id}`;
  await disable();
  expect(await change({ description: null })).toMatchObject({
    ...{ enabled: false, disabledReason: "The endpoint answered 410 (Gone)." },
  });
  expect(await change({ enabled: true })).toMatchObject({ enabled: true, disabledReason: null });
  expect(await api.db.webhook.findUnique({ where: { id } })).toMatchObject({ failingSince: null });
  expect(await change({ enabled: false })).toMatchObject({ enabled: false, disabledReason: null });
  const log = (await api.audit("webhook.update")).filter(({ resourceId }) => resourceId === `${id}`);
  expect(log.map(({ after }) => after)).toEqual([
    { description: "after", events: ["invoice.issued", "ping"] },
    { description: null },
    { enabled: true, disabledReason: null },
    { enabled: false },
  ]);
  await remove(id);
  expect(await api.audit("webhook.delete")).toContainEqual(
    expect.objectContaining({ resourceId: `${id}`, before: expect.objectContaining({ url }) }),
  );
  expect((await call("GET", `/${id}`)).status).toBe(404);
});

test("a ping is a delivery of this webhook alone, whatever events it wants", async () => {
  const { id } = await add({ events: ["invoice.issued"] });
  const other = await add();
  const { status, body } = await call("POST", `/${id}/test`);
  expect([status, body.result]).toEqual([202, { deliveryId: expect.any(Number) }]);
  const delivery = (await call("GET", `/${id}/deliveries/${body.result.deliveryId}`)).body.result;
  expect(delivery).toEqual({
    id: body.result.deliveryId,
    eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: "ping",
    state: "pending",
    attempts: [],
    nextAttempt: expect.stringMatching(/Z$/),
    created: expect.stringMatching(/Z$/),
    payload: { type: "ping", timestamp: expect.stringMatching(/Z$/), data: { webhookId: id, production: false } },
  });
  expect((await call("GET", `/${other.id}/deliveries`)).body.total).toBe(0);
  expect((await call("GET", `/${other.id}/deliveries/${body.result.deliveryId}`)).status).toBe(404);
  expect((await call("POST", `/${other.id}/deliveries/${body.result.deliveryId}/retry`)).status).toBe(404);
  expect(await api.audit("webhook.test")).toEqual([]);
  await Promise.all([remove(id), remove(other.id)]);
});

test("deliveries are listed with the operators, the ordering and the pages of every list", async () => {
  const { id } = await add();
  for (const each of [1, 2, 3]) expect((await api.post(invoiceB({ idempotency: `listed-${each}` }))).status).toBe(201);
  await call("POST", `/${id}/test`);
  const list = async (query: string) => (await call("GET", `/${id}/deliveries?${query}`)).body;
  const all = (await list("")).result;
  expect(all.map(({ type }: { type: string }) => type)).toEqual([
    "ping",
    "invoice.issued",
    "invoice.issued",
    "invoice.issued",
  ]);
  expect(all[0]).not.toHaveProperty("payload");
  expect(new Set(all.map(({ eventId }: { eventId: string }) => eventId)).size).toBe(4);
  const [ping, third] = all;
  expect((await list(`id__lt=${ping.id}&limit=1`)).total).toBe(3);
  expect((await list(`eventId=${third.eventId}`)).result).toEqual([third]);
  expect((await list("type__in=ping,invoice.imported")).result).toEqual([ping]);
  expect((await list("state=failed")).total).toBe(0);
  expect((await list(`created__gte=${ping.created}&type=ping`)).total).toBe(1);
  expect((await list("ordering=id&limit=2&offset=2")).result).toEqual([third, ping]);
  expect((await list("colour=red")).warnings).toEqual([{ field: "?colour", message: expect.any(String) }]);
  await remove(id);
});

test("a retry makes a delivery due at once, whatever became of it", async () => {
  const { id } = await add();
  const { deliveryId } = (await call("POST", `/${id}/test`)).body.result;
  for (const state of ["failed", "delivered", "pending"]) {
    await api.db.$executeRaw`
      UPDATE webhook_delivery SET state = ${state}, once = false, due_at = now() + interval '1 day' WHERE id = ${deliveryId}`;
    const { status, body } = await call("POST", `/${id}/deliveries/${deliveryId}/retry`);
    expect([state, status, body.result.state]).toEqual([state, 202, "pending"]);
    const [row] = await api.db.$queryRaw<{ due: boolean; once: boolean }[]>`
      SELECT due_at <= now() AS due, once FROM webhook_delivery WHERE id = ${deliveryId}`;
    expect([state, row]).toEqual([state, { due: true, once: state !== "pending" }]);
  }
  await remove(id);
});

test("a disabled webhook is neither tested nor retried, and what waits for it has no next attempt", async () => {
  const { id } = await add();
  const { deliveryId } = (await call("POST", `/${id}/test`)).body.result;
  await call("PATCH", `/${id}`, { enabled: false });
  const one = `/${id}/deliveries/${deliveryId}`;
  for (const path of [`/${id}/test`, `${one}/retry`])
    expect((await call("POST", path)).body).toMatchObject({
      code: "VALIDATION_ERROR",
      error: expect.stringContaining("disabled"),
    });
  expect((await call("GET", one)).body.result).toMatchObject({ state: "pending", nextAttempt: null });
  await remove(id);
});

test("a listener of the command line is not shown, and does not count", async () => {
  const [{ id }] = await api.db.$queryRaw<[{ id: number }]>`
    INSERT INTO webhook (company_id, production, url, events, listening_until)
    SELECT id, false, 'http://127.0.0.1', '{*}', now() + interval '1 minute' FROM company WHERE code = 'demo' RETURNING id`;
  expect((await call("GET", "")).body.total).toBe(0);
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["POST", "/test"],
    ["GET", "/deliveries"],
  ] as const)
    expect([path, (await call(method, `/${id}${path}`)).status]).toEqual([path, 404]);
  await api.db.webhook.delete({ where: { id } });
});
