import { createServer, type Server } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caddy, hasCaddy, startCaddy } from "../../support/servers/caddy.js";

/** The proxy of compose.yaml, where Caddy is installed, in front of two servers that answer what they were asked. */
describe.skipIf(!hasCaddy)("the proxy", () => {
  const behind: Server[] = [];
  let caddy: Caddy;
  const asked: { who: string; url: string; forwarded: string; bytes: number }[] = [];

  beforeAll(async () => {
    const serve = async (who: string): Promise<number> => {
      const server = createServer((request, response) => {
        const seen = { who, url: request.url ?? "", forwarded: String(request.headers["x-forwarded-for"]), bytes: 0 };
        request.on("data", (chunk) => {
          seen.bytes += chunk.length;
        });
        request.on("end", () => {
          asked.push(seen);
          response.setHeader("Strict-Transport-Security", "max-age=15552000; includeSubDomains").end("answered");
        });
      });
      behind.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return (server.address() as AddressInfo).port;
    };
    caddy = await startCaddy({ api: await serve("api"), pages: await serve("pages") });
  });

  afterAll(async () => {
    await caddy?.[Symbol.asyncDispose]();
    for (const server of behind) server.close();
  });

  /** Sends the path as it is; `fetch` would normalize it. */
  const send = (to: string, { body, ...options }: RequestOptions & { body?: Buffer } = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
      const where = {
        host: "127.0.0.1",
        port: caddy.httpsPort,
        servername: "localhost",
        path: to,
        rejectUnauthorized: false,
      };
      const headers = { host: "localhost", ...options.headers };
      const sent = requestHttps({ ...where, ...options, headers }, (answer) => {
        answer.resume().on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
      });
      sent.on("error", reject).end(body);
    });

  test.each([
    ["/api/demo/invoices?limit=1", "api"],
    ["/", "pages"],
    ["/favicon.ico", "pages"],
    ["/app", "pages"],
    ["/app/main.js", "pages"],
    ["/payments/mercadopago", "pages"],
    ["/docs", "api"],
    ["/docs/start.js", "api"],
    ["/docs/guides/first-voucher?language=php", "api"],
    ["/openapi.json", "api"],
    ["/llms.txt", "api"],
    ["/postman.json", "api"],
    ["/mcp", "api"],
  ])("passes %s to the process of the %s", async (to, who) => {
    expect((await send(to)).status).toBe(200);
    expect(asked.at(-1)).toMatchObject({ url: to, who });
  });

  test.each([
    "/metrics",
    "/board",
    "/board/",
    "/health/ready",
    "/health/live",
    "/api",
    "/apis",
    "/application",
    "//metrics",
    "/api/../metrics",
    "/api/%2e%2e/metrics",
    "/api/..%2fmetrics",
    "/docs/../board",
  ])("answers %s itself, with 404", async (to) => {
    const before = asked.length;
    expect((await send(to)).status).toBe(404);
    expect(asked).toHaveLength(before);
  });

  test("a client cannot choose its address, so TRUST_PROXY is 1", async () => {
    await send("/docs", { headers: { "X-Forwarded-For": "203.0.113.7, 198.51.100.4" } });
    expect(asked.at(-1)?.forwarded).toBe("127.0.0.1");
  });

  test("HTTP is sent to HTTPS, and every answer says once that it stays so", async () => {
    const plain = await fetch(`http://127.0.0.1:${caddy.httpPort}/docs`, {
      headers: { host: "localhost" },
      redirect: "manual",
    });
    expect(plain.status).toBe(308);
    expect(plain.headers.get("location")).toMatch(/^https:\/\//);
    for (const to of ["/docs", "/metrics"]) {
      const { headers } = await send(to);
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
      expect(headers.server).toBeUndefined();
    }
  });

  test.each([
    ["/api/demo/batches", 9 * 1_024],
    ["/api/demo/invoices", 2 * 1_024],
    ["/mcp", 2 * 1_024],
    ["/app/forgot", 16],
    ["/app/password", 16],
    ["/app/sign-out", 16],
    ["/app/sign-in", 256],
    ["/app/demo/homologation/invoices/new/x", 1_024],
    ["/app/demo/homologation/batches/new", 9 * 1_024],
    ["/app/demo/production/points-of-sale/3/logo", 9 * 1_024],
    ["/app/demo/production/certificates/3/installation", 9 * 1_024],
  ])("a body for %s has at most %i KiB", async (to, kib) => {
    const body = Buffer.alloc(kib * 1_024);
    expect((await send(to, { method: "POST", body })).status).toBe(200);
    expect(asked.at(-1)?.bytes).toBe(body.length);
    const before = asked.length;
    const refused = await send(to, { method: "POST", body: Buffer.alloc(body.length + 1) }).catch(() => ({
      status: 0,
    }));
    expect([0, 413, 502]).toContain(refused.status);
    expect(asked).toHaveLength(before);
  });
});
