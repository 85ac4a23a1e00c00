import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { createApp } from "../../../../api/compose/app.js";
import { openBoard } from "../../../../api/operator-pages/board.js";
import { openIssuingApp } from "../../../support/processes/issuing-app.js";

test("the board asks for its password and opens with it", async () => {
  await using system = await openIssuingApp();
  const redis = new Redis(inject("redisUrl"));
  const board = openBoard(redis, "operator", "secret", 0);
  const app = createApp(system.deps, { redis, board: board.routes });

  const asked = await app.request("/board");
  expect([asked.status, asked.headers.get("www-authenticate")]).toEqual([401, expect.stringContaining("Basic")]);
  const wrong = await app.request("/board", { headers: { authorization: `Basic ${btoa("operator:wrong")}` } });
  expect(wrong.status).toBe(401);

  const headers = { authorization: `Basic ${btoa("operator:secret")}` };
  const opened = await app.request("/board", { headers });
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining("<html")]);
  const queues = (await (await app.request("/board/api/queues", { headers })).json()) as { queues: { name: string }[] };
  expect(queues.queues.map((queue) => queue.name).sort()).toEqual([
    "issuance",
    "issuer-requests",
    "mail",
    "pdf",
    "webhook",
  ]);

  const emptied = await app.request("/board/api/queues/issuance/obliterate", { method: "PUT", headers });
  expect(emptied.status, "a page of another site sends the remembered password").toBe(403);
  const json = { ...headers, "content-type": "application/json", origin: "https://evil.example" };
  for (const more of [{}, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
    const sent = await app.request("/board/api/queues/pdf/pause", { method: "PUT", headers: { ...json, ...more } });
    expect(sent.status, `a program of another site sends the remembered password ${JSON.stringify(more)}`).toBe(403);
  }
  const own = { ...headers, "sec-fetch-site": "same-origin" };
  const refused = await app.request("/board/api/queues/issuance/obliterate", { method: "PUT", headers: own });
  expect([refused.status, await refused.text()], "a read-only queue").toEqual([405, expect.any(String)]);

  await board.close();
  redis.disconnect();
});

test("without credentials there is no board", async () => {
  await using system = await openIssuingApp();
  expect((await system.app.request("/board")).status).toBe(404);
});
