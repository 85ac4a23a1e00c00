import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { createApp } from "../../../api/compose/app.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

// What all answers have in common: headers, limits and the envelope.
const system = await openForFile(() => openIssuingApp({ RATE_LIMIT_PER_MINUTE: "1000" }));

test("each answer says how many requests the key has left, and a refused one when to retry", async () => {
  await using limited = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "2" });
  const answers = [await limited.get("/invoices"), await limited.get("/invoices/999"), await limited.get("/invoices")];
  const headersOf = ({ headers }: { headers: Headers }) =>
    ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"].map((name) => Number(headers.get(name)));
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 429]);
  expect(answers.map(headersOf)).toEqual([
    [2, 1, 60],
    [2, 0, expect.any(Number)],
    [2, 0, expect.any(Number)],
  ]);
  // The same in the form of the working group's draft.
  const reset = answers[1]?.headers.get("ratelimit-reset");
  expect(answers.map(({ headers }) => headers.get("ratelimit-policy"))).toEqual(Array(3).fill('"key";q=2;w=60'));
  expect(answers[0]?.headers.get("ratelimit")).toBe('"key";r=1;t=60');
  expect(answers[1]?.headers.get("ratelimit")).toBe(`"key";r=0;t=${reset}`);
  expect(answers[2]?.headers.get("retry-after")).toBe(answers[2]?.headers.get("ratelimit-reset"));
  expect(answers[2]?.body).toEqual({ ok: false, error: expect.stringContaining("2 a minute") });
});

