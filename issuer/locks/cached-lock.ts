import type { SequenceKey } from "../../shared/domain/sequence.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { HeldLock, SequenceLock } from "../issuing/deps.js";

/**
 * How long a lock that no drain uses is kept for the next drain of this process: a busy sequence then needs no trip to Redis, neither
 * for the lock nor for its release. Not longer, because a process that is killed meanwhile leaves the lock taken until it expires.
 */
const idleForMs = 300;
/** How long a lock is kept in all, however busy its sequence is: the next job may be another issuer's. */
const heldForMs = 5_000;
/** How long no lock is kept after issuers met at any lock: a lock that is kept would be in the way of another issuer's next job. */
const sharedForMs = 10_000;

export interface CachedLock extends SequenceLock {
  /** Another process found this lock taken. The sequence is served here at once, and then the lock is released. */
  asked(name: string): void;
  /** Releases the locks that no drain uses. A lock that a drain uses is released when the drain ends. */
  close(): Promise<void>;
}

interface CachedLockDeps {
  lock: SequenceLock;
  /** Tells the process that holds the lock that somebody found it taken. Returns at once. The message may be lost. */
  ask(key: SequenceKey): void;
  /** Serves the line of a sequence whose lock is kept here. Returns at once. False when this process has no place for it. */
  serve(key: SequenceKey): boolean;
  nowMs(): number;
  /** Calls `run` after `ms`. Gives a function that cancels this. */
  later(ms: number, run: () => void): () => void;
}

interface CachedLockEntry {
  key: SequenceKey;
  held: HeldLock | undefined;
  sinceMs: number;
  /** A drain uses the lock, or it is just being taken or released. Otherwise it is kept for the next drain. */
  isInUse: boolean;
  /** Somebody found the lock taken: the issuance that they wanted to serve may stand in the line. */
  wasContended: boolean;
  stopWaiting(): void;
}

/** A release that fails does no harm: the lock expires by itself. */
const ignore = () => undefined;

/**
 * Keeps the lock of a sequence for its next drain in this process, for a while, and gives it up once another process asks for it.
 * Like the lock itself, this only saves work; the epoch decides who may commit. Source: issuer/README.md, section 4.
 */
export function createCachedLock({ lock, ask, serve, nowMs, later }: CachedLockDeps): CachedLock {
  const kept = new Map<string, CachedLockEntry>();
  let metAtMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const isUsable = ({ held }: CachedLockEntry) => held?.isHeld() === true && !lock.mustHoldFirst?.();
  const mayStay = (one: CachedLockEntry) =>
    isUsable(one) && nowMs() - one.sinceMs < heldForMs && nowMs() - metAtMs >= sharedForMs && !isClosed;

  async function letGo(name: string, one: CachedLockEntry): Promise<void> {
    one.isInUse = true;
    one.stopWaiting();
    try {
      await one.held?.release();
    } finally {
      kept.delete(name);
    }
  }

  /** Releases a lock that somebody may have found taken meanwhile. No drain looks at the line after that: it is served once more. */
  const letGoOfWaiting = (name: string, one: CachedLockEntry) =>
    letGo(name, one).then(() => void (one.wasContended && serve(one.key)), ignore);

  function use(name: string, one: CachedLockEntry): HeldLock {
    one.isInUse = true;
    one.stopWaiting();
    // Unless the lock is kept, nobody can tell who finds it taken during its release.
    let wasContended = true;
    return {
      isHeld: () => one.held?.isHeld() === true,
      wasContended: () => wasContended,
      async release() {
        if (!mayStay(one)) return letGo(name, one);
        wasContended = one.wasContended;
        one.wasContended = false;
        one.isInUse = false;
        one.stopWaiting = later(idleForMs, () => void letGoOfWaiting(name, one));
      },
    };
  }

  async function take(name: string, key: SequenceKey, wasContended: boolean): Promise<HeldLock | undefined> {
    const one: CachedLockEntry = {
      ...{ key, held: undefined, sinceMs: nowMs(), isInUse: true, wasContended },
      stopWaiting: () => undefined,
    };
    kept.set(name, one);
    try {
      one.held = await lock.tryAcquire(key);
    } finally {
      if (!one.held) kept.delete(name);
    }
    if (one.held) return use(name, one);
    metAtMs = nowMs();
    ask(key);
    return undefined;
  }

  return {
    mustHoldFirst: () => lock.mustHoldFirst?.() === true,
    async tryAcquire(key) {
      const name = sequenceName(key);
      let wasContended = false;
      // Others of this process may come while one that is of no more use goes.
      for (let one = kept.get(name); one; one = kept.get(name)) {
        if (one.isInUse) {
          one.wasContended = true;
          return undefined;
        }
        if (isUsable(one)) return use(name, one);
        await letGo(name, one);
        wasContended ||= one.wasContended;
      }
      return take(name, key, wasContended);
    },
    asked(name) {
      const one = kept.get(name);
      if (!one) return;
      metAtMs = nowMs();
      if (one.isInUse) one.wasContended = true;
      else if (!serve(one.key)) letGo(name, one).catch(ignore);
    },
    async close() {
      isClosed = true;
      await Promise.allSettled([...kept].map(([name, one]) => (one.isInUse ? undefined : letGo(name, one))));
    },
  };
}
