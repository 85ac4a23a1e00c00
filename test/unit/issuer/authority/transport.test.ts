import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { resettingConnector } from "../../../../issuer/authority/resetting-connector.js";
import { createTransport, type Transport, tlsOptionsOf } from "../../../../issuer/authority/transport.js";
import { makeCertificate, serve } from "./samples.js";

let transport: Transport;
beforeEach(() => {
  transport = createTransport({ timeoutMs: 2_000, maxResponseBytes: 10_000 });
});
afterEach(() => transport.close());

const post = { body: "<hello/>", headers: { "content-type": "text/xml" } };

/** A bare TCP server that records what it receives and passes each socket to `onData`. */
async function serveTcp(onData: (socket: Socket, received: string) => void) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received.push(chunk.toString());
      onData(socket, received.join(""));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server, with or without TLS, that gives its first connection to the test and reads nothing from it itself. */
async function serveUnread(protocol: string) {
  const secure = protocol === "https:";
  const options = { allowHalfOpen: true, ...(secure ? await tlsCredentials() : {}) };
  const server = secure ? createTlsServer(options) : createServer(options);
  const first = once(server, secure ? "secureConnection" : "connection");
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}/`,
    firstConnection: async (): Promise<Socket> => (await first)[0],
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function tlsCredentials() {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  return { cert: certificatePem, key: privateKeyPem };
}

/** Reads a connection to its end. Gives the number of bytes and what ended it. */
async function readToTheEnd(socket: Socket) {
  let sizeBytes = 0;
  let end: string | undefined;
  socket.on("data", (chunk) => {
    sizeBytes += chunk.length;
  });
  socket.on("end", () => {
    end = "ended";
    // libuv reports a reset that arrives while nothing is read as an end; the next write reveals it.
    socket.end("too late");
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    end = error.code;
  });
  await new Promise((resolve) => socket.on("close", resolve));
  return { sizeBytes, end };
}

async function closedPort(): Promise<string> {
  const server = await serve(() => {});
  await server[Symbol.asyncDispose]();
  return server.url;
}

test("an answer is given with its status and text, whatever the status", async () => {
  await using server = await serve((_request, response) => response.writeHead(503).end("año"));
  expect(await transport.post(server.url, post)).toEqual({ sent: true, status: 503, text: "año" });
});

test("a request over a refused connection is not sent", async () => {
  const exchange = await transport.post(await closedPort(), post);
  expect(exchange).toMatchObject({ sent: false, cause: expect.stringContaining("ECONNREFUSED") });
});

test("a request to an invalid address or an unknown host is not sent", async () => {
  expect(await transport.post("nowhere", post)).toMatchObject({ sent: false });
  expect(await transport.post("http://name.invalid/", post)).toMatchObject({ sent: false });
});

test("a request whose TLS handshake fails is not sent", async () => {
  await using server = await serveTcp((socket) => socket.end("no TLS here\r\n"));
  const exchange = await transport.post(server.url.replace("http:", "https:"), post);
  expect(exchange).toMatchObject({ sent: false });
  expect(server.received.join("")).not.toContain("POST");
});

test("a request whose connection is reset counts as sent without an answer and is never repeated", async () => {
  await using server = await serveTcp((socket) => socket.resetAndDestroy());
  expect(await transport.post(server.url, post)).toMatchObject({ sent: true, failed: expect.any(String) });
  expect(server.connections()).toBe(1);
  expect(server.received.join("").match(/POST/g)).toHaveLength(1);
});

test("a request on a kept connection that dies is not repeated", async () => {
  let answered = 0;
  await using server = await serveTcp((socket) => {
    answered += 1;
    if (answered === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    else socket.resetAndDestroy();
  });
  expect(await transport.post(server.url, post)).toMatchObject({ sent: true, status: 200 });
  await setImmediate();
  expect(await transport.post(server.url, post)).toMatchObject({ sent: true, failed: expect.any(String) });
  expect(server.connections()).toBe(1);
  expect(server.received.join("").match(/POST/g)).toHaveLength(2);
});

test("a request that may not start sends no byte, on a new and on a kept connection", async () => {
  const bodies: string[] = [];
  await using server = await serve((request, response) => {
    bodies.push(request.url ?? "");
    request.resume().on("end", () => response.end("ok"));
  });
  const dropped = { sent: false, dropped: true, cause: expect.any(String) };
  expect(await transport.post(server.url, { ...post, mayStart: () => false })).toEqual(dropped);
  expect(await transport.post(server.url, { ...post, mayStart: () => true })).toMatchObject({ status: 200 });
  expect(await transport.post(server.url, { ...post, mayStart: () => false })).toEqual(dropped);
  const failing = () => {
    throw new Error("cannot tell");
  };
  expect(await transport.post(server.url, { ...post, mayStart: failing })).toEqual(dropped);
  expect(await transport.post(server.url, post)).toMatchObject({ status: 200 });
  expect(bodies).toHaveLength(2);
});

test("no byte reaches the wire when the request may not start", async () => {
  await using server = await serveTcp(() => {});
  await transport.post(server.url, { ...post, mayStart: () => false });
  await expect.poll(server.connections).toBe(1);
  expect(server.received).toEqual([]);
});

test("the wait for an answer ends at the time limit, and the request counts as sent", async () => {
  await using server = await serve(() => {});
  using quick = disposable(createTransport({ timeoutMs: 1_000 }));
  const exchange = await quick.transport.post(server.url, post);
  expect(exchange).toEqual({ sent: true, failed: "no answer within 1000 ms" });
});

const oneMegabyte = 1_000_000;

// Each waits for the time limit: side by side.
describe.concurrent("after the time limit", () => {
  // The test servers' certificates are self-signed.
  beforeAll(() => void vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0"));
  afterAll(() => void vi.unstubAllEnvs());

  test.each([
    { name: "one that fits into the kernel's buffers", protocol: "http:", sizeBytes: oneMegabyte },
    { name: "one that fits into the kernel's buffers, over TLS", protocol: "https:", sizeBytes: oneMegabyte },
    { name: "one larger than the kernel's buffers", protocol: "http:", sizeBytes: 30 * oneMegabyte },
    { name: "one larger than the kernel's buffers, over TLS", protocol: "https:", sizeBytes: 30 * oneMegabyte },
  ])("no more of a request is delivered: $name", async ({ protocol, sizeBytes }) => {
    await using server = await serveUnread(protocol);
    // Long enough for a busy machine to connect and to encrypt the whole request.
    using quick = disposable(createTransport({ timeoutMs: 4_000 }));
    const exchange = await quick.transport.post(server.url, { ...post, body: "x".repeat(sizeBytes) });
    expect(exchange).toEqual({ sent: true, failed: "no answer within 4000 ms" });
    const seen = await readToTheEnd(await server.firstConnection());
    expect(seen.end).toBe("ECONNRESET");
    expect(seen.sizeBytes).toBeLessThan(sizeBytes);
  });

  test.each(["http:", "https:"])(
    "a request that was read but not answered has ended in a reset, over %s",
    async (protocol) => {
      await using server = await serveUnread(protocol);
      using quick = disposable(createTransport({ timeoutMs: 4_000 }));
      const exchange = quick.transport.post(server.url, post);
      const seen = readToTheEnd(await server.firstConnection());
      expect(await exchange).toEqual({ sent: true, failed: "no answer within 4000 ms" });
      expect(await seen).toMatchObject({ end: "ECONNRESET" });
    },
  );
});

test("destroying a connection closes it even during its graceful close", async () => {
  await using server = await serveUnread("http:");
  const { hostname, port, protocol } = new URL(server.url);
  const socket = await new Promise<Socket>((resolve, reject) =>
    resettingConnector({})({ hostname, port, protocol }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  socket.end("bye");
  socket.destroy();
  await once(socket, "close");
});

test("an untrusted certificate is refused before the first byte", async () => {
  await using server = await serveUnread("https:");
  expect(await transport.post(server.url, post)).toMatchObject({
    sent: false,
    cause: expect.stringContaining("SELF_SIGNED"),
  });
});

test("a slowly trickling answer ends at the time limit", async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 10);
    response.on("close", () => clearInterval(timer));
  });
  using quick = disposable(createTransport({ timeoutMs: 1_000 }));
  expect(await quick.transport.post(server.url, post)).toEqual({ sent: true, failed: "no answer within 1000 ms" });
});

test("a request that still waits for a connection at the time limit is never sent", async () => {
  const names: string[] = [];
  await using server = await serve((request, response) => {
    names.push(request.headers["x-name"] as string);
    setTimeout(() => response.end("late"), 600);
  });
  // Long enough to connect on a busy machine.
  using one = disposable(createTransport({ timeoutMs: 500, connections: 1 }));
  const send = (name: string) => one.transport.post(server.url, { ...post, headers: { "x-name": name } });

  // The connection becomes free at the first request's limit. A second one whose limit is a moment later may still get it.
  let unsent: string | undefined;
  for (let attempt = 1; attempt <= 20 && !unsent; attempt++) {
    const [first, second] = await Promise.all([send("first"), send(`second ${attempt}`)]);
    expect(first).toMatchObject({ sent: true });
    if (!second.sent) unsent = `second ${attempt}`;
  }
  await send("third");
  expect(unsent).toBeDefined();
  expect(names).toContain("third");
  expect(names).not.toContain(unsent);
});

test("a truncated or too long answer is no answer", async () => {
  await using cut = await serveTcp((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n<half"));
  expect(await transport.post(cut.url, post)).toMatchObject({ sent: true, failed: expect.any(String) });
  await using long = await serve((_request, response) => response.end("x".repeat(20_000)));
  expect(await transport.post(long.url, post)).toMatchObject({ sent: true, failed: expect.stringContaining("longer") });
});

test("connections are kept and used again", async () => {
  await using server = await serve((_request, response) => response.end("ok"));
  let connections = 0;
  server.server.on("connection", () => {
    connections += 1;
  });
  for (let turn = 0; turn < 5; turn += 1) {
    await transport.post(server.url, post);
    await setImmediate();
  }
  expect(connections).toBe(1);
});

test("weaker ciphers are allowed only for the one host that needs them", () => {
  expect(tlsOptionsOf("https://servicios1.afip.gov.ar")).toEqual({ ciphers: "DEFAULT@SECLEVEL=1" });
  expect(tlsOptionsOf("https://wswhomo.afip.gov.ar")).toEqual({});
});

const disposable = (transport: Transport) => ({
  transport,
  [Symbol.dispose]() {
    void transport.close();
  },
});
