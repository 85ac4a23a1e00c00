import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callPace, openCallLimiter } from "../../../api/payments/call-limiter.js";
import { openProvider, type Provider } from "../../../api/payments/provider.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { type PaymentProvider, startPaymentProvider } from "../../payment-provider/stand-in.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

// api/payments/README.md, "The sweep": at most 5 calls a second over all hosts.

let site: PaymentProvider;
let database: TestDatabase;
let db: Database;
/** Of two hosts. */
let hosts: Provider[];
const close: (() => Promise<void>)[] = [];

function openHost(url: string): Provider {
  const { db: people, close: closeDatabase } = openDatabase(url, { connections: 2 });
  const provider = openProvider({ url: site.url, token: site.token, limiter: openCallLimiter(people) });
  close.push(provider.close, closeDatabase);
  return provider;
}

beforeAll(async () => {
  [site, database] = await Promise.all([startPaymentProvider(), createDatabase()]);
  const opened = openDatabase(database.url, { connections: 2 });
  db = opened.db;
  close.push(opened.close);
  hosts = [1, 2].map(() => openHost(asProcess(database.url, "api")));
});
beforeEach(async () => {
  Object.assign(site, { faults: [] });
  for (const list of [site.calls, site.callTimes]) list.length = 0;
  await db.$executeRaw`UPDATE payment_watch SET call_at = now(), rests_until = now()`;
});
afterAll(async () => {
  await Promise.all(close.map((one) => one()));
  await database?.drop();
  await site?.[Symbol.asyncDispose]();
});

const askAll = (times: number) =>
  Promise.all(hosts.flatMap((host) => Array.from({ length: times }, () => host.findPayment("1"))));

test("two providers on one database make at most 5 calls in any second, and each is made", async () => {
  await askAll(8);
  expect(site.calls).toHaveLength(16);
  const spans = site.callTimes.slice(5).map((time, at) => time - (site.callTimes[at] ?? 0));
  expect(Math.min(...spans)).toBeGreaterThan(1_000);
});

test("who waits for a slot holds no lock", async () => {
  const asked = askAll(2);
  await expect.poll(() => site.calls.length).toBeGreaterThan(0);
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM payment_watch FOR UPDATE NOWAIT`;
    expect(site.calls.length).toBeLessThan(4);
  });
  await asked;
});

test("a 429 that one provider sees rests the other", async () => {
  const [one, other] = hosts as [Provider, Provider];
  site.faults.push(429);
  await expect(one.findPayment("1")).rejects.toThrow("answered 429");
  for (const host of [one, other]) await expect(host.findPayment("1")).rejects.toThrow("asked for fewer calls");
  expect(site.calls).toHaveLength(1);
  const [watch] = await db.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM rests_until - now())::float8 AS seconds FROM payment_watch`;
  expect(watch?.seconds).toBeGreaterThan(50);
  expect(watch?.seconds).toBeLessThanOrEqual(60);
  await db.$executeRaw`UPDATE payment_watch SET rests_until = now()`;
  await other.findPayment("1");
  expect(site.calls).toHaveLength(2);
});

test("a call that would wait longer than a call may take is not made, and takes no slot from those that wait", async () => {
  await db.$executeRaw`UPDATE payment_watch SET call_at = clock_timestamp() + ${callPace.maxWaitMs + 200} * interval '1 millisecond'`;
  const callAt = () => db.$queryRaw`SELECT call_at::text FROM payment_watch`;
  const before = await callAt();
  await expect(hosts[0]?.findPayment("1")).rejects.toThrow("too many wait");
  expect([site.calls, await callAt()]).toEqual([[], before]);
});

test("times of before the database's clock was set back hold nobody up", async () => {
  await db.$executeRaw`UPDATE payment_watch SET call_at = now() + interval '1 hour', rests_until = now() + interval '1 hour'`;
  await hosts[0]?.findPayment("1");
  expect(site.calls).toHaveLength(1);
});

test("while the database is away no call is made", async () => {
  const host = openHost("postgresql://nobody@127.0.0.1:1/nothing");
  const failure = await host.findPayment("1").catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "ProviderAway", message: expect.stringContaining("is not asked") });
  expect(site.calls).toEqual([]);
});
