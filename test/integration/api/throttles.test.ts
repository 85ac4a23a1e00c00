import { randomBytes, randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { type ApiKeyCache, createApiKeyCache } from "../../../api/authentication/api-key-cache.js";
import { createApp } from "../../../api/compose/app.js";
import { openBoard } from "../../../api/operator-pages/board.js";
import { createApiKey } from "../../../shared/db/company/api-keys.js";
import type { Database } from "../../../shared/db/pool/database.js";
import type { TenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";
import { documentedRoutes } from "../../support/readers/documented-routes.js";
import { invoiceB } from "../../support/samples/invoice.js";

// No company and no address takes the API from all others. Source: api/README.md, "Limits".
const system = await openForFile(openIssuingApp);

/** A second key of the demo company, in homologation. */
const secondKey = async ({ db, deps, keys }: IssuingApp) => {
  const { companyId = 0 } = (await deps.callers.find(keys.keys.test)) ?? {};
  return (await createApiKey(db, { companyId, production: false, name: "second", scopes: ["read"] })).secret;
};

test("the keys of a company share its limit, and its environments and other companies do not", async () => {
  await using limited = await openIssuingApp({ COMPANY_RATE_LIMIT_PER_MINUTE: "2" });
  const { keys, mono } = limited.keys;
  const second = await secondKey(limited);
  const answers = [await limited.get("/invoices"), await limited.get("/invoices", { key: second })];
  const refused = await limited.get("/invoices", { key: second });
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([refused.status, refused.body]).toEqual([429, { ok: false, error: expect.stringContaining("2 a minute") }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await limited.get("/invoices", { key: keys.production })).status).toBe(200);
  expect((await limited.get("/invoices", { key: mono.keys.test, company: "mono" })).status).toBe(200);
});

test("a key beyond its own limit takes nothing from the company's other keys", async () => {
  await using limited = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "1", COMPANY_RATE_LIMIT_PER_MINUTE: "2" });
  const second = await secondKey(limited);
  const statuses = [];
  for (const key of [limited.keys.keys.test, limited.keys.keys.test, limited.keys.keys.test, second])
    statuses.push((await limited.get("/invoices", { key })).status);
  expect(statuses).toEqual([200, 429, 429, 200]);
});

test("[A5] a missing scope is 401 on every route before any limit counts and before the body is read", async () => {
  await using limited = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "1", COMPANY_RATE_LIMIT_PER_MINUTE: "1" });
  const second = await secondKey(limited);
  for (const { method, path, openedBy } of documentedRoutes.filter((route) => route.openedBy !== "any key")) {
    const other = openedBy === "configure" ? "issue" : "configure";
    await limited.db.$executeRaw`UPDATE api_key SET scopes = ${[other]} WHERE name = 'second'`;
    const tooLong = method !== "GET" && { "content-length": "2000000" };
    const { status, headers } = await limited.app.request(`/api/demo${path.replace(/\{\w+\}/, "1")}`, {
      method,
      headers: { authorization: `Bearer ${second}`, ...tooLong },
    });
    expect([method, path, status, headers.get("ratelimit-limit")]).toEqual([method, path, 401, null]);
  }
  expect((await limited.get("/invoices")).status).toBe(200);
  expect((await limited.get("/invoices")).status).toBe(429);
});

test("counts that are forged in Redis tell a client no other times and limits than there are", async () => {
  await using limited = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "2" });
  const redis = new Redis(inject("redisUrl"));
  const { apiKeyId = 0 } = (await limited.deps.callers.find(limited.keys.keys.test)) ?? {};
  const [{ database } = { database: "" }] = await limited.db.$queryRaw<{ database: string }[]>`
    SELECT current_database() AS database`;
  const name = `${database}:talonario:rate:${apiKeyId}`;
  await redis.set(name, "-1000000", "EX", 10_000_000);
  const unlimited = await limited.get("/quota");
  expect([unlimited.headers.get("ratelimit-remaining"), unlimited.headers.get("ratelimit-reset")]).toEqual(["2", "60"]);
  await redis.set(name, "1000000", "EX", 10_000_000);
  const refused = await limited.get("/quota");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  redis.disconnect();
});

