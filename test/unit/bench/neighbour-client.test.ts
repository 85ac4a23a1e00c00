import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { misbehave } from "../../bench/neighbour-client.js";
import type { Kind } from "../../bench/neighbour-kinds.js";
import type { World } from "../../bench/neighbour-world.js";
import { waitFor } from "../../sandbox/wait-for.js";

/** A server that answers with this status, and what it was asked. */
async function serverOf(statusOf: (asked: IncomingMessage) => number) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    const status = statusOf(request);
    if (status === 0) request.socket.destroy();
    else response.writeHead(status).end('{"ok":true,"result":{"id":7}}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world: World = {
    origin,
    company: "loud",
    keys: ["key-1", "key-2"],
    pointsOfSale: 2,
    listings: [],
    auditLog: [],
  };
  return { asked, world };
}

const kindOf = (senders: number, open: Kind["open"]): Kind => ({ what: "", senders, open });

test("the neighbour asks with all its keys in turn, and every answer counts, also a missing one", async () => {
  const { asked, world } = await serverOf(({ url }) => (url === "/api/loud/broken" ? 0 : 201));
  const ids: (number | undefined)[] = [];
  const kind = kindOf(1, (ask) => async () => {
    ids.push((await ask("POST", "/good", { json: {} })).result?.id);
    await ask("GET", "/broken");
  });
  const misbehaving = misbehave(kind, world);
  await waitFor(() => asked.length >= 4, { message: "four requests" });
  const { answers } = await misbehaving.end();

  expect(answers["201"]).toBe(ids.length);
  expect(answers["none"]).toBe(ids.length);
  expect(ids[0]).toBe(7);
  expect(asked.slice(0, 2).map(({ headers }) => headers.authorization)).toEqual(["Bearer key-1", "Bearer key-2"]);
});

test("a refused sender waits a second, and the others go on", async () => {
  const { asked, world } = await serverOf(({ url }) => (url === "/api/loud/refused" ? 429 : 200));
  const kind = kindOf(2, (ask) => (sender) => ask("GET", sender === 0 ? "/refused" : "/served"));
  const misbehaving = misbehave(kind, world);
  await waitFor(() => asked.length >= 20, { message: "twenty requests" });
  const { answers, seconds } = await misbehaving.end();

  expect(answers["429"]).toBeLessThanOrEqual(1 + seconds);
  expect(answers["200"]).toBeGreaterThanOrEqual(19);
});
