import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { createApp, createInternalApp, createWaitingApp } from "../../../api/compose/app.js";
import { openBoard } from "../../../api/operator-pages/board.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const internalPaths = ["/health/live", "/health/ready", "/metrics", "/board"];

test("what is internal answers on INTERNAL_PORT alone, and is an unknown path on PORT", async () => {
  await using system = await openIssuingApp({ INTERNAL_PORT: "9100" });
  const redis = new Redis(inject("redisUrl"));
  const board = openBoard(redis, "operator", "secret", 0);
  const parts = { redis, board: board.routes };
  const [open, internal] = [createApp(system.deps, parts), createInternalApp(system.deps, parts)];

  for (const path of internalPaths) {
    const [answer, unknown] = [await open.request(path), await open.request("/nothing/here")];
    expect([answer.status, await answer.text()]).toEqual([404, (await unknown.text()).replace("/nothing/here", path)]);
  }
  const statuses = await Promise.all(internalPaths.map(async (path) => (await internal.request(path)).status));
  expect(statuses).toEqual([200, 200, 200, 401]);

  const headers = { authorization: `Bearer ${system.keys.keys.test}` };
  for (const path of ["/api/demo/invoices", "/docs", "/docs/guides/errors", "/openapi.json"]) {
    const [here, there] = [await open.request(path, { headers }), await internal.request(path, { headers })];
    expect([path, here.status, there.status]).toEqual([path, 200, 404]);
  }
  await board.close();
  redis.disconnect();
});

test("without INTERNAL_PORT everything answers on PORT", async () => {
  await using system = await openIssuingApp();
  const statuses = ["/health/live", "/metrics"].map(async (path) => (await system.app.request(path)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200]);
});

test("while a process waits for its database, PORT has its health, and everything else is a 500 that says when to try again", async () => {
  await using system = await openIssuingApp();
  const redis = new Redis(inject("redisUrl"));
  const waiting = createWaitingApp(system.deps, { redis, board: undefined });
  expect((await waiting.request("/health/live")).status).toBe(200);
  const headers = { authorization: `Bearer ${system.keys.keys.test}` };
  for (const [method, path] of [
    ["POST", "/api/demo/invoices"],
    ["GET", "/app"],
    ["GET", "/nothing/here"],
  ]) {
    const answer = await waiting.request(`${path}`, { method: `${method}`, headers });
    expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 500, "5"]);
    expect(await answer.json()).toEqual({ ok: false, error: expect.stringContaining("waits for its database") });
  }
  redis.disconnect();
});
