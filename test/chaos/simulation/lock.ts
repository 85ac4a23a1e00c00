import type { HeldLock, SequenceLock } from "../../../issuer/issuing/deps.js";
import { createCachedLock } from "../../../issuer/locks/cached-lock.js";
import { createFallbackLock, type TryLock } from "../../../issuer/locks/fallback-lock.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { sequenceName } from "../../../shared/queues/issuance.js";
import { describeKey } from "./companies.js";
import type { Query } from "./connection.js";
import type { Database } from "./database.js";
import type { Process } from "./process.js";
import { isRedisAway, type RedisBreaker } from "./redis.js";
import { acquireLease, releaseLease, renewLease } from "./store/leases.js";
import type { World } from "./world.js";

/** The lock's keys in Redis, by sequence, with their expiry. Redis may forget them at any time. */
export type Locks = Map<string, { untilMs: number }>;

const ttlMs = 10_000;
const extendEveryMs = 3_000;
/** Source: issuer/locks/lock.ts. */
const timeoutMs = 500;

interface LockParts {
  world: World;
  database: Database;
  locks: Locks;
  process: Process;
  query: Query;
  redis: RedisBreaker;
}

/** The lock of one life of an issuer, and what it hears from the others about it. */
export interface ProcessLock {
  lock: SequenceLock;
  asked(name: string): void;
}

/**
 * The product's own choice between two models: the lock in Redis, and the lease in PostgreSQL. Where issuers keep their locks, that code is
 * the product's, too.
 */
export function createLock(
  parts: LockParts,
  { ask, serve }: { ask(name: string): void; serve(key: SequenceKey): boolean },
): ProcessLock {
  const { world, process } = parts;
  const lock = createFallbackLock({ shared: createRedisLock(parts), lease: createLease(parts), redis: parts.redis });
  // A lock that lets everybody in must do so within a process, too.
  if (!world.circumstances.keepsLocks || !world.guards.lock) return { lock, asked: () => undefined };
  const kept = createCachedLock({
    lock,
    ask: (key) => ask(sequenceName(key)),
    serve,
    nowMs: process.monotonicMs,
    later(ms, run) {
      let isCancelled = false;
      process.later(ms, () => void (!isCancelled && run()));
      return () => {
        isCancelled = true;
      };
    },
  });
  return { lock: world.guards.keptLockLooksAgain ? kept : neverAsked(kept), asked: kept.asked };
}

const neverAsked = (lock: SequenceLock): SequenceLock => ({
  ...lock,
  async tryAcquire(key) {
    const held = await lock.tryAcquire(key);
    return held && { ...held, wasContended: () => false };
  },
});

function createRedisLock({ world, locks, process, redis }: LockParts): TryLock {
  const { random, scheduler, guards } = world;
  const redisFails = () => isRedisAway(world, process) || world.fault("redisFails");

  return {
    async tryAcquire(key) {
      const name = sequenceName(key);
      await process.sleep(random.between(0, 5));
      if (redisFails()) {
        // Redis may have heard it, and goes on with it when it does not hang any more.
        if (!locks.has(name) && random.chance(0.2)) locks.set(name, { untilMs: scheduler.nowMs() + ttlMs });
        redis.failed();
        await process.sleep(random.between(0, timeoutMs));
        return "away";
      }
      const holder = locks.get(name);
      if (guards.lock && holder && holder.untilMs > scheduler.nowMs()) return "taken";

      const mine = { untilMs: scheduler.nowMs() + ttlMs };
      locks.set(name, mine);
      const isMine = () => locks.get(name) === mine && mine.untilMs > scheduler.nowMs();
      const extending = extend(process, () => {
        if (!isMine() || redisFails()) return false;
        mine.untilMs = scheduler.nowMs() + ttlMs;
        return true;
      });
      return {
        isHeld: () => extending.isHeld() || !guards.lock,
        async release() {
          extending.stop();
          await process.sleep(random.between(0, 5));
          if (isMine() && !redisFails()) locks.delete(name);
        },
      };
    },
  };
}

/** The statements of shared/db/issuing/sequence-leases.ts, as issuer/locks/lease.ts uses them. */
function createLease({ world, database, process, query }: LockParts): TryLock<HeldLock | "taken"> {
  const { guards } = world;
  return {
    async tryAcquire(key) {
      if (!guards.standsIn) return "taken";
      const holder = Symbol("drain");
      const isTaken = await query("acquireLease", () => {
        if (!guards.lease) database.leases.delete(describeKey(key));
        return acquireLease(database, key, holder);
      });
      if (!isTaken) return "taken";
      let isStopped = false;
      let held = true;
      const prolong = () =>
        process.later(extendEveryMs, () => {
          if (isStopped) return;
          query("renewLease", () => renewLease(database, key, holder))
            .catch(() => false)
            .then((isExtended) => {
              held = isExtended;
              if (held) prolong();
            });
        });
      prolong();
      return {
        isHeld: () => held || !guards.lease,
        async release() {
          isStopped = true;
          await query("releaseLease", () => releaseLease(database, key, holder)).catch(() => undefined);
        },
      };
    },
  };
}

/** Extends a lock for as long as it can be. */
function extend(process: Process, prolong: () => boolean) {
  let held = true;
  let isStopped = false;
  const again = () => {
    if (isStopped || !held) return;
    held = prolong();
    process.later(extendEveryMs, again);
  };
  process.later(extendEveryMs, again);
  return {
    isHeld: () => held,
    stop: () => {
      isStopped = true;
    },
  };
}