test("the company's limit holds while Redis is away, counted by each process alone", async () => {
  const redis = new Redis(1, "127.0.0.1", {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined);
  const { deps, keys } = system;
  const config = { ...deps.config, COMPANY_RATE_LIMIT_PER_MINUTE: 1 };
  const app = createApp({ ...deps, config }, { redis, board: undefined });
  const headers = { authorization: `Bearer ${keys.keys.test}` };
  const statuses = [];
  for (let index = 0; index < 2; index++) statuses.push((await app.request("/api/demo/quota", { headers })).status);
  expect(statuses).toEqual([200, 429]);
  redis.disconnect();
});

/** An app with a memory of right keys of its own, and counters that no other test uses. `lookedUp` has each key it looked up. */
function freshApp(trustProxy = 0) {
  const redis = new Redis(inject("redisUrl"), { keyPrefix: `${randomUUID()}:` });
  const callers = createApiKeyCache(system.db, { keptMs: 0 });
  const lookedUp: string[] = [];
  const watched: ApiKeyCache = {
    ...callers,
    find: (secret) => {
      lookedUp.push(secret);
      return callers.find(secret);
    },
  };
  const config = { ...system.deps.config, TRUST_PROXY: trustProxy };
  const app = createApp({ ...system.deps, config, callers: watched }, { redis, board: undefined });
  const ask = (headers: Record<string, string>, remoteAddress = "192.0.2.1") =>
    Promise.resolve(app.request("/api/demo/quota", { headers }, { incoming: { socket: { remoteAddress } } }));
  return {
    ask,
    withKey: (key: string, remoteAddress?: string) => ask({ authorization: `Bearer ${key}` }, remoteAddress),
    lookedUp,
    [Symbol.dispose]: () => redis.disconnect(),
  };
}

const statusesOf = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);
const repeat = <Value>(times: number, make: (index: number) => Value) =>
  Array.from({ length: times }, (_, n) => make(n));

test("[A3] an address with 120 failed authentications in a minute gets 429 instead of 401", async () => {
  using app = freshApp();
  const failures = [
    ...repeat(40, () => app.ask({})),
    ...repeat(40, (n) => app.withKey(`TEST_wrong${n}`)),
    ...repeat(40, () => app.withKey(system.keys.mono.keys.test)),
  ];
  expect(new Set(await statusesOf(failures))).toEqual(new Set([401]));

  for (const headers of [{}, { authorization: "Bearer TEST_more" }]) {
    const refused = await app.ask(headers);
    const body = await refused.json();
    expect([refused.status, body]).toEqual([429, { ok: false, error: expect.stringContaining("address") }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await app.withKey("TEST_more", "192.0.2.2")).status, "another address").toBe(401);
});

test("beyond 120 failures a right key still works, and wrong ones hardly reach the database", async () => {
  using app = freshApp();
  const { test: known, production: unseen } = system.keys.keys;
  await app.withKey(known);
  await statusesOf(repeat(130, () => app.ask({})));

  app.lookedUp.length = 0;
  const startedAtMs = performance.now();
  const statuses = await statusesOf(repeat(300, (n) => app.withKey(`TEST_wrong${n}`)));
  const seconds = Math.ceil((performance.now() - startedAtMs) / 1_000);
  expect(new Set(statuses)).toEqual(new Set([429]));
  expect(app.lookedUp.length).toBeLessThanOrEqual(10 * (seconds + 1));

  expect(new Set(await statusesOf(repeat(50, () => app.withKey(known))))).toEqual(new Set([200]));
  const found = () => app.withKey(unseen).then(({ status }) => status === 200);
  await waitFor(found, { message: "a spare lookup of a right key that is new to the process" });
});

test("many wrong keys at the same moment do not all reach the database", async () => {
  using app = freshApp();
  const statuses = await statusesOf(repeat(400, () => app.withKey("TEST_same")));
  expect(statuses.filter((status) => status === 401)).toHaveLength(120);
  expect(app.lookedUp.length).toBeLessThan(140);
});

test("behind a trusted proxy the address is the one that the proxy saw, whatever the client makes up", async () => {
  using app = freshApp(1);
  const statuses = await statusesOf(repeat(130, (n) => app.ask({ "x-forwarded-for": `10.0.0.${n}, 198.51.100.7` })));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await app.ask({ "x-forwarded-for": "198.51.100.7, 198.51.100.8" })).status).toBe(401);
});

