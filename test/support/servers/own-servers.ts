import { rmSync } from "node:fs";
import pg from "pg";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { makePostgresFolder, startPostgres } from "../../../shared/sandbox/servers/embedded-postgres.js";
import { type Redis, startRedis } from "../../../shared/sandbox/servers/embedded-redis.js";
import { findFreePort } from "../../../shared/sandbox/servers/free-port.js";
import { copyPostgresData, makeStandby } from "../../../shared/sandbox/servers/postgres-data.js";
import type { Running } from "../../../shared/sandbox/spawn-service.js";
import type { SystemServers } from "../processes/open-system.js";
import { createTestRoles } from "./process-roles.js";

/** A PostgreSQL and a Redis for one system, which the test can stop, kill and restart. */
export interface OwnServers extends SystemServers {
  /** Stops the server, or kills it as a crash would. Gives a function that starts it again at the same address. */
  endPostgres(how: "stop" | "kill"): Promise<() => Promise<void>>;
  /**
   * Copies the server's data and restarts it. Gives a function that fails over to the copy: a standby with that data is promoted
   * in the server's place, on a new timeline and without the commits since the copy.
   */
  copyPostgres(): Promise<() => Promise<void>>;
  /** As `endPostgres`. Redis loses all its data. */
  endRedis(how: "stop" | "kill"): Promise<() => Promise<void>>;
  /** Redis stands still: it keeps its connections and answers nothing. Gives a function that lets it go on. */
  hangRedis(): () => void;
}

export async function startOwnServers(): Promise<OwnServers> {
  const port = await findFreePort();
  const redisPort = await findFreePort();
  let folder = makePostgresFolder();
  const folders = [folder];
  const openPostgres = () => startPostgres({ folder, port });
  const openRedis = () => startRedis({ port: redisPort });
  let postgres = await openPostgres();
  let redis: Redis = await openRedis();
  await migrate(postgres.url);
  await createTestRoles(postgres.url);

  const end = async (server: Running, how: "stop" | "kill") => {
    if (how === "kill") process.kill(server.pid, "SIGKILL");
    await server.stop();
  };
  return {
    databaseUrl: postgres.url,
    redis: { url: redis.url },
    async endPostgres(how) {
      await end(postgres, how);
      return async () => {
        postgres = await openPostgres();
      };
    },
    async copyPostgres() {
      const copy = makePostgresFolder();
      folders.push(copy);
      await postgres.stop();
      await copyPostgresData(folder, copy);
      postgres = await openPostgres();
      return async () => {
        await postgres.stop();
        folder = copy;
        makeStandby(folder);
        postgres = await openPostgres();
        await promote(postgres.url);
      };
    },
    async endRedis(how) {
      await end(redis, how);
      return async () => {
        redis = await openRedis();
      };
    },
    hangRedis() {
      const { pid } = redis;
      process.kill(pid, "SIGSTOP");
      return () => void process.kill(pid, "SIGCONT");
    },
    async close() {
      await Promise.all([postgres.stop(), redis.stop()]);
      for (const each of folders) rmSync(each, { recursive: true, force: true });
    },
  };
}

async function promote(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_promote()");
  } finally {
    await client.end();
  }
}
