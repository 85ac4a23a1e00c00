import type { Redis } from "ioredis";
import Redlock from "redlock";
import type { Log } from "../shared/log.js";
import { sequenceName } from "../shared/queues/issuance.js";
import type { SequenceLock } from "./issuing/deps.js";

/** Short, so that a killed issuer frees its sequences soon. Extended during the work. Source: issuer/README.md, section 4. */
const ttlMs = 10_000;
const extendEveryMs = 3_000;

/**
 * Keeps two issuers from doing the same work twice. Correctness depends on the epoch, not on this lock.
 * Once `isStopping`, the holder finishes the work it has and takes nothing new.
 */
export function createSequenceLock(redis: Redis, log: Log, isStopping: () => boolean): SequenceLock {
  // Redlock's types are for an older ioredis. The methods that it uses are the same.
  const redlock = new Redlock([redis as unknown as Redlock.CompatibleRedisClient], {
    retryCount: 0,
    driftFactor: 0.01,
  });
  redlock.on("clientError", () => undefined); // every caller gets its own error

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
          log.warn({ error, resource }, "the lock could not be extended; no new work starts under it");
        }
      }, extendEveryMs);

      return {
        isHeld: () => held && !isStopping(),
        async release() {
          clearInterval(extending);
          // A lock that cannot be released expires by itself.
          await lock?.unlock().catch(() => undefined);
        },
      };
    },
  };
}

/** Always grants the lock: tests remove mutual exclusion to prove that the epoch alone keeps every invariant. */
export const lockForEverybody = (isStopping: () => boolean): SequenceLock => ({
  tryTake: async () => ({ isHeld: () => !isStopping(), release: async () => undefined }),
});
