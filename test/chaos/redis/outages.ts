import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { waitFor } from "../../sandbox/wait-for.js";
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
  /** It cannot save, and so takes no writes: MISCONF. */
  unsaved: async (system: OwnSystem) => {
    const [folder, file] = [await settingOf(system, "dir"), await settingOf(system, "dbfilename")];
    const inTheWay = path.join(folder, file);
    rmSync(inTheWay, { recursive: true, force: true });
    mkdirSync(inTheWay);
    const usual = await settingOf(system, "save");
    await system.redis.config("SET", "save", "3600 1");
    await save(system, "err");
    return async () => {
      rmSync(inTheWay, { recursive: true, force: true });
      await save(system, "ok");
      await system.redis.config("SET", "save", usual);
    };
  },
} satisfies Record<string, (system: OwnSystem) => Promise<() => unknown>>;

export type RedisOutage = keyof typeof redisOutages;

async function settingOf({ redis }: OwnSystem, name: string): Promise<string> {
  const [, value = ""] = (await redis.config("GET", name)) as string[];
  return value;
}

/** Saves in the background, and waits until that has ended so. */
async function save({ redis }: OwnSystem, ending: "ok" | "err"): Promise<void> {
  await redis.bgsave();
  const hasEnded = async () => {
    const told = await redis.info("persistence");
    return told.includes("rdb_bgsave_in_progress:0") && told.includes(`rdb_last_bgsave_status:${ending}`);
  };
  await waitFor(hasEnded, { message: `a save that ends as ${ending}` });
}
