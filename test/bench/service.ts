import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectFolder } from "../../shared/assets/assets.js";
import { publicKeyOf } from "../../shared/sealing/sealing-key.js";
import { authorityVariables } from "../authority/authority-urls.js";
import { nodeArgumentsOf } from "../sandbox/node-arguments.js";
import { startRedis } from "../sandbox/servers/embedded-redis.js";
import { findFreePort } from "../sandbox/servers/free-port.js";
import { lastLines, type Running, spawnService } from "../sandbox/spawn-service.js";
import { answers, waitFor } from "../sandbox/wait-for.js";
import { profileTo } from "./profile.js";

export const secretKey = Buffer.alloc(32, 9).toString("base64");

/** The service's processes on a database, with their own Redis. */
export interface Service {
  /** `http://127.0.0.1:…`, of the first API. */
  origin: string;
  /** Of each API. */
  origins: string[];
  redisUrl: string;
  /** By name: "api", "api-2", …, "issuer", "issuer-2", …, "redis". */
  pids: Record<string, number>;
  logFile(name: string): string;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  authorityUrl: string;
  /** How many processes of each kind to start; by default one API and no others. */
  apis?: number;
  issuers?: number;
  renderers?: number;
  mailers?: number;
  /** Overrides the environment of every process. */
  env?: Record<string, string>;
  /** A separate database URL for each process, so that the server can tell the processes apart. */
  databaseUrlOf?: (name: string) => string;
  /** The same for Redis; `url` is that of the started server. */
  redisUrlOf?: (name: string, url: string) => string | Promise<string>;
}

export async function startService(databaseUrl: string, options: ServiceOptions): Promise<Service> {
  const { authorityUrl, apis = 1, issuers = 0, renderers = 0, mailers = 0 } = options;
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-bench-"));
  const redis = await startRedis();
  const started = new Map<string, Running>();
  const logFile = (name: string) => path.join(folder, `${name}.log`);
  const stop = async () => {
    await Promise.all([...started.values()].map((one) => one.stop()));
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async (name: string) => {
    const [kind = name] = name.split("-");
    const port = await findFreePort();
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATABASE_URL: options.databaseUrlOf?.(name) ?? databaseUrl,
      REDIS_URL: (await options.redisUrlOf?.(name, redis.url)) ?? redis.url,
      ...(kind === "api" ? { SEALING_KEY: await publicKeyOf(secretKey) } : { SECRET_KEY: secretKey }),
      RATE_LIMIT_PER_MINUTE: "0",
      COMPANY_RATE_LIMIT_PER_MINUTE: "0",
      LOG_LEVEL: "info",
      PDF_STORAGE_URL: `file:${path.join(folder, "pdf")}`,
      ...authorityVariables(authorityUrl),
      ...options.env,
      ...(kind === "api" ? { PORT: `${port}` } : { METRICS_PORT: `${port}` }),
    };
    const args = [...nodeArgumentsOf(kind), ...profileTo(name), path.join("dist", kind, "main.js")];
    const running = { command: process.execPath, args, env, cwd: projectFolder, logFile: logFile(name) };
    started.set(name, spawnService(running));
    await waitFor(() => answers(`http://127.0.0.1:${port}/health/ready`), {
      message: `${name} to be ready`,
    }).catch((cause) => {
      throw new Error(`${name} did not start:\n${lastLines(logFile(name))}`, { cause });
    });
    return port;
  };
  try {
    const others = [
      ...numbered("issuer", issuers),
      ...numbered("renderer", renderers),
      ...numbered("mailer", mailers),
    ].map(start);
    const ports = await Promise.all(numbered("api", apis).map(start));
    await Promise.all(others);
    const origins = ports.map((port) => `http://127.0.0.1:${port}`);
    const pids = Object.fromEntries([...started].map(([name, { pid }]) => [name, pid]));
    return {
      origin: origins[0] ?? "",
      origins,
      redisUrl: redis.url,
      pids: { ...pids, redis: redis.pid },
      logFile,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const numbered = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? kind : `${kind}-${index + 1}`));
