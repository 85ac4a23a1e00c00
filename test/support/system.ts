import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AuthorityControl, controlAuthority } from "../authority/control-client.js";
import { startAuthority } from "../authority/server.js";
import { authorityVariables } from "../sandbox/authority-urls.js";
import { findChromium } from "./chromium.js";
import { createDatabase } from "./database.js";
import { expectDocumented } from "./documented-answers.js";
import { startRedis } from "./embedded-redis.js";
import { findFreePort } from "./free-port.js";
import { startMailCatcher } from "./mail-catcher.js";
import { projectRoot } from "./project-root.js";
import { type Keys, seedDemo } from "./seed-demo.js";
import { lastLines, type Running, spawnService } from "./spawn-service.js";
import { answers, waitFor } from "./wait-for.js";

export type ProcessName = "api" | "issuer" | "renderer" | "mailer";

/** The whole service as real processes over real parts, for one test; everything is its own and goes with it. */
export interface System extends AsyncDisposable {
  /** Of the demo company: `http://127.0.0.1:…/api/demo`. */
  url: string;
  baseUrl: string;
  keys: Keys;
  databaseUrl: string;
  authority: AuthorityControl;
  mailboxUrl: string;
  pids(): Record<string, number>;
  /** SIGKILL, as a crash would: gives when it is gone. */
  kill(name: ProcessName): Promise<void>;
  /** Starts the process (again) and gives when it is ready. */
  start(name: ProcessName): Promise<void>;
  stop(name: ProcessName): Promise<void>;
  /** A request of the demo company with its homologation key unless told otherwise. */
  request<Result = IssuedVoucher>(path: string, options?: RequestOptions): Promise<Answer<Result>>;
  /** The same for an answer that is no JSON. */
  download(path: string): Promise<{ status: number; headers: Headers; bytes: Uint8Array; body: unknown }>;
}

/** The envelope of the API, as a test reads it. */
export interface Answer<Result> {
  status: number;
  headers: Headers;
  body: {
    ok: boolean;
    error?: string;
    code?: string;
    details?: unknown;
    result: Result;
    total: number;
    quota: unknown;
  };
}

export interface IssuedVoucher {
  id: number;
  voucherNumber: number;
  cae: string;
  totalAmount: number;
  idempotencyHit: boolean;
}

export interface RequestOptions {
  method?: string;
  key?: string | undefined;
  company?: string;
  body?: unknown;
}

const secretKey = Buffer.alloc(32, 9).toString("base64");

export async function startSystem({
  processes = ["api", "issuer", "renderer", "mailer"],
  env = {},
}: {
  processes?: ProcessName[];
  env?: Record<string, string>;
} = {}): Promise<System> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-system-"));
  const [database, redis, authority, mailbox] = await Promise.all([
    createDatabase(),
    startRedis(),
    startAuthority(),
    startMailCatcher(),
  ]);
  const control = controlAuthority(authority.control);
  const keys = await seedDemo({
    databaseUrl: database.url,
    secretKey,
    signCertificate: (csr) => control.certificate(csr),
  });
  const chromium = processes.includes("renderer") ? await findChromium() : undefined;
  const ports = Object.fromEntries(
    await Promise.all(processes.map(async (name) => [name, await findFreePort()] as const)),
  );

  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRET_KEY: secretKey,
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: "Facturación <facturas@talonario.example>",
    RATE_LIMIT_PER_MINUTE: "0",
    PDF_STORAGE_URL: `file:${path.join(folder, "pdf")}`,
    ...authorityVariables(authority.url),
    ...(chromium && { CHROMIUM_PATH: chromium.executablePath, ...chromium.env }),
    ...env,
  };
  const running = new Map<ProcessName, Running>();
  const logFile = (name: string) => path.join(folder, `${name}.log`);

  async function start(name: ProcessName): Promise<void> {
    const port = String(ports[name]);
    const started = spawnService({
      command: process.execPath,
      args: ["--enable-source-maps", `dist/${name}/main.js`],
      env: { ...environment, ...(name === "api" ? { PORT: port } : { METRICS_PORT: port }) },
      cwd: projectRoot,
      logFile: logFile(name),
    });
    running.set(name, started);
    await waitFor(() => answers(`http://127.0.0.1:${port}/health/ready`), {
      message: `${name} to be ready`,
      timeoutMs: 20_000,
    }).catch((error) => {
      throw new Error(`${name} did not start:\n${lastLines(logFile(name))}`, { cause: error });
    });
  }
  await Promise.all(processes.map(start));

  const baseUrl = `http://127.0.0.1:${ports.api}/api`;
  const send = (
    requestPath: string,
    { method = "GET", key = keys.keys.test, company = "demo", body }: RequestOptions,
  ) =>
    fetch(`${baseUrl}/${company}${requestPath}`, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    url: `${baseUrl}/demo`,
    baseUrl,
    keys,
    databaseUrl: database.url,
    authority: control,
    mailboxUrl: mailbox.url,
    pids: () => Object.fromEntries([...running].map(([name, { pid }]) => [name, pid])),
    start,
    async kill(name) {
      const victim = running.get(name);
      if (!victim) return;
      process.kill(victim.pid, "SIGKILL");
      await victim.exited;
    },
    async stop(name) {
      await running.get(name)?.stop();
    },
    async request<Result>(requestPath: string, options: RequestOptions = {}) {
      const response = await send(requestPath, options);
      const answer = (await response.json()) as Answer<Result>["body"];
      expectDocumented(options.method ?? "GET", requestPath, response.status, answer);
      return { status: response.status, headers: response.headers, body: answer };
    },
    async download(requestPath) {
      const response = await send(requestPath, {});
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = response.headers.get("content-type")?.includes("json");
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        body: isJson && JSON.parse(Buffer.from(bytes).toString()),
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map((one) => one.stop()));
      await Promise.all([redis.stop(), authority.close(), mailbox.stop()]);
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
