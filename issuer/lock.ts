import type { Redis } from "ioredis";
import Redlock from "redlock";
import type { Log } from "../shared/log.js";
import { sequenceName } from "../shared/queues/issuance.js";
import type { SequenceLock } from "./issuing/deps.js";

/** Short, so that a killed issuer frees its sequences soon; extended while the work goes on. Source: issuer/README.md, section 4. */
const ttlMs = 10_000;
const extendEveryMs = 3_000;

/**
 * Keeps two issuers from wasting work on one sequence. Correctness rests on the epoch, not on this.
 * Once `isStopping`, what is under way is finished and nothing new is taken.
 */
export function createSequenceLock(redis: Redis, log: Log, isStopping: () => boolean): SequenceLock {
  // The types of redlock know an older ioredis; what it uses of it is the same.
  const redlock = new Redlock([redis as unknown as Redlock.CompatibleRedisClient], {
    retryCount: 0,
    driftFactor: 0.01,
  });
  redlock.on("clientError", () => undefined); // every caller sees its own failure

  return {
    async tryTake(key) {
      const resource = `talonario:lock:${sequenceName(key)}`;
      let lock = await redlock.lock(resource, ttlMs).catch((error: unknown) => {
        if (error instanceof Redlock.LockError) return undefined;
        throw error;
      });
      if (!lock) return undefined;

      let held = true;
      const extending = setInterval(async () => {
        try {
          lock = await lock?.extend(ttlMs);
        } catch (error) {
          held = false;
          clearInterval(extending);
          log.warn({ error, resource }, "the lock could not be extended; nothing new is taken under it");
        }
      }, extendEveryMs);

      return {
        isHeld: () => held && !isStopping(),
        async release() {
          clearInterval(extending);
          // A lock that cannot be released runs out by itself.
          await lock?.unlock().catch(() => undefined);
        },
      };
    },
  };
}

/** Excludes nobody: a test takes the lock away to see that the epoch alone keeps every invariant. */
export const lockForEverybody = (isStopping: () => boolean): SequenceLock => ({
  tryTake: async () => ({ isHeld: () => !isStopping(), release: async () => undefined }),
});
