import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { createApp } from "../../../api/compose/app.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { message, postMessage, resultOf, toolCall } from "../../support/processes/mcp-messages.js";
import { invoiceB } from "../../support/samples/invoice.js";

const hello = message("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

test("every message of an agent counts once for the limit of its key, whatever it asks for", async () => {
  await using api = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "20" });
  const sender = { authorization: `Bearer ${api.keys.keys.test}` };
  const { id: _, ...note } = message("notifications/initialized");
  const messages: [string, unknown, number][] = [
    ["initialize", hello, 200],
    ["a notification", note, 202],
    ["ping", message("ping"), 200],
    ["tools/list", message("tools/list"), 200],
    ["a tool", toolCall("quota"), 200],
    ["a tool that its operation refuses", toolCall("get_invoice", { id: 999_999_999 }), 200],
    ["a tool that is refused before its operation", toolCall("issue_invoice", invoiceB()), 200],
    ["a tool that there is not", toolCall("delete_invoice"), 200],
    ["no method", message("resources/list"), 200],
    ["no JSON", "{", 400],
    ["several messages", [message("ping"), message("ping")], 400],
    ["a body that is too large", " ".repeat(1_048_577), 413],
  ];
  let left = 20;
  for (const [what, sent, status] of messages) {
    const answer = await postMessage(api.app, sender, sent);
    left -= 1;
    expect([what, answer.status, answer.headers.get("ratelimit-remaining")]).toEqual([what, status, String(left)]);
  }
  const { headers } = await api.get("/quota");
  expect(headers.get("ratelimit-remaining"), "requests of the API count together with messages").toBe(String(left - 1));
});

test("beyond the limit a tool's error says how long to wait, and any other message is 429", async () => {
  await using api = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "2" });
  const sender = { authorization: `Bearer ${api.keys.keys.test}` };
  for (const sent of [hello, toolCall("quota")]) expect((await postMessage(api.app, sender, sent)).status).toBe(200);

  const refused = await postMessage(api.app, sender, message("tools/list"));
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { ok: false, error: "Too many requests: this key may make 2 a minute." },
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await api.get("/quota")).status).toBe(429);
  for (const name of ["quota", "preview_invoice"]) {
    const answer = await postMessage(api.app, sender, toolCall(name, invoiceB()));
    const { isError, structuredContent } = await resultOf(answer);
    expect([answer.status, isError, structuredContent]).toEqual([
      200,
      true,
      expect.objectContaining({ status: 429, next: expect.stringMatching(/Wait \d+ seconds\./) }),
    ]);
  }
});

test("the messages of a company's keys count together for the company", async () => {
  await using api = await openIssuingApp({ COMPANY_RATE_LIMIT_PER_MINUTE: "2" });
  const { keys, mono } = api.keys;
  const ask = (key: string) => postMessage(api.app, { authorization: `Bearer ${key}` }, message("ping"));
  const statuses = [];
  for (const key of [keys.test, keys.test, keys.test, keys.production, mono.keys.test])
    statuses.push((await ask(key)).status);
  expect(statuses).toEqual([200, 200, 429, 200, 200]);
  expect((await api.get("/quota")).status).toBe(429);
});

test("[A3] failures at agents' path and at the API count together for an address, and a right key still works", async () => {
  await using api = await openIssuingApp();
  const redis = new Redis(inject("redisUrl"), { keyPrefix: `${randomUUID()}:` });
  const app = createApp(api.deps, { redis, board: undefined });
  const ask = (authorization: string | null, remoteAddress = "192.0.2.1") =>
    postMessage(app, { authorization, remoteAddress }, message("tools/list"));
  const atApi = (key: string) =>
    app.request(
      "/api/demo/quota",
      { headers: { authorization: `Bearer ${key}` } },
      { incoming: { socket: { remoteAddress: "192.0.2.1" } } },
    );
  const right = `Bearer ${api.keys.keys.test}`;
  expect((await ask(right)).status).toBe(200);
  for (let n = 0; n < 40; n++) {
    const statuses = [await ask(null), await ask(`Bearer TEST_wrong${n}`), await atApi(`TEST_wrong${n}`)];
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401]);
  }
  for (const authorization of [null, "Bearer TEST_more", "Basic TEST_more"]) {
    const refused = await ask(authorization);
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { ok: false, error: expect.stringContaining("address") },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await atApi("TEST_more")).status).toBe(429);
  expect((await ask("Bearer TEST_more", "192.0.2.2")).status, "another address").toBe(401);
  expect((await ask(right)).status).toBe(200);
  redis.disconnect();
});
