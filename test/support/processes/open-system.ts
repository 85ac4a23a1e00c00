import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Redis as RedisClient } from "ioredis";
import pg from "pg";
import { newRedis } from "../../../shared/queues/new-redis.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { webhookKeyOf } from "../../../shared/sealing/webhook-key.js";
import { authorityVariables } from "../../authority/authority-urls.js";
import { type AuthorityControl, controlAuthority } from "../../authority/control-client.js";
import { startAuthority } from "../../authority/server.js";
import { type Keys, seedDemo } from "../../sandbox/seed-demo.js";
import { findChromium } from "../../sandbox/servers/chromium.js";
import type { Redis } from "../../sandbox/servers/embedded-redis.js";
import { startMailCatcher } from "../../sandbox/servers/mail-catcher.js";
import { wholeNumbers } from "../servers/database.js";
import { type Demo, demoSecretKey } from "../servers/demo-database.js";
import { type ProcessProxies, startProcessProxies } from "../servers/process-proxies.js";
import { asProcess } from "../servers/process-roles.js";
import {
  createServiceProcesses,
  type Elsewhere,
  type ProcessName,
  type ServiceProcesses,
  serviceOf,
} from "./service-processes.js";
import { createCaller, type SystemCaller } from "./system-caller.js";

/** The whole service as real processes with real servers. It owns all of them and stops them when it is disposed. */
export interface System extends AsyncDisposable, Omit<ServiceProcesses, "endAll">, SystemCaller {
  /** The demo company's: `http://127.0.0.1:…/api/demo`. */
  url: string;
  baseUrl: string;
  keys: Keys;
  databaseUrl: string;
  authority: AuthorityControl;
  /** Where the simulated authority answers. */
  authorityUrl: string;
  /** Where the simulated authority takes orders. */
  controlUrl: string;
  mailboxUrl: string;
  /** One between each process and each server it uses, when the system was started with `proxied`. */
  proxies: ProcessProxies;
  /** Queries the database directly, not through a proxy. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  redis: RedisClient;
  /** Deletes every lock in Redis, as if its time to live had ended. */
  expireLocks(): Promise<void>;
}

export interface SystemOptions extends Elsewhere {
  processes?: ProcessName[];
  /** Processes that the test itself starts, each with its own port and proxies. */
  spares?: ProcessName[];
  /** For every process. */
  env?: Record<string, string>;
  /** For one process, overriding `env`. */
  processEnv?: Partial<Record<ProcessName, Record<string, string>>>;
  /** Puts a proxy between each process and each server it uses. */
  proxied?: boolean;
}

export interface SystemServers {
  databaseUrl: string;
  redis: Pick<Redis, "url">;
  /** The demo companies, when the database has them already. */
  demo?: Demo;
  close(): Promise<unknown>;
}

/** Starts the system on a migrated database and a Redis server, and calls `servers.close` when it is disposed. */
export async function openSystem(
  servers: SystemServers,
  {
    processes = ["api", "issuer", "renderer", "mailer"],
    spares = [],
    env = {},
    processEnv = {},
    proxied = false,
    hosts = {},
    folders = {},
  }: SystemOptions = {},
): Promise<System> {
  const { databaseUrl, redis, demo } = servers;
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-system-"));
  const [authority, mailbox] = await Promise.all([
    startAuthority({
      ...(Object.keys(hosts).length > 0 && { host: "0.0.0.0" }),
      certificatesFolder: demo?.authorityFolder,
    }),
    startMailCatcher(),
  ]);
  const control = controlAuthority(authority.control);
  const sealingKey = await publicKeyOf(demoSecretKey);
  const keys =
    demo?.keys ?? (await seedDemo({ databaseUrl, sealingKey, signCertificate: (csr) => control.certificate(csr) }));
  const isRenderer = (name: ProcessName) => serviceOf(name) === "renderer";
  const chromium = [...processes, ...spares].some(isRenderer) ? await findChromium() : undefined;
  const urls = { postgres: databaseUrl, redis: redis.url, authority: authority.url, smtp: mailbox.smtpUrl };
  const proxies = await startProcessProxies(proxied ? [...processes, ...spares] : [], urls);

  const environmentOf = (name: ProcessName) => {
    const from = hosts[name]?.servers ?? "127.0.0.1";
    const reach = (dependency: keyof typeof urls) =>
      proxied ? proxies.of(name, dependency).url.replace(/\/$/, "") : urls[dependency].replace("127.0.0.1", from);
    return {
      PATH: process.env.PATH,
      DATABASE_URL: asProcess(reach("postgres"), serviceOf(name)),
      REDIS_URL: reach("redis"),
      ...(serviceOf(name) === "api" && { SEALING_KEY: sealingKey }),
      ...(serviceOf(name) === "issuer" && { SECRET_KEY: demoSecretKey }),
      ...(serviceOf(name) === "mailer" && { WEBHOOK_KEY: webhookKeyOf(demoSecretKey) }),
      WEBHOOK_ALLOW_PRIVATE: "1",
      SMTP_URL: reach("smtp"),
      // From another host it is not on the same machine.
      ...(hosts[name] && { SMTP_TLS: "off", TAXAUTH_HTTP_HOSTS: from }),
      MAIL_FROM: "Facturación <facturas@talonario.example>",
      RATE_LIMIT_PER_MINUTE: "0",
      COMPANY_RATE_LIMIT_PER_MINUTE: "0",
      MAILS_PER_COMPANY_PER_DAY: "0",
      PDF_STORAGE_URL: `file:${path.join(folder, "pdf")}`,
      ...authorityVariables(reach("authority")),
      ...(serviceOf(name) === "renderer" && chromium && { CHROMIUM_PATH: chromium.executablePath, ...chromium.env }),
      ...env,
      ...processEnv[name],
    };
  };
  const own = await createServiceProcesses(folder, [...processes, ...spares], environmentOf, { hosts, folders });
  await Promise.all(processes.map((name) => own.start(name)));

  // It reconnects after a restart of its server, and so does the pool.
  const client = newRedis(redis.url, { lazyConnect: true, retryStrategy: () => 100 });
  client.on("error", () => undefined);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, types: wholeNumbers });
  pool.on("error", () => undefined);

  const { endAll, ...controls } = own;
  const baseUrl = `${own.originOf("api")}/api`;
  return {
    ...controls,
    ...createCaller((name) => `${own.originOf(name)}/api`, keys),
    url: `${baseUrl}/demo`,
    baseUrl,
    keys,
    databaseUrl,
    authority: control,
    authorityUrl: authority.url,
    controlUrl: authority.control,
    mailboxUrl: mailbox.url,
    proxies,
    redis: client,
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      return (await pool.query<Row>(text, values)).rows;
    },
    async expireLocks() {
      const held = await client.keys("talonario:lock:*");
      if (held.length > 0) await client.del(held);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(proxies.all().map((proxy) => proxy.pass()));
      await endAll();
      client.disconnect();
      await Promise.all([pool.end(), proxies.close(), authority.close(), mailbox.stop()]);
      await servers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
