import type { SequenceLock } from "../../../issuer/issuing/deps.js";
import { sequenceName } from "../../../shared/queues/issuance.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

/** The lock's keys in Redis, by sequence, with their expiry. Redis may forget them at any time. */
export type Locks = Map<string, { untilMs: number }>;

const ttlMs = 10_000;
const extendEveryMs = 3_000;

export function createLock(world: World, locks: Locks, process: Process): SequenceLock {
  const { random, scheduler, guards } = world;
  const redisFails = () => world.outages.has("redis") || world.fault("redisFails");

  return {
    async tryTake(key) {
      const name = sequenceName(key);
      await process.sleep(random.between(0, 5));
      if (redisFails()) throw new Error("Redis is away");
      const holder = locks.get(name);
      if (guards.lock && holder && holder.untilMs > scheduler.nowMs()) return undefined;

      const mine = { untilMs: scheduler.nowMs() + ttlMs };
      locks.set(name, mine);
      let held = true;
      let released = false;
      const isMine = () => locks.get(name) === mine && mine.untilMs > scheduler.nowMs();
      const extend = () => {
        if (released || !held) return;
        held = isMine() && !redisFails();
        if (held) mine.untilMs = scheduler.nowMs() + ttlMs;
        process.later(extendEveryMs, extend);
      };
      process.later(extendEveryMs, extend);

      return {
        isHeld: () => held || !guards.lock,
        async release() {
          released = true;
          await process.sleep(random.between(0, 5));
          if (isMine() && !redisFails()) locks.delete(name);
        },
      };
    },
  };
}
