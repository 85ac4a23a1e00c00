import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { openServer } from "../../../../api/http/open-server.js";
import { afterAnswer } from "../../../../api/middleware/after-answer.js";
import { keptLog } from "../../../support/readers/kept-log.js";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
});

test("a task begins after the answer, which does not wait for it, and its failure is logged", async () => {
  const { log, lines } = keptLog();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done: string[] = [];
  const app = new Hono<{ Variables: { requestId: string } }>().get("/", (c) => {
    c.set("requestId", "asked");
    afterAnswer(c, log, async () => {
      done.push("began");
      await released;
      throw new Error("refused");
    });
    return c.text(`${done.length}`);
  });
  server = openServer(app.fetch, log).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await answer.text()).toBe("0");
  await expect.poll(() => done).toEqual(["began"]);
  release();
  await expect.poll(() => lines).toMatchObject([{ requestId: "asked", msg: "what was to follow an answer failed" }]);
});

test("within the process, where there is no connection, it begins too", async () => {
  const { log } = keptLog();
  const begun = new Promise<void>((resolve) => {
    const app = new Hono().get("/", (c) => {
      afterAnswer(c, log, async () => resolve());
      return c.text("");
    });
    void app.request("/");
  });
  await begun;
});

test("it begins too for a client that had gone by then", async () => {
  const { log } = keptLog();
  let begun = false;
  const app = new Hono<{ Bindings: HttpBindings }>().get("/", async (c) => {
    if (!c.env.outgoing.destroyed) await once(c.env.outgoing, "close");
    afterAnswer(c, log, async () => {
      begun = true;
    });
    return c.text("");
  });
  server = openServer(app.fetch as Parameters<typeof openServer>[0], log).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(fetch(url, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  await expect.poll(() => begun).toBe(true);
});
