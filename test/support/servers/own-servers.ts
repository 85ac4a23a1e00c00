import { rmSync } from "node:fs";
import pg from "pg";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { makePostgresFolder, startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { type Redis, startRedis } from "../../sandbox/servers/embedded-redis.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import type { PostgresVersion } from "../../sandbox/servers/postgres-binaries.js";
import type { Running } from "../../sandbox/spawn-service.js";
import type { SystemServers } from "../processes/open-system.js";
import { copyPostgresData, makeRecovery, makeStandby } from "./postgres-data.js";
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
  /** Fails over to a standby that has every commit: the database goes on, on a new timeline. */
  switchPostgres(): Promise<void>;
  /**
   * Copies the server's data and restarts it. Gives a function that puts the copy in the server's place and starts it: as it is, as a
   * disk's snapshot would, or with a recovery, after which it is on a new timeline.
   */
  copyFolder(): Promise<(how: "as it is" | "recovered") => Promise<void>>;
  /** As `endPostgres`. Redis loses all its data. */
  endRedis(how: "stop" | "kill"): Promise<() => Promise<void>>;
  /** Redis stands still: it keeps its connections and answers nothing. Gives a function that lets it go on. */
  hangRedis(): () => void;
}

/** @param settings further ones of PostgreSQL, as `name=value` */
export async function startOwnServers({
  version = "newest",
  settings = [],
}: {
  version?: PostgresVersion;
  settings?: string[];
} = {}): Promise<OwnServers> {
  const port = await findFreePort();
  const redisPort = await findFreePort();
  let folder = makePostgresFolder();
  const folders = [folder];
  const openPostgres = () => startPostgres({ folder, port, version, settings });
  const openRedis = () => startRedis({ port: redisPort });
  let postgres = await openPostgres();
  let redis: Redis = await openRedis();
  await migrate(postgres.url);
  await createTestRoles(postgres.url);

  /** The folder of the copy. */
  async function copy(): Promise<string> {
    const made = makePostgresFolder();
    folders.push(made);
    await postgres.stop();
    await copyPostgresData(folder, made);
    postgres = await openPostgres();
    return made;
  }
  /** Puts it in the server's place, made ready, and starts the server there. */
  async function putBack(copied: string, prepare: (base: string) => void): Promise<void> {
    await postgres.stop();
    folder = copied;
    prepare(folder);
    postgres = await openPostgres();
  }

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
      const copied = await copy();
      return async () => {
        await putBack(copied, makeStandby);
        await promote(postgres.url);
      };
    },
    async switchPostgres() {
      await putBack(folder, makeStandby);
      await promote(postgres.url);
    },
    async copyFolder() {
      const copied = await copy();
      return (how) => putBack(copied, how === "recovered" ? makeRecovery : () => undefined);
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
