import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../../shared/assets/assets.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { authorityVariables } from "../../authority/authority-urls.js";
import { type AuthorityControl, controlAuthority } from "../../authority/control-client.js";
import { startAuthority } from "../../authority/server.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { lastLines, type Running, spawnService } from "../../sandbox/spawn-service.js";
import { answers, waitFor } from "../../sandbox/wait-for.js";
import { createBareDatabase } from "../servers/database.js";

/** Api and issuer on a migrated but empty database: no company, no key. */
export interface BareService extends AsyncDisposable {
  baseUrl: string;
  /** The variables that the command line needs. */
  environment: Record<string, string>;
  authority: AuthorityControl;
  folder: string;
}

/** The API gets the public half of the secret key only, or, with `knowsSecret`, the secret key itself. */
export async function startBareService({ knowsSecret = false } = {}): Promise<BareService> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-bare-"));
  const [{ url: databaseUrl }, redis, authority, port, metricsPort] = await Promise.all([
    createBareDatabase(),
    startRedis(),
    startAuthority(),
    findFreePort(),
    findFreePort(),
  ]);
  const secretKey = Buffer.alloc(32, 4).toString("base64");
  const environment = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    SECRET_KEY: secretKey,
    PDF_STORAGE_URL: `file:${path.join(folder, "pdf")}`,
    ...authorityVariables(authority.url),
  };
  await promisify(execFile)(process.execPath, ["dist/shared/db/migrate/migrate-main.js"], {
    cwd: projectFolder,
    env: environment,
  });

  const sealing = knowsSecret ? {} : { SECRET_KEY: undefined, SEALING_KEY: await publicKeyOf(secretKey) };
  const start = (name: string, own: Record<string, string | undefined>): Running =>
    spawnService({
      command: process.execPath,
      args: [`dist/${name}/main.js`],
      env: { PATH: process.env.PATH, ...environment, ...own },
      cwd: projectFolder,
      logFile: path.join(folder, `${name}.log`),
    });
  const running = [start("api", { PORT: `${port}`, ...sealing }), start("issuer", { METRICS_PORT: `${metricsPort}` })];
  for (const [name, at] of [["api", port] as const, ["issuer", metricsPort] as const]) {
    await waitFor(() => answers(`http://127.0.0.1:${at}/health/ready`), {
      message: `${name} to be ready`,
    }).catch((error) => {
      throw new Error(`${name} did not start:\n${lastLines(path.join(folder, `${name}.log`))}`, { cause: error });
    });
  }
  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    environment,
    authority: controlAuthority(authority.control),
    folder,
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((each) => each.stop()));
      await Promise.all([redis.stop(), authority.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database without tables. It disappears with the test run's server. */
