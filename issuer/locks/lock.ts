import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import Redlock from "redlock";
import { keepRenewed } from "../../shared/concurrency/lease-renewal.js";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import type { Log } from "../../shared/logging/log.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { RedisBreaker } from "../../shared/queues/redis-breaker.js";
import { inSpan, isTracing, setSpanAttributes } from "../../shared/tracing/tracing.js";
import type { SequenceLock } from "../issuing/deps.js";
import type { TryLock } from "./fallback-lock.js";

/** Short, so that a killed issuer frees its sequences soon. Extended during the work. Source: issuer/README.md, section 4. */
const ttlMs = 10_000;
const extendEveryMs = 3_000;
/** Nobody waits longer for the lock, or for its release. */
const timeoutMs = 500;

interface RedisLockDeps {
  redis: Redis;
  watch: RedisBreaker;
  log: Log;
  isStopping: () => boolean;
}

/**
 * Keeps two issuers from doing the same work twice. Correctness depends on the epoch, not on this lock.
 * Once `isStopping`, the holder finishes the work it has and takes nothing new.
 */
export function createRedisLock({ redis, watch, log, isStopping }: RedisLockDeps): TryLock {
  // Redlock's types are for an older ioredis. The methods that it uses are the same.
  const redlock = new Redlock([redis as unknown as Redlock.CompatibleRedisClient], {
    retryCount: 0,
    driftFactor: 0.01,
  });
  let failures = 0;
  redlock.on("clientError", () => {
    failures += 1;
  });
  const unlock = (lock: Redlock.Lock) => withTimeout(timeoutMs, Promise.resolve(lock.unlock()));
  const forgotten = createForgottenLocks(redis, redlock);

  async function lockOrWhyNot(resource: string): Promise<Redlock.Lock | "taken" | "away"> {
    const failuresBefore = failures;
    const locking = Promise.resolve(redlock.lock(resource, ttlMs));
    try {
      return await withTimeout(timeoutMs, locking);
    } catch (error) {
      // A LockError tells that it was not granted, and not whether another holds it or Redis failed.
      if (error instanceof Redlock.LockError && failures === failuresBefore) return "taken";
      // The lock may still be granted later. Nobody would use it then, so it is released.
      locking.then(unlock).catch(() => undefined);
      forgotten.add(resource);
      return (await watch.look()) || !(error instanceof Redlock.LockError) ? "away" : "taken";
    }
  }

  return {
    async tryAcquire(key) {
      const resource = `talonario:lock:${sequenceName(key)}`;
      await forgotten.remove(resource);
      const taken = await lockOrWhyNot(resource);
      if (typeof taken === "string") return taken;

      let lock = taken;
      const extend = async () => {
        lock = await lock.extend(ttlMs);
        return true;
      };
      const lease = keepRenewed(extendEveryMs, extend, (error) =>
        log.warn({ error, resource }, "the lock could not be extended; no new work starts under it"),
      );

      return {
        isHeld: () => lease.isHeld() && !isStopping(),
        async release() {
          lease.stop();
          await unlock(lock).catch(() => forgotten.add(resource));
        },
      };
    },
  };
}

/**
 * Locks of this process that nobody here holds any more, though Redis may: it hung when they were asked for or released, and did so
 * when it went on. Otherwise each would keep its sequence for up to ten seconds after an outage.
 */
function createForgottenLocks(redis: Redis, redlock: Redlock) {
  const own = randomUUID();
  // Each lock has a value of its own, which tells that it is this process's.
  Object.assign(redlock, { _random: () => `${own}:${randomUUID()}` });
  const resources = new Set<string>();
  const script = `
    local value = redis.call("GET", KEYS[1])
    if value and string.sub(value, 1, string.len(ARGV[1])) == ARGV[1] then redis.call("DEL", KEYS[1]) end`;
  return {
    add: (resource: string) => void resources.add(resource),
    async remove(resource: string): Promise<void> {
      if (!resources.delete(resource)) return;
      await withTimeout(timeoutMs, redis.eval(script, 1, resource, own)).catch(() => resources.add(resource));
    },
  };
}

/** Always grants the lock: tests remove mutual exclusion to prove that the epoch alone keeps every invariant. */
export const createNoopLock = (isStopping: () => boolean): SequenceLock => ({
  tryAcquire: async () => ({ isHeld: () => !isStopping(), release: async () => undefined }),
});

/** Traces each try to take a lock in a span of the trace at hand. Without traces the given lock is returned. */
export function traceLock(lock: SequenceLock): SequenceLock {
  if (!isTracing()) return lock;
  const tryAcquire: SequenceLock["tryAcquire"] = async (key) => {
    const held = await lock.tryAcquire(key);
    if (!held) setSpanAttributes({ "talonario.outcome": "taken" });
    return held;
  };
  return { ...lock, tryAcquire: (key) => inSpan("lock", {}, () => tryAcquire(key)) };
}
