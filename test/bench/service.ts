import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { authorityVariables } from "../sandbox/authority-urls.js";
import { startRedis } from "../support/embedded-redis.js";
import { findFreePort } from "../support/free-port.js";
import { projectRoot } from "../support/project-root.js";
import { lastLines, spawnService } from "../support/spawn-service.js";
import { answers, waitFor } from "../support/wait-for.js";

export const secretKey = Buffer.alloc(32, 9).toString("base64");

/** An api and, when it is asked for, an issuer of their own over a database, as real processes. */
export interface Service {
  /** `http://127.0.0.1:…` */
  origin: string;
  stop(): Promise<void>;
}

export async function startService(
  databaseUrl: string,
  { authorityUrl, issues = false }: { authorityUrl: string; issues?: boolean },
): Promise<Service> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-bench-"));
  const redis = await startRedis();
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const one of [...started, redis]) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async (name: "api" | "issuer") => {
    const port = await findFreePort();
    const logFile = path.join(folder, `${name}.log`);
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      SECRET_KEY: secretKey,
      RATE_LIMIT_PER_MINUTE: "0",
      LOG_LEVEL: "warn",
      PDF_STORAGE_URL: `file:${path.join(folder, "pdf")}`,
      ...authorityVariables(authorityUrl),
      ...(name === "api" ? { PORT: `${port}` } : { METRICS_PORT: `${port}` }),
    };
    const main = path.join("dist", name, "main.js");
    started.unshift(spawnService({ command: process.execPath, args: [main], env, cwd: projectRoot, logFile }));
    await waitFor(() => answers(`http://127.0.0.1:${port}/health/ready`), { message: `${name} to be ready` }).catch(
      (cause) => {
        throw new Error(`${name} did not start:\n${lastLines(logFile)}`, { cause });
      },
    );
    return port;
  };
  try {
    if (issues) await start("issuer");
    const port = await start("api");
    return { origin: `http://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
