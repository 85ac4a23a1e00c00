import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets.js";
import { findFreePort } from "../../../shared/sandbox/servers/free-port.js";
import { waitFor } from "../../../shared/sandbox/wait-for.js";

const hasCaddy = (() => {
  try {
    return execFileSync("caddy", ["version"]).length > 0;
  } catch {
    return false;
  }
})();

/** The proxy of compose.yaml, where Caddy is installed, in front of two servers that answer what they were asked. */
describe.skipIf(!hasCaddy)("the proxy", () => {
  let folder: string;
  const behind: Server[] = [];
  let caddy: ChildProcess;
  let httpPort: number;
  let httpsPort: number;
  const asked: { who: string; url: string; forwarded: string; bytes: number }[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "talonario-proxy-"));
    const serve = async (who: string): Promise<string> => {
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
      return `${(server.address() as AddressInfo).port}`;
    };
    const [api, pages] = [await serve("api"), await serve("pages")];
    [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
    caddy = spawn("caddy", ["run", "--config", "shared/deploy/Caddyfile", "--adapter", "caddyfile"], {
      cwd: projectFolder,
      stdio: "ignore",
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        ...{ PUBLIC_HOST: "localhost", BASE_PATH: "/api", HTTP_PORT: `${httpPort}`, HTTPS_PORT: `${httpsPort}` },
        ...{ API_HOST: "localhost", API_PORT: api, APP_HOST: "localhost", APP_PORT: pages },
      },
    });
    await waitFor(
      () =>
        send("/").then(
          () => true,
          () => false,
        ),
      { message: "Caddy to answer" },
    );
  });

  afterAll(() => {
    caddy.kill();
    for (const server of behind) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends the path as it is; `fetch` would normalize it. */
  const send = (to: string, { body, ...options }: RequestOptions & { body?: Buffer } = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
      const where = {
        host: "127.0.0.1",
        port: httpsPort,
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
    const plain = await fetch(`http://127.0.0.1:${httpPort}/docs`, {
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
