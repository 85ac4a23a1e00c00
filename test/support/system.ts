import { createDatabase } from "./database.js";
import { startRedis } from "./embedded-redis.js";
import { openSystem, type System, type SystemOptions } from "./open-system.js";

import { type OwnServers, startOwnServers } from "./own-servers.js";

export type { System } from "./open-system.js";
export type { ProcessName } from "./service-processes.js";
export type { Answer } from "./system-caller.js";
export type { IssuedVoucher } from "./told.js";

/** The system on servers of its own, which a test may stop and kill. Takes about two seconds more. */
export async function startSystemOnOwnServers(options: SystemOptions = {}): Promise<System & { servers: OwnServers }> {
  const servers = await startOwnServers();
  return Object.assign(await openSystem(servers, options), { servers });
}

/** The system for one test, on a database of the test run's server. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  const close = async () => {
    await redis.stop();
    await database.drop();
  };
  return openSystem({ databaseUrl: database.url, redis, close }, options);
}
