import { chmodSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { migrate } from "../../../shared/db/migrate/migrate.js";
import { makePostgresFolder, startPostgres } from "../../sandbox/servers/embedded-postgres.js";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import type { SystemServers } from "../../support/processes/open-system.js";
import { createTestRoles } from "../../support/servers/process-roles.js";

/** A PostgreSQL and a Redis that the other host can also reach. */
export async function startOpenServers(): Promise<SystemServers> {
  const folder = makePostgresFolder();
  const rules = path.join(folder, "hba.conf");
  writeFileSync(rules, "host all all 127.0.0.1/32 scram-sha-256\nhost all all 10.77.0.0/24 scram-sha-256\n");
  chmodSync(rules, 0o644);
  const [postgres, redis] = await Promise.all([
    startPostgres({ folder, settings: ["listen_addresses=0.0.0.0", `hba_file=${rules}`] }),
    startRedis({ host: "0.0.0.0" }),
  ]);
  await migrate(postgres.url);
  await createTestRoles(postgres.url);
  return {
    databaseUrl: postgres.url,
    redis,
    async close() {
      await Promise.all([postgres.stop(), redis.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
