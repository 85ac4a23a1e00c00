import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openWebhooks } from "../../../mailer/webhooks/open-webhooks.js";
import { createWebhookServing } from "../../../mailer/webhooks/serve-webhook.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { claimDeliveries, disableFailing, dueWebhooks, failAbandoned } from "../../../shared/db/webhooks/sending.js";
import { createLog } from "../../../shared/logging/log.js";
import { connectRedis } from "../../../shared/queues/redis.js";
import { createRedisBreaker } from "../../../shared/queues/redis-breaker.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { publicCase } from "../../support/public-case.js";
import { asProcess } from "../../support/servers/process-roles.js";
import { type Reaction, startWebhookReceiver, type WebhookReceiver } from "../../support/servers/webhook-receiver.js";

const log = createLog("test", "silent");
let api: AdminApp;
let db: Database;
let redis: Awaited<ReturnType<typeof startRedis>>;
let receiver: WebhookReceiver;
let reactions: Map<string, (attempt: number) => Reaction>;
let closers: (() => unknown)[];

let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  [api, redis] = await Promise.all([openAdminApp({ WEBHOOK_ALLOW_PRIVATE: "1" }), startRedis()]);
  ({ db, close: closeDatabase } = openDatabase(asProcess(api.deps.config.DATABASE_URL, "mailer")));
});
afterAll(async () => {
  await closeDatabase();
  await Promise.all([api[Symbol.asyncDispose](), redis.stop()]);
});
beforeEach(async () => {
  reactions = new Map();
  closers = [];
  receiver = await startWebhookReceiver(({ path }, attempt) => reactions.get(path)?.(attempt) ?? 200);
});
afterEach(async () => {
  receiver.release();
  for (const close of closers.reverse()) await close();
  await receiver[Symbol.asyncDispose]();
  // The next test finds nothing of this one. Its endpoints have new ids, so jobs that are left in Redis are nobody's.
  await api.db.webhookDelivery.deleteMany();
  await api.db.webhook.deleteMany();
  await api.db.warning.deleteMany();
});

/** The webhooks' part of one mailer. */
async function startMailer(retryMs = 50): Promise<void> {
  const [worker, producer] = [connectRedis(redis.url, log, "worker"), connectRedis(redis.url, log, "producer")];
  closers.push(() => [worker, producer].forEach((one) => void one.disconnect()));
  const config = {
    WEBHOOK_KEY: [api.webhookKey],
    SECRET_KEY: undefined,
    WEBHOOK_RETRY_MS: retryMs,
    WEBHOOK_ALLOW_PRIVATE: true,
  };
  await openWebhooks(config, {
    db,
    worker,
    producer,
    watch: createRedisBreaker(producer, log),
    log,
    onClose: (_name, close) => closers.push(close),
  });
}

interface Made {
  id: number;
  secret: string;
  path: string;
}

const call = (method: string, path: string, body?: unknown) => api.call(method, `/webhooks${path}`, { body });

async function addWebhook(path: string, react?: (attempt: number) => Reaction): Promise<Made> {
  if (react) reactions.set(path, react);
  const { id, secret } = (await call("POST", "", { url: receiver.url + path })).body.result;
  return { id, secret, path };
}

/** Records events as triggers do. */
const tell = (count: number) => api.db.$queryRaw`
  SELECT emit_event(c.id, false, 'invoice.issued', json_build_object('n', n))::text
  FROM company c, generate_series(1, ${count}::int) n WHERE c.code = 'demo'`;

const find = async ({ id }: Made, deliveryId: number) =>
  (await call("GET", `/${id}/deliveries/${deliveryId}`)).body.result;
const ping = async ({ id }: Made): Promise<number> => (await call("POST", `/${id}/test`)).body.result.deliveryId;
const states = async ({ id }: Made): Promise<Record<string, number>> => {
  const rows = await api.db.webhookDelivery.groupBy({ by: ["state"], where: { webhookId: id }, _count: true });
  return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
};
const until = (what: () => Promise<boolean>, message: string) => waitFor(what, { message, timeoutMs: 60_000 });
const untilState = (made: Made, deliveryId: number, state: string) =>
  until(async () => (await find(made, deliveryId)).state === state, `the delivery to be ${state}`);

