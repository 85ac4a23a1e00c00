import { once } from "node:events";
import { Agent, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minimalHeaders } from "../../../api/http/minimal-headers.js";
import { openServer } from "../../../api/http/open-server.js";
import { securityHeaders } from "../../../api/middleware/security-headers.js";
import { createLog } from "../../../shared/logging/log.js";
import { keptLog } from "../../support/readers/kept-log.js";

const logged = keptLog();
const server = openServer(
  (request) => Response.json({ ok: true, result: new URL(request.url).search.length }),
  logged.log,
);
beforeAll(async () => void (await once(server.listen(0, "127.0.0.1"), "listening")));
afterAll(() => void server.close());

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Without the request id, which differs. */
const { "x-request-id": _, ...bare } = lowerCase(minimalHeaders(""));

test("what the server answers without the app is as safe as the app's answers", async () => {
  const { headers } = await new Hono().use(securityHeaders).request("/");
  expect(Object.fromEntries(headers)).toMatchObject(bare);
});

/** Sends these bytes and gives everything that comes back until the connection ends. */
async function send(bytes: string): Promise<{ status: number; head: string; body: unknown }> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}

test("one request can carry a list of 200 keys of 128 characters", async () => {
  const query = `idempotency__in=${Array.from({ length: 200 }, () => "k".repeat(128)).join(",")}`;
  const answer = await send(`GET /?${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatchObject({ status: 200, body: { ok: true, result: query.length + 1 } });
});

test.each([
  {
    what: "too long headers",
    bytes: `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(70_000)}\r\n\r\n`,
    status: 431,
  },
  {
    what: "headers that are not even read",
    bytes: `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(300_000)}\r\n\r\n`,
    status: 431,
    isEnglish: true,
  },
  { what: "bytes that are not HTTP", bytes: "talonario\r\n\r\n", status: 400 },
  { what: "a backslash in the path", bytes: "GET /\\a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", status: 400 },
  { what: "a malformed host", bytes: "GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n", status: 400 },
  { what: "an expectation", bytes: "GET / HTTP/1.1\r\nHost: a\r\nExpect: gold\r\n\r\n", status: 417 },
  {
    what: "two lengths of one body",
    bytes: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    status: 400,
  },
  { what: "no host", bytes: "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", status: 400 },
])(
  '$what: $status, in the envelope (api/README.md, "What the service does", rule 9)',
  async ({ bytes, status, isEnglish = false }) => {
    const inSpanish = await send(bytes.replace("\r\n", "\r\nAccept-Language: es\r\n"));
    const answer = await send(bytes);
    expect(answer.head).toContain("vary: accept-language");
    if (isEnglish) expect(inSpanish.body).toEqual(answer.body);
    else {
      expect(inSpanish).toMatchObject({ status, head: expect.stringContaining("content-language: es-ar") });
      expect(inSpanish.body).toMatchObject({ ok: false, error: expect.stringMatching(/ (un|el|la|los) /i) });
      expect(inSpanish.body).not.toEqual(answer.body);
    }
    expect(answer).toMatchObject({ status, body: { ok: false, error: expect.stringMatching(/^[A-Z].*\.$/) } });
    expect(answer.head).toContain("content-type: application/json");
    for (const [name, value] of Object.entries(bare)) expect(answer.head).toContain(`${name}: ${value.toLowerCase()}`);
    const [, requestId] = /x-request-id: ([0-9a-f-]{36})/.exec(answer.head) ?? [];
    expect(logged.lines.at(-1)).toMatchObject({ msg: "request", requestId, status });
  },
);

test("of a body that nobody read, little is taken after the answer; the client gets that answer", async () => {
  let bytesRead = () => 0;
  const refusing = openServer(
    async (_request, { incoming }) => {
      bytesRead = () => incoming.socket.bytesRead;
      // As after a look into the database.
      await new Promise((resolve) => setImmediate(resolve));
      return Response.json({ ok: false, error: "Who are you?" }, { status: 401 });
    },
    createLog("test", "silent"),
  );
  await once(refusing.listen(0, "127.0.0.1"), "listening");
  const size = 40 * 1_048_576;
  const socket = connect((refusing.address() as AddressInfo).port, "127.0.0.1");
  const answer = new Promise<string>((resolve) => socket.once("data", (piece) => resolve(piece.toString())));
  socket.on("error", () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`);
  socket.write(Buffer.alloc(size));
  expect(await answer).toMatch(/^HTTP\/1.1 401 /);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(bytesRead()).toBeLessThan(1_048_576);
  refusing.close();
});

test("a short body that nobody read costs no connection", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const sockets = new Set<unknown>();
  for (let sent = 0; sent < 3; sent += 1) {
    const asked = request({ port, host: "127.0.0.1", method: "POST", agent }).on("socket", (one) => sockets.add(one));
    asked.end(Buffer.alloc(100_000));
    const [answer] = await once(asked, "response");
    expect(await text(answer)).toContain('"ok":true');
  }
  expect(sockets.size).toBe(1);
  agent.destroy();
});
