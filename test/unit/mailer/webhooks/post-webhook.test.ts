import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";
import { openWebhookClient, type WebhookClientOptions } from "../../../../mailer/webhooks/post-webhook.js";
import { type DeliveryFailure, sayFailure } from "../../../../shared/domain/delivery-failure.js";
import { newWebhookSecret, signWebhook } from "../../../../shared/webhooks/sign.js";
import { createTlsIdentity } from "../../../support/servers/tls-identity.js";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).reverse()) await close();
});

/** Listens on this machine until the test ends. Gives its host and port. */
async function listen(server: TcpServer): Promise<string> {
  const sockets = new Set<{ destroy(): unknown }>();
  server.on("connection", (socket) => sockets.add(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveHttp = async (answer: RequestListener, server: Server = createServer(answer)) =>
  `http://${await listen(server)}/hook`;

/** A server that says `text` to whatever connects, and then does `next`. */
const serveText = async (text: string, next: "end" | "wait" | "reset" = "wait") =>
  `http://${await listen(
    createTcpServer((socket) => {
      socket.once("data", () => {
        socket.write(text);
        if (next === "end") socket.end();
        if (next === "reset") socket.resetAndDestroy();
      });
    }),
  )}/hook`;

function open(options: Partial<WebhookClientOptions> = {}) {
  const client = openWebhookClient({ allowPrivate: true, timeoutMs: 10_000, ...options });
  closers.push(client.close);
  return client;
}

const sentBody = '{"a":"ñ"}';
const secret = newWebhookSecret();
const signed = signWebhook([secret], "evt_1", new Date(), sentBody);

/** Posts once to `url`. A test that waits for the time to run out gives a short one. */
async function post(url: string, timeoutMs = 10_000) {
  const { detail: _, ...posted } = await open({ timeoutMs }).post(url, signed, sentBody);
  return told(posted);
}

/** With why it failed in words. */
const told = <Posted extends { error: DeliveryFailure | null }>({ error, ...posted }: Posted) => ({
  ...posted,
  error: error && sayFailure(error).en,
});

const ms = expect.any(Number);
const failed = (error: string) => ({ status: null, ms, error, answer: null });

test("the body, the signature's headers and our name arrive, and the answer is told", async () => {
  const seen: unknown[] = [];
  const url = await serveHttp(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { "content-type": type, "user-agent": agent } = request.headers;
    // What a receiver does: it throws unless all three headers are those of this body.
    new Webhook(secret).verify(body, request.headers as Record<string, string>);
    seen.push({ method: request.method, path: request.url, type, agent, body });
    response.end("thanks");
  });
  expect(await post(`${url}?a=b#c`)).toEqual({ status: 200, ms, error: null, answer: "thanks" });
  expect(seen).toEqual([
    {
      method: "POST",
      path: "/hook?a=b",
      type: "application/json",
      agent: expect.stringMatching(/^Talonario\/\d+\.\d+\.\d+/),
      body: sentBody,
    },
  ]);
});

test.each([204, 400, 410, 500, 503])("status %i is told without an error", async (status) => {
  const url = await serveHttp((_request, response) => response.writeHead(status).end());
  expect(await post(url)).toEqual({ status, ms, error: null, answer: "" });
});

test.each([301, 302, 303, 307, 308])("redirect %i is not followed", async (status) => {
  const paths: (string | undefined)[] = [];
  const url = await serveHttp((request, response) => {
    paths.push(request.url);
    response.writeHead(status, { location: "/elsewhere" }).end("moved");
  });
  expect(await post(url)).toEqual({ status, ms, error: "redirects are not followed", answer: "moved" });
  expect(paths).toEqual(["/hook"]);
});

test("of an endless answer the first 1 KiB is kept, and its connection is ended", async () => {
  let isClosed = false;
  const url = await serveHttp((_request, response) => {
    const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
    response.on("close", () => {
      clearInterval(timer);
      isClosed = true;
    });
  });
  expect(await post(url)).toEqual({ status: 200, ms, error: null, answer: "x".repeat(1024) });
  await expect.poll(() => isClosed, { timeout: 10_000 }).toBe(true);
});

test("the kept text has no split character and no NUL, which PostgreSQL cannot store", async () => {
  const url = await serveHttp((_request, response) => response.end(`\0${"x".repeat(1022)}ñandú`));
  expect((await post(url)).answer).toBe(`\uFFFD${"x".repeat(1022)}`);
});

test("a compressed answer is not read, however large it would become", async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  const url = await serveHttp((_request, response) =>
    response.writeHead(500, { "content-encoding": "gzip" }).end(bomb),
  );
  expect(await post(url)).toEqual({ status: 500, ms, error: null, answer: null });
});

test("an answer that comes byte by byte ends with the time; a status that came before counts", async () => {
  const drip: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  };
  const posted = await post(await serveHttp(drip), 2_000);
  expect(posted).toEqual({ status: 200, ms, error: null, answer: expect.stringMatching(/^x+$/) });
});

