import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Running, spawnService } from "../spawn-service.js";
import { waitForService } from "../wait-for-service.js";
import { findFreePort } from "./free-port.js";
import { findPostgres, type PostgresVersion } from "./postgres-binaries.js";
import { postgresProcess, preparePostgresData, settleEarlierServer } from "./postgres-data.js";
import { isReachableByAll, isRoot, reachableFolder } from "./readable-folder.js";

export interface PostgresOptions {
  /** The data folder. Without it, a temporary folder that `stop` removes. */
  folder?: string | undefined;
  port?: number | undefined;
  /** False for temporary data: nothing is flushed to disk. */
  durable?: boolean;
  version?: PostgresVersion;
  /** Further server settings, as `name=value`. */
  settings?: string[];
  onSpawn?: ((pid: number) => void) | undefined;
}

export interface Postgres extends Running {
  /** Connects a superuser to the database `postgres`. */
  url: string;
}

/**
 * Starts a PostgreSQL server on 127.0.0.1 and returns when it accepts connections. Also works with the folder of a killed server
 * or of an interrupted start.
 * @throws Error with the server's last log lines when it does not start
 */
export async function startPostgres({
  folder,
  port,
  durable = true,
  version = "newest",
  settings = [],
  onSpawn,
}: PostgresOptions = {}): Promise<Postgres> {
  const native = findPostgres(version);
  const base = folder === undefined ? makePostgresFolder() : reachableFolder(folder);
  const removeTemporary = () => folder === undefined && rmSync(base, { recursive: true, force: true });
  try {
    const password = await preparePostgresData(native, base, durable);
    const data = path.join(base, "data");
    const logFile = path.join(base, "server.log");
    await settleEarlierServer(data);

    const serverPort = port ?? (await findFreePort());
    const server = spawnService({
      command: path.join(native, "bin", "postgres"),
      args: ["-D", data, "-p", `${serverPort}`, "-h", "127.0.0.1", "-k", "", ...settingArguments(durable, settings)],
      ...postgresProcess,
      logFile,
      stopSignal: "SIGINT",
      graceMs: 15_000,
      onSpawn,
    });
    await waitForService(server, () => isReady(data, server.pid), { name: "PostgreSQL", logFile });

    const stop = async () => {
      await server.stop();
      removeTemporary();
    };
    return { ...server, stop, url: `postgresql://postgres:${password}@127.0.0.1:${serverPort}/postgres` };
  } catch (error) {
    removeTemporary();
    throw error;
  }
}

const settingArguments = (durable: boolean, others: string[]) =>
  [
    "max_connections=200",
    "timezone=UTC",
    "log_timezone=UTC",
    ...(durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
    ...others,
  ].flatMap((setting) => ["-c", setting]);

/** Makes a new data folder that the server's user can reach. */
export function makePostgresFolder(): string {
  const parent = isRoot && !isReachableByAll(tmpdir()) ? "/var/tmp" : tmpdir();
  const folder = mkdtempSync(path.join(parent, "talonario-postgres-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** The server writes its state into its pid file. A standby accepts connections too, for reading. */
function isReady(data: string, pid: number): boolean {
  const lines = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
  return Number(lines[0]) === pid && ["ready", "standby"].includes(lines[7]?.trim() ?? "");
}