test("a delivery is signed, carries the event's id, and is delivered once", async () => {
  await startMailer();
  const made = await addWebhook("/hook");
  const id = await ping(made);
  await untilState(made, id, "delivered");
  const [request, ...others] = receiver.received;
  expect(others).toEqual([]);
  const delivery = await find(made, id);
  expect(request?.headers["webhook-id"]).toBe(delivery.eventId);
  expect(request?.headers["user-agent"]).toMatch(/^Talonario\/\d/);
  expect(request?.headers["content-type"]).toBe("application/json");
  expect(new Webhook(made.secret).verify(request?.body ?? "", request?.headers ?? {})).toEqual(delivery.payload);
  expect(delivery).toMatchObject({
    nextAttempt: null,
    attempts: [
      { status: 200, ms: expect.any(Number), error: null, answer: "answer 1", at: expect.stringMatching(/Z$/) },
    ],
  });
});

test("after a rotation both secrets sign", async () => {
  await startMailer();
  const made = await addWebhook("/hook");
  const { secret } = (await call("POST", `/${made.id}/secret`)).body.result;
  await untilState(made, await ping(made), "delivered");
  const [request] = receiver.received;
  expect(request?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  for (const one of [secret, made.secret])
    expect(new Webhook(one).verify(request?.body ?? "", request?.headers ?? {})).toMatchObject({ type: "ping" });
});

test("what fails is tried again under the same id and body, and each attempt is kept", async () => {
  await startMailer();
  const made = await addWebhook("/hook", (attempt) => [500, 301, 404][attempt - 1] ?? 204);
  const id = await ping(made);
  await until(async () => (await find(made, id)).attempts.length === 1, "the first attempt");
  expect((await find(made, id)).state).toBe("pending");
  // Its next waits are longer than a test.
  const hurry = () => api.db.$executeRaw`
    UPDATE webhook_delivery SET due_at = now() - interval '1 second' WHERE id = ${id} AND state = 'pending' AND NOT is_claimed`;
  await until(async () => (await hurry()) === 0 && (await find(made, id)).state === "delivered", "a success");
  expect((await find(made, id)).attempts).toMatchObject([
    { status: 500 },
    { status: 301, error: "redirects are not followed" },
    { status: 404 },
    { status: 204, error: null },
  ]);
  expect(new Set(receiver.received.map(({ headers, body }) => headers["webhook-id"] + body)).size).toBe(1);
  expect(await api.db.webhook.findUnique({ where: { id: made.id } })).toMatchObject({ failingSince: null });
});

test("the first failure waits as long as the setting says, and up to a fifth more", async () => {
  await startMailer(100_000);
  const made = await addWebhook("/hook", () => 500);
  const id = await ping(made);
  await until(async () => (await find(made, id)).nextAttempt !== null && receiver.received.length === 1, "an attempt");
  await until(async () => (await find(made, id)).attempts[0]?.status === 500, "its record");
  const { attempts, nextAttempt } = await find(made, id);
  const waitMs = Date.parse(nextAttempt) - Date.parse(attempts[0].at);
  expect(waitMs).toBeGreaterThanOrEqual(100_000);
  expect(waitMs).toBeLessThan(120_000 + 30_000);
});

test("after the tenth failure a delivery has failed, and a retry by hand tries it once", async () => {
  const made = await addWebhook("/hook", () => 500);
  const id = await ping(made);
  await api.db.$executeRaw`UPDATE webhook_delivery SET attempt_count = 9`;
  await startMailer();
  await untilState(made, id, "failed");
  expect(receiver.received).toHaveLength(1);
  expect((await find(made, id)).nextAttempt).toBeNull();

  await call("POST", `/${made.id}/deliveries/${id}/retry`);
  await until(async () => receiver.received.length > 1, "the attempt by hand");
  await untilState(made, id, "failed");
  expect(receiver.received).toHaveLength(2);
});

test("what was delivered stays delivered when a retry by hand fails", async () => {
  await startMailer();
  const made = await addWebhook("/hook", (attempt) => (attempt === 1 ? 200 : 500));
  const id = await ping(made);
  await untilState(made, id, "delivered");
  await call("POST", `/${made.id}/deliveries/${id}/retry`);
  await until(async () => (await find(made, id)).attempts.length === 2, "the retry");
  await untilState(made, id, "delivered");
  expect((await find(made, id)).attempts).toMatchObject([{ status: 200 }, { status: 500 }]);
});

test("410 disables the endpoint, tells the account, and sends it nothing more until it is enabled", async () => {
  await startMailer();
  const made = await addWebhook("/hook", () => 410);
  const id = await ping(made);
  await untilState(made, id, "failed");
  expect((await call("GET", `/${made.id}`)).body.result).toMatchObject({
    enabled: false,
    disabledReason: "The endpoint answered 410 (Gone).",
  });
  const [warning, ...more] = await api.db.warning.findMany({ where: { kind: "webhook" } });
  expect([warning?.facts, more]).toEqual([
    { kind: "webhook", url: `${receiver.url}/hook`, production: false, reason: "gone" },
    [],
  ]);
  await tell(3);
  expect(await states(made)).toEqual({ failed: 1 });

  reactions.clear();
  await call("PATCH", `/${made.id}`, { enabled: true });
  await tell(1);
  await until(async () => (await states(made)).delivered === 1, "a delivery after it was enabled");
});

test("an endpoint without a success for 5 days is disabled once, and its account told once", async () => {
  const [failing, young, fine] = [await addWebhook("/a"), await addWebhook("/b"), await addWebhook("/c")];
  const since = (made: Made, days: number) =>
    api.db.$executeRaw`UPDATE webhook SET failing_since = now() - ${days} * interval '1 day' WHERE id = ${made.id}`;
  await since(failing, 5.01);
  await since(young, 4.99);
  const told = await Promise.all([disableFailing(db), disableFailing(db), disableFailing(db)]);
  expect(told.sort()).toEqual([0, 0, 1]);
  const shown = (await call("GET", "")).body.result;
  expect(
    shown.map(({ enabled, disabledReason }: { enabled: boolean; disabledReason: string }) => [enabled, disabledReason]),
  ).toEqual([
    [false, "No delivery has succeeded for 5 days."],
    [true, null],
    [true, null],
  ]);
  expect(await api.db.warning.findMany({ where: { kind: "webhook" } })).toMatchObject([
    { facts: { reason: "failing", production: false }, state: "due" },
  ]);
  expect(fine.id).toBe(shown[2].id);
});

test("an endpoint that hangs has few requests at once, and delays no other one of any company", async () => {
  const dead = await addWebhook("/dead", () => "hang");
  const healthy = await addWebhook("/healthy");
  await tell(60);
  await startMailer();
  await startMailer();
  await until(async () => (await states(healthy)).delivered === 60, "the healthy endpoint to have all");
  await until(async () => receiver.at("/dead").length === 4, "the dead one's requests");
  expect(await states(dead)).toEqual({ pending: 60 });
  // It was being asked all the while, and is asked no more than that.
  await tell(60);
  await until(async () => (await states(healthy)).delivered === 120, "the healthy endpoint to have all again");
  expect(receiver.mostOpen("/dead")).toBe(4);
  receiver.release();
  await until(async () => (await states(dead)).delivered === 120, "the dead one to come back to life");
});

test("a worker waits for no answer longer than a moment, and the attempts go on", async () => {
  const made = await addWebhook("/dead", () => "hang");
  await tell(6);
  const ended: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const serving = createWebhookServing({
    claim: (webhookId) => claimDeliveries(db, webhookId),
    secretsOf: async () => [made.secret],
    post: async () => {
      await answered;
      return { status: 200, ms: 1, error: null, detail: null, answer: "" };
    },
    markDelivered: async () => void ended.push("delivered"),
    markFailed: async () => void ended.push("failed"),
    retryMs: 1,
    random: () => 0,
    now: () => new Date(),
    onOutcome: () => undefined,
    log,
  });
  expect(await serving.serve(made.id)).toEqual({ outcome: "waits", attempts: 4 });
  expect(await serving.serve(made.id)).toEqual({ outcome: "drained", attempts: 0 });
  expect(await dueWebhooks(db, 10)).toEqual([]);
  answer();
  await serving.finish();
  expect(ended).toEqual(["delivered", "delivered", "delivered", "delivered"]);
});

test("a delivery in the hand of a mailer that died is tried again, until its attempts are used up", async () => {
  const made = await addWebhook("/hook");
  await tell(2);
  const [lost, last] = await claimDeliveries(db, made.id);
  expect(await claimDeliveries(db, made.id)).toEqual([]);
  await api.db.$executeRaw`UPDATE webhook_delivery SET due_at = now() - interval '1 second'`;
  await api.db.$executeRaw`UPDATE webhook_delivery SET attempt_count = 10 WHERE id = ${last?.id}`;
  expect(await failAbandoned(db)).toBe(1);
  expect((await find(made, last?.id ?? 0)).state).toBe("failed");
  await startMailer();
  await untilState(made, lost?.id ?? 0, "delivered");
  expect((await find(made, lost?.id ?? 0)).attempts).toMatchObject([
    { status: null, error: "nobody saw how it ended" },
    { status: 200 },
  ]);
});

publicCase(
  {
    kind: "A delivery says what is known of it",
    sent: "a delivery while its endpoint takes its time",
    right: "it is under way, since when; its end stands in that place afterwards",
    rule: "EXTENSIONS.md, section 4",
  },
  async () => {
    const made = await addWebhook("/slow");
    reactions.set("/slow", () => "hang");
    await startMailer();
    const id = await ping(made);
    await until(async () => receiver.received.length === 1, "the attempt to be under way");
    const [attempt, ...others] = (await find(made, id)).attempts;
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ status: null, ms: null, error: null, answer: null });
    const [listed] = (await call("GET", `/${made.id}/deliveries`)).body.result;
    expect(listed.attempts).toMatchObject([{ error: attempt.error }]);
    receiver.release();
    await until(async () => (await find(made, id)).attempts[0].ms !== null, "its end");
  },
);

