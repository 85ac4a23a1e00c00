import { availableParallelism, loadavg } from "node:os";
import { startRedis } from "../../sandbox/servers/embedded-redis.js";
import type { PostgresVersion } from "../../sandbox/servers/postgres-binaries.js";
import { createDemoDatabase } from "../servers/demo-database.js";
import { type OwnServers, startOwnServers } from "../servers/own-servers.js";
import { openSystem, type System, type SystemOptions } from "./open-system.js";

export type { IssuedVoucher } from "../readers/exchange.js";
export type { System } from "./open-system.js";
export type { ProcessName } from "./service-processes.js";
export type { Answer } from "./system-caller.js";

/**
 * Settings of a system that gives answers only once the wait for a turn is over: five seconds in place of twenty, and more where others use
 * the machine too, for an answer that needs the issuer must still come within it.
 */
export function shortTurnWaits(): { LOCK_WAIT_MS: string } {
  const busy = (loadavg()[0] ?? 0) / (3 * availableParallelism());
  return { LOCK_WAIT_MS: `${Math.round(5_000 * Math.min(4, Math.max(1, busy)))}` };
}

/** Starts the system on its own servers, which the test may stop and kill. Takes about two seconds longer. */
export async function startSystemOnOwnServers({
  postgres = "newest",
  ...options
}: SystemOptions & { postgres?: PostgresVersion } = {}): Promise<System & { servers: OwnServers }> {
  const servers = await startOwnServers({ version: postgres });
  return Object.assign(await openSystem(servers, options), { servers });
}

/** Starts the system for one test, on a new database of the test run's server. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const [database, redis] = await Promise.all([createDemoDatabase(), startRedis()]);
  const close = async () => {
    await redis.stop();
    await database.drop();
  };
  return openSystem({ databaseUrl: database.url, redis, demo: database, close }, options);
}