test("an answer whose connection breaks after the status has the status", async () => {
  const url = await serveText("HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\nhalf", "end");
  expect(await post(url)).toMatchObject({ status: 201, error: null });
});

test("a status that says only that the answer comes later is not the answer", async () => {
  const url = await serveText("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n");
  expect(await post(url)).toMatchObject({ status: 410 });
});

test.each([
  ["says nothing", "", "timed out after 0.3 s"],
  ["never ends its headers", "HTTP/1.1 200 OK\r\nx: y\r\n", "timed out after 0.3 s"],
  ["only promises an answer", "HTTP/1.1 103 Early Hints\r\n\r\n", "timed out after 0.3 s"],
])("a receiver that %s", async (_name, text, error) => {
  expect(await post(await serveText(text), 300)).toEqual(failed(error));
});

test.each([
  ["has headers without end", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}`, "the headers of the answer are too long"],
  ["has very many headers", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(9_000)}`, "the headers of the answer are too long"],
  ["speaks no HTTP", "220 mail.example.com ESMTP\r\n", "the answer is not HTTP"],
])("a receiver that %s", async (_name, text, error) => {
  expect(await post(await serveText(text))).toEqual(failed(error));
});

test.each(["end", "reset"] as const)("a connection that is closed before the answer (%s)", async (next) => {
  expect(await post(await serveText("", next))).toEqual(failed("the connection was closed before the answer"));
});

test("nobody listens", async () => {
  const server = createTcpServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await post(`http://127.0.0.1:${port}/`)).toEqual(failed("connection refused"));
});

test("a name that does not exist", async () => {
  // Where name servers do not answer, the time may be over first.
  expect((await post("http://nobody.invalid/")).error).toMatch(/^(the host has no public address|timed out)/);
});

test("TLS that fails is told in words", async () => {
  const plain = await listen(createTcpServer((socket) => socket.end("no TLS here\r\n")));
  expect(await post(`https://${plain}/`)).toEqual(failed("no TLS connection could be made"));

  const requests = vi.fn();
  const selfSigned = await listen(createTlsServer(await createTlsIdentity(), requests));
  expect(await post(`https://${selfSigned}/`)).toEqual(failed("the certificate is not trusted"));

  // Whoever signed it: the certificate is for 127.0.0.1 and not for this name.
  const url = `https://${selfSigned.replace("127.0.0.1", "localhost")}/`;
  expect((await post(url)).error).toMatch(/^the certificate is /);
  expect(requests).not.toHaveBeenCalled();
});

test("what cannot be sent is told, not thrown", async () => {
  const client = open();
  expect(told(await client.post("nowhere", {}, "{}"))).toMatchObject(
    failed("the address of the webhook must begin with https:// or http://"),
  );
  const url = await serveHttp((_request, response) => response.end());
  expect(told(await client.post(url, { "webhook-id": "line\nbreak" }, "{}")).error).toMatch(/^the request failed/);
});

test("a proxy of the environment is not used", async () => {
  const proxied = vi.fn();
  const proxy = await listen(createTcpServer(proxied));
  for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"]) vi.stubEnv(name, `http://${proxy}`);
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  const url = await serveHttp((_request, response) => response.end());
  expect(await post(url)).toMatchObject({ status: 200 });
  expect(proxied).not.toHaveBeenCalled();
});

test("a host gets no more connections than agreed, and a host that hangs keeps none of another's", async () => {
  let hanging = 0;
  let most = 0;
  const hang = await serveHttp((request) => {
    hanging += 1;
    most = Math.max(most, hanging);
    request.socket.once("close", () => {
      hanging -= 1;
    });
  });
  const healthy = await serveHttp((_request, response) => response.end("ok"));
  const client = open({ connections: 2, timeoutMs: 3_000 });
  const stuck = [1, 2, 3, 4].map(() => client.post(hang, {}, "{}"));
  await expect.poll(() => hanging, { timeout: 10_000 }).toBe(2);
  const quick = await Promise.all([1, 2, 3, 4, 5].map(() => client.post(healthy, {}, "{}")));
  expect(quick.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await Promise.all(stuck)).map(({ error }) => error)).toEqual(Array(4).fill({ why: "timedOut", seconds: 3 }));
  expect(most).toBe(2);
});

test("a connection is used again at once, and closed when nothing follows", async () => {
  let connections = 0;
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => response.end());
  server.on("connection", () => {
    connections += 1;
  });
  const url = await serveHttp(() => undefined, server);
  const client = open();
  for (const _ of [1, 2, 3, 4, 5, 6]) expect(await client.post(url, {}, "{}")).toMatchObject({ status: 200 });
  expect(connections).toBeLessThan(6);
  const kept = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(kept, { timeout: 10_000 }).toBe(0);
  expect(await client.post(url, {}, "{}")).toMatchObject({ status: 200 });
});
