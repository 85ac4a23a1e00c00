import { rmSync } from "node:fs";
import { migrate } from "../../shared/db/migrate.js";
import { makePostgresFolder, startPostgres } from "./embedded-postgres.js";
import { type Redis, startRedis } from "./embedded-redis.js";
import { findFreePort } from "./free-port.js";
import type { SystemServers } from "./open-system.js";
import type { Running } from "./spawn-service.js";

/** A PostgreSQL and a Redis of a system's own, which can be taken away from it. */
export interface OwnServers extends SystemServers {
  /** Ends the server, orderly or as a crash would, and gives how to start it again where it was. */
  endPostgres(how: "stop" | "kill"): Promise<() => Promise<void>>;
  /** As above; Redis keeps nothing over its end. */
  endRedis(how: "stop" | "kill"): Promise<() => Promise<void>>;
}

export async function startOwnServers(): Promise<OwnServers> {
  const port = await findFreePort();
  const redisPort = await findFreePort();
  const folder = makePostgresFolder();
  const openPostgres = () => startPostgres({ folder, port });
  const openRedis = () => startRedis({ port: redisPort });
  let postgres = await openPostgres();
  let redis: Redis = await openRedis();
  await migrate(postgres.url);

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
    async endRedis(how) {
      await end(redis, how);
      return async () => {
        redis = await openRedis();
      };
    },
    async close() {
      await Promise.all([postgres.stop(), redis.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