test("a disabled endpoint is sent nothing; what waited goes on when it is enabled", async () => {
  const made = await addWebhook("/hook");
  await tell(2);
  await call("PATCH", `/${made.id}`, { enabled: false });
  await tell(5);
  expect(await dueWebhooks(db, 10)).toEqual([]);
  expect(await claimDeliveries(db, made.id)).toEqual([]);
  await call("PATCH", `/${made.id}`, { enabled: true });
  await startMailer();
  await until(async () => (await states(made)).delivered === 2, "what had waited");
  expect(await states(made)).toEqual({ delivered: 2 });
});

test("what cannot be signed is not taken in hand, and no attempt is used up", async () => {
  const made = await addWebhook("/hook");
  await api.db.$executeRaw`UPDATE webhook_secret SET sealed = 'x' WHERE webhook_id = ${made.id}`;
  const id = await ping(made);
  await startMailer();
  const other = await addWebhook("/other");
  await untilState(other, await ping(other), "delivered");
  expect(await api.db.webhookDelivery.findUnique({ where: { id } })).toMatchObject({
    attemptCount: 0,
    state: "pending",
  });
});

test("a listener's events are left to it", async () => {
  const { id: companyId } = await api.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const listeningUntil = new Date(Date.now() + 60_000);
  const { id } = await api.db.webhook.create({
    data: { companyId, production: false, url: `${receiver.url}/listener`, events: ["*"], listeningUntil },
  });
  await tell(1);
  expect(await dueWebhooks(db, 10)).toEqual([]);
  expect(await claimDeliveries(db, id)).toEqual([]);
});