test("the board checks no more passwords of an address after 120 wrong ones in a minute, not even the right one", async () => {
  const redis = new Redis(inject("redisUrl"));
  const board = openBoard(redis, "operator", "secret", 0);
  const app = createApp(system.deps, { redis, board: board.routes });
  const ask = (password: string | undefined, remoteAddress: string) => {
    const headers = password === undefined ? {} : { authorization: `Basic ${btoa(`operator:${password}`)}` };
    const environment = { incoming: { socket: { remoteAddress } } };
    return Promise.resolve(app.request("/board/api/queues", { headers }, environment));
  };
  // The queues need a Redis without a prefix, so the test takes addresses that no other has.
  const [here, elsewhere] = [randomAddress(), randomAddress()];
  for (let round = 0; round < 10; round++) {
    expect(new Set(await statusesOf(repeat(20, () => ask("secret", here))))).toEqual(new Set([200]));
    expect((await ask(undefined, here)).status).toBe(401);
  }
  expect(new Set(await statusesOf(repeat(120, () => ask("wrong", here))))).toEqual(new Set([401]));

  const refused = await ask("secret", here);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await statusesOf([ask("secret", elsewhere), ask(undefined, here)])).toEqual([200, 401]);
  await board.close();
  redis.disconnect();
});

const randomAddress = () => [10, ...randomBytes(3)].join(".");

test("a company has 20 listings of vouchers and audit entries in progress, one more is 429 at once and counts for no minute", async () => {
  let release = () => {};
  let begun = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { reading, read } = system.deps;
  const stalled = (pool: TenantDatabase): TenantDatabase => ({
    ...pool,
    of: (tenant) =>
      new Proxy(pool.of(tenant), {
        get(target, member) {
          if (member !== "$queryRaw") return Reflect.get(target, member);
          begun += 1;
          return (...query: Parameters<Database["$queryRaw"]>) => released.then(() => target.$queryRaw(...query));
        },
      }),
  });
  const redis = new Redis(inject("redisUrl"), { keyPrefix: `${randomUUID()}:` });
  const config = { ...system.deps.config, RATE_LIMIT_PER_MINUTE: 1_000 };
  const app = createApp(
    {
      ...system.deps,
      ...{ config, reading: stalled(reading) },
      read: (tenant, run) =>
        read(tenant, (reads) => run({ ...reads, reading: stalled(reads.reading), pages: stalled(reads.pages) })),
    },
    { redis, board: undefined },
  );
  const ask = (path: string, key = system.keys.keys.test) =>
    Promise.resolve(app.request(`/api/demo${path}`, { headers: { authorization: `Bearer ${key}` } }));

  const listings = [...repeat(10, () => ask("/invoices")), ...repeat(10, () => ask("/audit-log"))];
  await waitFor(() => begun === 20, { message: "20 listings in progress" });
  for (const path of ["/invoices", "/audit-log"]) {
    const refused = await ask(path);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(refused.headers.get("ratelimit-remaining")).toBeNull();
    expect(await refused.json()).toEqual({ ok: false, error: expect.stringContaining("20 listings") });
  }
  const production = ask("/invoices", system.keys.keys.production);
  await waitFor(() => begun === 21, { message: "a listing of the other environment in progress" });
  release();
  expect(new Set(await statusesOf([...listings, production]))).toEqual(new Set([200]));
  const served = await ask("/invoices");
  expect([served.status, served.headers.get("ratelimit-remaining")]).toEqual([200, "979"]);
  redis.disconnect();
});

test("a company has 200 issuances in progress, one more is 429 at once and issues nothing", async () => {
  let release = () => {};
  let waiting = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  system.fate = async (db, issuanceId) => {
    waiting += 1;
    await released;
    return approvedFate(db, issuanceId);
  };
  const body = invoiceB();
  const issuing = repeat(200, () => system.post(body));
  await waitFor(() => waiting === 200, { message: "200 issuances in progress" });
  const refused = await system.post(invoiceB());
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(refused.body).toEqual({ ok: false, error: expect.stringContaining("200 issuances") });
  expect((await system.get("/invoices")).status, "listings have a limit of their own").toBe(200);
  release();
  const answers = await Promise.all(issuing);
  expect(new Set(answers.map(({ body: { result } }) => result.voucherNumber)).size).toBe(1);
  system.fate = approvedFate;
  expect((await system.post(invoiceB())).status).toBe(201);
});
