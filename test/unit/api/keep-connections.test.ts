import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { closeServer } from "../../../api/http/close-server.js";
import { keepConnections } from "../../../api/http/keep-connections.js";
import { openServer } from "../../../api/http/open-server.js";
import { createLog } from "../../../shared/logging/log.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { fromGroup } from "../../support/groups.js";

const opened: { close(): unknown }[] = [];
afterAll(() => {
  for (const one of opened.splice(0)) one.close();
});

/** A server that answers when it is told to. */
async function open(keeping: Parameters<typeof keepConnections>[1] = {}) {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => waiting.push(response));
  keepConnections(server, keeping);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  opened.push({ close: () => agent.destroy() }, { close: () => server.closeAllConnections() }, server);
  const { port } = server.address() as AddressInfo;

  async function begin(): Promise<{ answer(): Promise<{ headers: IncomingMessage["headers"]; socket: Socket }> }> {
    const asked = request({ port, host: "127.0.0.1", agent });
    asked.end();
    const [socket] = (await once(asked, "socket")) as [Socket];
    await waitFor(() => waiting.length === 1, { message: "the request to arrive" });
    const [response] = waiting.splice(0);
    return {
      async answer() {
        response?.end("answered");
        const [answer] = (await once(asked, "response")) as [IncomingMessage];
        await text(answer);
        return { headers: answer.headers, socket };
      },
    };
  }
  return { server, port, waiting, begin, ask: async () => (await begin()).answer() };
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  opened.push({ close: () => socket.destroy() });
  await once(socket, "connect");
  return socket;
}

const wholeRequest = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

// These wait, because time without a request is what they are about. Node alone closes a connection after 5 seconds, nginx and balancers after
// 60, and Caddy after 120.
for (const seconds of fromGroup("sandbox", [6, 61, 121], (one) => one === 6))
  test.concurrent(`a connection is good for a next request ${seconds} seconds later`, async () => {
    const { port, waiting, ask } = await open();
    const unused = await connectTo(port);
    const first = await ask();
    expect(first.headers).toMatchObject({ connection: "keep-alive", "keep-alive": "timeout=130" });
    await delay(seconds * 1_000 + 100);
    expect((await ask()).socket).toBe(first.socket);
    // A connection in advance is as good.
    unused.write(wholeRequest);
    await waitFor(() => waiting.length === 1, { message: "the first request of the other" });
    waiting[0]?.end("answered");
    await waitFor(() => unused.bytesRead > 0, { message: "its answer" });
  }, 130_000);

test("a connection that is never used is closed after that time, and one with a part of a request is told and closed", async () => {
  const server = openServer(() => new Response("answered"), createLog("test", "silent"), {
    times: { idleMs: 400, headMs: 200, lookEveryMs: 20 },
  });
  opened.push({ close: () => server.closeAllConnections() }, server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const startedMs = performance.now();
  const [unused, begun, usedBefore] = [await connectTo(port), await connectTo(port), await connectTo(port)];
  const [told, ended] = [text(begun), text(unused)];
  begun.write("GET / HTTP/1.1\r\nHo");
  usedBefore.write(wholeRequest);
  await once(usedBefore, "data");
  const toldBefore = text(usedBefore);
  usedBefore.write("GET / HTTP/1.1\r\nHo");
  expect(await told).toMatch(/^HTTP\/1\.1 408 [\s\S]*The request did not arrive in time\./);
  expect(await toldBefore).toMatch(/^HTTP\/1\.1 408 /);
  expect(await ended).toBe("");
  expect(performance.now() - startedMs).toBeGreaterThan(399);
});

test("a process that stops leaves idle connections a moment longer, and waits for no other than those that are used", async () => {
  const stopping = new AbortController();
  const { server, port, begin, ask } = await open({ stopping: stopping.signal });
  const [unused, begun] = [await connectTo(port), await connectTo(port)];
  begun.write("GET / HTTP/1.1\r\nHo");
  const { socket: idle } = await ask();
  stopping.abort();
  const closed = closeServer(server);
  expect(unused.destroyed).toBe(false);
  const underWay = await begin();
  const { headers, socket } = await underWay.answer();
  expect([headers.connection, socket === idle]).toEqual(["close", true]);
  await closed;
  await Promise.all([unused, begun].map((one) => one.destroyed || once(one, "close")));
}, 20_000);

test("a request that had come before its idle connection is closed is answered, however late the process reads it", async () => {
  const stopping = new AbortController();
  const { server, port, waiting } = await open({ stopping: stopping.signal });
  const idle = await connectTo(port);
  idle.write(wholeRequest);
  await waitFor(() => waiting.length === 1, { message: "the first request" });
  waiting.splice(0)[0]?.end("answered");
  await once(idle, "data");
  stopping.abort();
  const closed = closeServer(server);
  idle.write(wholeRequest);
  const stalledUntilMs = performance.now() + 1_200;
  while (performance.now() < stalledUntilMs);
  await waitFor(() => waiting.length === 1 || idle.destroyed, { message: "the request, or the end of its connection" });
  expect(waiting.length).toBe(1);
  waiting[0]?.end("answered");
  expect(await text(idle)).toMatch(/^HTTP\/1\.1 200 /);
  await closed;
}, 20_000);

test("once the process stops, every answer ends its connection, also one that was under way", async () => {
  const stopping = new AbortController();
  const { begin, ask } = await open({ stopping: stopping.signal });
  expect((await ask()).headers.connection).toBe("keep-alive");
  const underWay = await begin();
  stopping.abort();
  expect((await underWay.answer()).headers.connection).toBe("close");
  expect((await ask()).headers.connection).toBe("close");
});

test("beyond the most that are kept, the connection that did nothing for the longest is closed", async () => {
  const { port } = await open({ most: 2 });
  const sockets = [await connectTo(port), await connectTo(port)];
  const closed = once(sockets[0] as Socket, "close");
  sockets.push(await connectTo(port));
  await closed;
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
});

test("a connection with a request under way is closed for nobody", async () => {
  const { port, begin } = await open({ most: 1 });
  const underWay = await begin();
  const strangers = [await connectTo(port), await connectTo(port), await connectTo(port)];
  await Promise.all(strangers.slice(0, 2).map((socket) => socket.destroyed || once(socket, "close")));
  const { headers, socket } = await underWay.answer();
  expect(headers.connection).toBe("keep-alive");
  expect(socket.destroyed).toBe(false);
});

test("many requests that come at once on one connection count as one connection", async () => {
  const { port, waiting } = await open({ most: 2 });
  const socket = await connectTo(port);
  socket.write(wholeRequest.repeat(10));
  await waitFor(() => waiting.length === 10, { message: "the requests to arrive" });
  for (const response of waiting.splice(0)) response.end("answered");
  const others = [await connectTo(port)];
  await waitFor(() => socket.bytesRead > 0 && others[0]?.readyState === "open", { message: "all answers" });
  // The third is one too many, and the first has been without a request for the shortest time but one.
  others.push(await connectTo(port));
  await waitFor(() => [socket, ...others].filter(({ destroyed }) => destroyed).length === 1, {
    message: "one to be closed",
  });
  expect(others.at(-1)?.destroyed).toBe(false);
});
