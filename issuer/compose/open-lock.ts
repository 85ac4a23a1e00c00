import type { Redis } from "ioredis";
import type { Database } from "../../shared/db/pool/database.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { isSwitchedOff } from "../../shared/failpoints/failpoint.js";
import type { Log } from "../../shared/logging/log.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import { publishRecall, subscribeToRecalls } from "../../shared/queues/lock-recall.js";
import type { RedisBreaker } from "../../shared/queues/redis-breaker.js";
import type { BestEffort } from "../announcements/best-effort.js";
import type { SequenceLock } from "../issuing/deps.js";
import { createCachedLock } from "../locks/cached-lock.js";
import { createFallbackLock } from "../locks/fallback-lock.js";
import { createLease } from "../locks/lease.js";
import { createNoopLock, createRedisLock } from "../locks/lock.js";

interface LockDeps {
  db: Database;
  redis: Redis;
  /** A connection of its own, for messages. */
  listener: Redis;
  watch: RedisBreaker;
  log: Log;
  messages: BestEffort;
  isStopping(): boolean;
  /** Serves a sequence in this process, without a job. False when there is no place for it. */
  serveLocally(sequence: SequenceKey, requestId: string): boolean;
}

/** The lock of sequences: in Redis or in its stead in PostgreSQL, and kept for a while between two drains. */
export function openLock(parts: LockDeps): SequenceLock & { close(): Promise<void> } {
  const { db, redis, listener, watch, log, messages, isStopping, serveLocally } = parts;
  if (isSwitchedOff("redlock_off")) return { ...createNoopLock(isStopping), close: async () => undefined };
  const lock = createCachedLock({
    lock: createFallbackLock({
      shared: createRedisLock({ redis, watch, log, isStopping }),
      lease: createLease(db, log, isStopping),
      redis: watch,
    }),
    ask: (key) => messages.tell(() => publishRecall(redis, sequenceName(key)), "the question for a lock"),
    serve: (sequence) => serveLocally(sequence, "wanted"),
    nowMs: () => performance.now(),
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  // Not awaited: the subscription begins once Redis answers. Until then whoever finds a lock taken tries again.
  subscribeToRecalls(listener, lock.asked).catch((error) =>
    log.warn({ error }, "could not listen for questions for locks"),
  );
  return lock;
}
