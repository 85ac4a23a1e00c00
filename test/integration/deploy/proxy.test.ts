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

/** The proxy of compose.yaml, where Caddy is installed, in front of a server that answers what it was asked. */
describe.skipIf(!hasCaddy)("the proxy", () => {
  let folder: string;
  let behind: Server;
  let caddy: ChildProcess;
  let httpPort: number;
  let httpsPort: number;
  const asked: { url: string; forwarded: string; bytes: number }[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "talonario-proxy-"));
    behind = createServer((request, response) => {
      const seen = { url: request.url ?? "", forwarded: String(request.headers["x-forwarded-for"]), bytes: 0 };
      request.on("data", (chunk) => {
        seen.bytes += chunk.length;
      });
      request.on("end", () => {
        asked.push(seen);
        response.setHeader("Strict-Transport-Security", "max-age=15552000; includeSubDomains").end("answered");
      });
    });
    await new Promise<void>((resolve) => behind.listen(0, "127.0.0.1", resolve));
    [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
    caddy = spawn("caddy", ["run", "--config", "shared/deploy/Caddyfile", "--adapter", "caddyfile"], {
      cwd: projectFolder,
      stdio: "ignore",
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        ...{ PUBLIC_HOST: "localhost", BASE_PATH: "/api", HTTP_PORT: `${httpPort}`, HTTPS_PORT: `${httpsPort}` },
        ...{ API_HOST: "localhost", API_PORT: `${(behind.address() as AddressInfo).port}` },
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
    behind.close();
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
    "/api/demo/invoices?limit=1",
    "/app",
    "/app/main.js",
    "/docs",
    "/docs/start.js",
    "/docs/guides/first-voucher?language=php",
    "/openapi.json",
    "/llms.txt",
    "/postman.json",
    "/mcp",
  ])("passes %s", async (to) => {
    expect((await send(to)).status).toBe(200);
    expect(asked.at(-1)?.url).toBe(to);
  });

  test.each([
    "/",
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

  test("8 MiB pass, and more than the reserve does not", async () => {
    const body = Buffer.alloc(8 * 1_048_576);
    expect((await send("/api/demo/logo", { method: "POST", body })).status).toBe(200);
    expect(asked.at(-1)?.bytes).toBe(body.length);
    const before = asked.filter(({ bytes }) => bytes > body.length).length;
    const refused = await send("/api/demo/logo", { method: "POST", body: Buffer.alloc(10 * 1_048_576) }).catch(() => ({
      status: 0,
    }));
    expect(refused.status).not.toBe(200);
    expect(asked.filter(({ bytes }) => bytes > body.length)).toHaveLength(before);
  });
});
