import type { Redis } from "ioredis";
import type { Database } from "../../shared/db/pool/database.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { isSwitchedOff } from "../../shared/failpoints/failpoint.js";
import type { Log } from "../../shared/logging/log.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { RedisWatch } from "../../shared/queues/redis-watch.js";
import { askForSequence, listenForWanted } from "../../shared/queues/wanted-sequences.js";
import type { Messages } from "../announcements/messages.js";
import type { SequenceLock } from "../issuing/deps.js";
import { createKeptLock } from "../locks/kept-lock.js";
import { createLease } from "../locks/lease.js";
import { createRedisLock, lockForEverybody } from "../locks/lock.js";
import { createStandInLock } from "../locks/stand-in-lock.js";

interface LockParts {
  db: Database;
  redis: Redis;
  /** A connection of its own, for messages. */
  listener: Redis;
  watch: RedisWatch;
  log: Log;
  messages: Messages;
  isStopping(): boolean;
  /** Serves a sequence in this process, without a job. False when there is no place for it. */
  serveHere(sequence: SequenceKey, requestId: string): boolean;
}

/** The lock of sequences: in Redis or in its stead in PostgreSQL, and kept for a while between two drains. */
export function openLock(parts: LockParts): SequenceLock & { close(): Promise<void> } {
  const { db, redis, listener, watch, log, messages, isStopping, serveHere } = parts;
  if (isSwitchedOff("redlock_off")) return { ...lockForEverybody(isStopping), close: async () => undefined };
  const lock = createKeptLock({
    lock: createStandInLock({
      shared: createRedisLock({ redis, watch, log, isStopping }),
      lease: createLease(db, log, isStopping),
      redis: watch,
    }),
    ask: (key) => messages.tell(() => askForSequence(redis, sequenceName(key)), "the question for a lock"),
    serve: (sequence) => serveHere(sequence, "wanted"),
    nowMs: () => performance.now(),
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  // Not awaited: the subscription begins once Redis answers. Until then whoever finds a lock taken tries again.
  listenForWanted(listener, lock.asked).catch((error) =>
    log.warn({ error }, "could not listen for questions for locks"),
  );
  return lock;
}