test("the limit holds while Redis is away, counted by each process alone", async () => {
  const away = new Redis(1, "127.0.0.1", {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  away.on("error", () => undefined);
  const deps = { ...system.deps, config: { ...system.deps.config, RATE_LIMIT_PER_MINUTE: 1 } };
  const app = createApp(deps, { redis: away, board: undefined });
  const headers = { authorization: `Bearer ${system.keys.keys.test}` };
  const statuses = [];
  for (let index = 0; index < 3; index++) statuses.push((await app.request("/api/demo/invoices", { headers })).status);
  expect(statuses).toEqual([200, 429, 429]);
  away.disconnect();
});

test.each([
  ["the caller's id is kept", "sale-77.retry_2", "sale-77.retry_2"],
  ["an id that could break a log line is replaced", "a b", expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ["a missing id is generated", undefined, expect.stringMatching(/^[0-9a-f-]{36}$/)],
])("every answer carries the request id: %s", async (_, given, expected) => {
  const headers = given === undefined ? {} : { "x-request-id": given };
  for (const answer of [
    await system.get("/invoices", { headers }),
    await system.get("/invoices", { headers, key: null }),
    await system.post("{", { headers }),
    await system.get("/nothing", { headers }),
  ]) {
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([answer.status, expected]);
  }
});

test("[S9] a body beyond 1 MB is 413 in the envelope, with and without a declared length", async () => {
  const large = JSON.stringify(invoiceB({ comments: "x".repeat(1_100_000) }));
  const declared = await system.post(large, { headers: { "content-length": String(large.length) } });
  const streamed = await system.post(large);
  for (const { status, body } of [declared, streamed])
    expect([status, body]).toEqual([413, { ok: false, error: expect.stringContaining("1 MB") }]);
});

test("the size of a GET's body does not matter, because nobody reads it", async () => {
  const { status } = await system.get("/quota", { headers: { "content-length": "2000000" } });
  expect(status).toBe(200);
});

const noPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const pagePolicy = expect.stringMatching(/^default-src 'self'; .*object-src 'none'; .*frame-ancestors 'none'$/);

test.each([
  ["/api/demo/invoices", noPolicy, "no-store"],
  ["/api/demo/nothing", noPolicy, "no-store"],
  ["/nothing", noPolicy, "no-store"],
  ["/metrics", noPolicy, "no-store"],
  ["/openapi.json", noPolicy, "no-cache"],
  ["/postman.json", noPolicy, "no-cache"],
  ["/llms.txt", noPolicy, "no-cache"],
  ["/board/api/queues", noPolicy, "no-store"],
  ["/board", pagePolicy, null],
  ["/docs", pagePolicy, "no-cache"],
  ["/docs/swagger-ui.css", pagePolicy, "no-cache"],
])("%s carries secure headers and admits no other origin", async (path, policy, caching) => {
  const headers = { authorization: `Bearer ${system.keys.keys.test}`, origin: "https://elsewhere.example" };
  const answer = await system.app.request(path, { headers });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-security-policy": policy,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-request-id": expect.any(String),
  });
  expect(answer.headers.get("cache-control")).toBe(caching);
  for (const name of ["access-control-allow-origin", "x-powered-by", "server"])
    expect([name, answer.headers.get(name)]).toEqual([name, null]);
});

test("refusals of every status carry secure headers and the request id", async () => {
  await using slow = await openIssuingApp(
    { REQUEST_TIMEOUT_MS: "1", RATE_LIMIT_PER_MINUTE: "1" },
    { askAuthority: () => new Promise(() => undefined) },
  );
  const large = JSON.stringify(invoiceB({ comments: "x".repeat(1_100_000) }));
  const answers = [
    await slow.get("/taxauth/status"),
    await slow.get("/quota"),
    await system.get("/quota", { key: null }),
    await system.get("/nothing/here"),
    await system.post(large),
    await system.post("{"),
  ];
  const wrongMethod = await system.app.request("/api/demo/quota", {
    method: "DELETE",
    headers: { authorization: `Bearer ${system.keys.keys.test}` },
  });
  expect([...answers, wrongMethod].map(({ status }) => status)).toEqual([504, 429, 401, 404, 413, 400, 405]);
  for (const { status, headers } of [...answers, wrongMethod])
    expect([
      status,
      headers.get("x-content-type-options"),
      headers.get("x-request-id"),
      headers.get("cache-control"),
    ]).toEqual([status, "nosniff", expect.any(String), "no-store"]);
});

test("no other origin is admitted by a preflight", async () => {
  const preflight = await system.app.request("/api/demo/invoices", {
    method: "OPTIONS",
    headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
  });
  expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
});

test("[E2] a request that takes too long is 504 in the envelope, without code, and says what to do", async () => {
  await using slow = await openIssuingApp(
    { REQUEST_TIMEOUT_MS: "1" },
    {
      askAuthority: () => new Promise(() => undefined),
      settlements: { ...system.deps.settlements, wait: () => new Promise(() => undefined) },
      reading: { ...system.deps.reading, of: never },
      pages: { ...system.deps.pages, of: never },
      administration: { ...system.deps.administration, of: never },
    },
  );
  const headers = { authorization: `Bearer ${slow.keys.keys.test}`, "content-type": "application/json" };
  const told = await Promise.all(
    [
      ["POST", "/invoices", invoiceB({})],
      ["GET", "/invoices?pos=1"],
      ["GET", "/audit-log"],
      ["GET", "/quota"],
      ["DELETE", "/api-keys/7"],
      ["GET", "/taxauth/padron/30712345671"],
      ["GET", "/taxauth/status"],
    ].map(async ([method, path, body]) => {
      const request = { method: String(method), headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await slow.app.request(`/api/demo${path}`, request);
      return [answer.status, await answer.json()];
    }),
  );
  const narrower = expect.stringMatching(/^The request took too long\. Narrow the filters.*limit/);
  const errors = [
    "The request took too long. Send it again with the same idempotency key.",
    narrower,
    narrower,
    "The request took too long. Try again.",
    expect.stringContaining("look with a GET before you send it again"),
    expect.stringMatching(/The tax authority is slow or away: try again.*\/taxauth\/status/),
    expect.stringMatching(/The tax authority is slow or away: try again in a minute\.$/),
  ];
  expect(told).toEqual(errors.map((error) => [504, { ok: false, error }]));
});

/** A database that never answers. */
const never = () => new Proxy({}, { get: () => () => new Promise(() => undefined) }) as Database;
