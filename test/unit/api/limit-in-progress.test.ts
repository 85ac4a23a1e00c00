import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { answerError } from "../../../api/http/answer-error.js";
import type { ApiEnv } from "../../../api/http/env.js";
import { openServer } from "../../../api/http/open-server.js";
import { limitConcurrency } from "../../../api/middleware/limit-concurrency.js";
import type { Caller } from "../../../shared/db/company/caller.js";
import { createLog } from "../../../shared/logging/log.js";
import { waitFor } from "../../sandbox/wait-for.js";

/** An app of one route, which reads its body. The query names the caller. */
function createApp(work: () => Promise<unknown>) {
  const app = new Hono<ApiEnv>();
  const log = createLog("test", "silent");
  app.onError((error, c) => answerError(c, error, log));
  app.use(async (c, next) => {
    const { company = "1", production } = c.req.query();
    c.set("caller", { companyId: Number(company), production: production !== undefined } as Caller);
    await next();
  });
  app.post("/", limitConcurrency(2, "issuances"), async (c) => {
    await c.req.text();
    await work();
    return c.json({ ok: true });
  });
  return app;
}

test("one request too many is 429 at once, for this company and environment alone", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const app = createApp(() => ended);
  const post = (query = "") => app.request(`/${query}`, { method: "POST" });
  const first = [post(), post()];
  const refused = await post();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await refused.json()).toEqual({ ok: false, error: expect.stringContaining("2 issuances in progress") });
  const others = [post("?production"), post("?company=2")];
  end();
  const answers = await Promise.all([...first, ...others]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await post()).status, "once they have ended").toBe(200);
});

test("a request that fails makes room", async () => {
  const app = createApp(() => Promise.reject(new Error("the work failed")));
  const statuses = [];
  for (let index = 0; index < 4; index++) statuses.push((await app.request("/", { method: "POST" })).status);
  expect(statuses).toEqual([500, 500, 500, 500]);
});

test("a client that goes away in the middle of its body makes room", async () => {
  const server = openServer(createApp(async () => undefined).fetch, createLog("test", "silent"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const post = async () => (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" })).status;
  const sockets = [0, 1].map(() => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    return socket;
  });
  await waitFor(async () => (await post()) === 429, { message: "both requests to be in progress" });
  for (const socket of sockets) socket.destroy();
  await waitFor(async () => (await post()) === 200, { message: "room for another request" });
  server.closeAllConnections();
  server.close();
});
