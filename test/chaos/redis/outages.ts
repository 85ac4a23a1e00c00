import type { startSystemOnOwnServers } from "../../support/processes/system.js";

export type OwnSystem = Awaited<ReturnType<typeof startSystemOnOwnServers>>;

/** The ways in which Redis can be away, each with what begins it and gives what ends it. */
export const redisOutages = {
  killed: (system: OwnSystem) => system.servers.endRedis("kill"),
  hung: async (system: OwnSystem) => system.servers.hangRedis(),
  /** As with a full disk, it goes on reading. */
  refusing: async (system: OwnSystem) => {
    await system.redis.config("SET", "maxmemory", "1");
    return async () => {
      await system.redis.config("SET", "maxmemory", "0");
    };
  },
} satisfies Record<string, (system: OwnSystem) => Promise<() => unknown>>;

export type RedisOutage = keyof typeof redisOutages;
