import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkWebhooks } from "../../../api/admin/doctor/webhooks-check.js";
import { dueWarnings, lapsingSubscriptions, recordWarnings } from "../../../shared/db/company/warnings.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { purgeDeliveries } from "../../../shared/db/webhooks/purge.js";
import { purgeWebhookSecrets } from "../../../shared/db/webhooks/secrets.js";
import { claimDeliveries, disableFailing, dueWebhooks, failAbandoned } from "../../../shared/db/webhooks/sending.js";
import { measureWebhooks } from "../../../shared/db/webhooks/waiting.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { asProcess } from "../../support/servers/process-roles.js";

let api: AdminApp;
let mailer: Database;
let close: () => Promise<void>;
let webhookId: number;
beforeAll(async () => {
  api = await openAdminApp();
  ({ db: mailer, close } = openDatabase(asProcess(api.deps.config.DATABASE_URL, "mailer")));
});
afterAll(async () => {
  await close();
  await api[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await api.db.webhookDelivery.deleteMany();
  await api.db.webhook.deleteMany();
  const body = { url: "https://example.com/hook" };
  webhookId = (await api.call("POST", "/webhooks", { body })).body.result.id;
});

/** A pending delivery that was recorded and due so many seconds ago. */
const record = (seconds: number, id = webhookId) => api.db.$executeRaw`
  INSERT INTO webhook_delivery (webhook_id, company_id, production, event_id, type, body, created_at, due_at)
  SELECT ${id}, company_id, production, 'evt_1', 'ping', json_build_object('type', 'ping', 'timestamp', '2026-11-26T12:00:00.000Z',
    'data', json_build_object('webhookId', id, 'production', production)), now() - ${seconds} * interval '1 second', now() - ${seconds} * interval '1 second'
  FROM webhook WHERE id = ${webhookId}`;
const day = 86_400;

test("deliveries are kept for 30 days, and what waits for an endpoint that is gone is removed at once", async () => {
  await record(29.9 * day);
  for (let count = 0; count < 5; count++) await record(30.1 * day);
  await record(1, webhookId + 1_000);
  expect(await purgeDeliveries(mailer, 2)).toBe(6);
  expect(await api.db.webhookDelivery.count()).toBe(1);
});

test("a delivery is shown, sent and retried for 30 days, also while its month is there", async () => {
  const seen = async () => {
    const [{ id } = { id: 0 }] = await api.db.webhookDelivery.findMany();
    const path = `/webhooks/${webhookId}/deliveries`;
    return {
      waits: (await measureWebhooks(api.deps.reading.ofNobody)).oldestSeconds > 0,
      listed: (await api.call("GET", path)).body.total,
      found: (await api.call("GET", `${path}/${id}`)).status,
      retried: (await api.call("POST", `${path}/${id}/retry`)).status,
      due: (await dueWebhooks(mailer, 10)).length,
      claimed: (await claimDeliveries(mailer, webhookId)).length,
    };
  };
  await record(29.9 * day);
  expect(await seen()).toEqual({ waits: true, listed: 1, found: 200, retried: 202, due: 1, claimed: 1 });
  await api.db.webhookDelivery.deleteMany();
  await record(30.1 * day);
  expect(await seen()).toEqual({ waits: false, listed: 0, found: 404, retried: 404, due: 0, claimed: 0 });
});

test("a delivery or an endpoint that somebody holds keeps no other from being ended", async () => {
  const body = { url: "https://example.com/other" };
  const other: number = (await api.call("POST", "/webhooks", { body })).body.result.id;
  for (const id of [webhookId, other]) await record(60, id);
  await api.db.webhookDelivery.updateMany({ data: { isClaimed: true, once: true } });
  await api.db.webhook.updateMany({ data: { failingSince: new Date(Date.now() - 30 * day * 1_000) } });
  await api.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM webhook_delivery WHERE webhook_id = ${webhookId} FOR UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM webhook WHERE id = ${webhookId} FOR UPDATE`;
    expect(await failAbandoned(mailer)).toBe(1);
    await disableFailing(mailer);
    expect(await api.db.webhook.findMany({ where: { enabled: false } })).toMatchObject([{ id: other }]);
  });
  expect(await failAbandoned(mailer)).toBe(1);
  await disableFailing(mailer);
  expect(await api.db.webhook.count({ where: { enabled: true } })).toBe(0);
  await api.db.warning.deleteMany();
});

test("what waits for a listener that is long gone is removed, and later the listener", async () => {
  await record(1);
  const until = (past: string) =>
    api.db.$executeRaw`UPDATE webhook SET listening_until = now() - ${past}::interval WHERE id = ${webhookId}`;
  await until("59 minutes");
  expect(await purgeDeliveries(mailer)).toBe(0);
  await until("61 minutes");
  expect(await purgeDeliveries(mailer)).toBe(1);
  expect(await api.db.webhook.count()).toBe(1);
  await until("31 days");
  await purgeDeliveries(mailer);
  expect(await api.db.webhook.count()).toBe(0);
});

test("a secret that signs no longer is removed", async () => {
  await api.call("POST", `/webhooks/${webhookId}/secret`);
  expect(await purgeWebhookSecrets(mailer)).toBe(0);
  await api.db.$executeRaw`UPDATE webhook_secret SET created_at = now() - interval '25 hours'`;
  expect(await purgeWebhookSecrets(mailer)).toBe(1);
  expect(await api.db.webhookSecret.count()).toBe(1);
});

test("the oldest that waits is measured by the API, for endpoints that do not fail", async () => {
  const measure = () => measureWebhooks(api.deps.reading.ofNobody);
  expect(await measure()).toEqual({ endpoints: 1, failing: 0, oldestSeconds: 0 });
  await record(100);
  expect((await measure()).oldestSeconds).toBeGreaterThanOrEqual(100);
  await api.db.$executeRaw`UPDATE webhook SET failing_since = now()`;
  expect(await measure()).toEqual({ endpoints: 1, failing: 1, oldestSeconds: 0 });
  await api.db.$executeRaw`UPDATE webhook SET enabled = false`;
  expect(await measure()).toEqual({ endpoints: 0, failing: 0, oldestSeconds: 0 });
});

test("the doctor says when no mailer has the key, and when something waits for long", async () => {
  expect(await checkWebhooks(api.db)).toMatchObject({ name: "webhooks", ok: true });
  await record(301);
  expect(await checkWebhooks(api.db)).toMatchObject({ ok: false, detail: expect.stringContaining("has waited") });
  await api.db.$executeRaw`UPDATE webhook_key SET last_heartbeat_at = now() - interval '4 minutes'`;
  expect(await checkWebhooks(api.db)).toMatchObject({ ok: false, fix: expect.stringContaining("WEBHOOK_KEY") });
  await api.db.$executeRaw`UPDATE webhook SET enabled = false`;
  expect(await checkWebhooks(api.db)).toMatchObject({ ok: true, detail: "there are none" });
  await api.db.$executeRaw`UPDATE webhook_key SET last_heartbeat_at = now()`;
});

test("a company without an account e-mail is told by its webhook, and is mailed nothing later", async () => {
  const { id: companyId } = await api.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const until = argentineDay(Date.now() + 3 * day * 1_000);
  await api.setUntil(until);
  const address = (accountEmail: string | null) =>
    api.db.company.update({ where: { id: companyId }, data: { accountEmail } });
  await address(null);
  expect(await lapsingSubscriptions(mailer)).toEqual([{ companyId, until }]);
  const facts = { kind: "subscription", until, daysLeft: 3 } as const;
  expect(await recordWarnings(mailer, [{ companyId, kind: "subscription", subject: `${until}-7`, facts }])).toBe(1);
  expect(await api.db.webhookDelivery.findMany()).toMatchObject([{ webhookId, type: "subscription.ending" }]);
  await address("late@example.com");
  expect(await dueWarnings(mailer, 10)).toEqual([]);
  await address(null);
  await api.db.$executeRaw`UPDATE webhook SET enabled = false`;
  expect(await lapsingSubscriptions(mailer)).toEqual([]);
});
