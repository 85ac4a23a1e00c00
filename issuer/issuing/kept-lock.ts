import type { SequenceKey } from "../../shared/domain/sequence.js";
import { sequenceName } from "../../shared/queues/issuance.js";
import type { HeldLock, SequenceLock } from "./deps.js";

/**
 * A lock waits so long for the next drain of this process: a busy sequence needs neither a trip for the lock nor one for its release. Not longer,
 * because a process that is killed meanwhile leaves it taken until it expires.
 */
const idleForMs = 300;
/** Then it goes, however busy the sequence is: the next job may be another issuer's. */
const heldForMs = 5_000;
/** Where issuers meet at locks, a lock that is kept is in the way of the next job: for so long nothing is kept after the last meeting. */
const sharedForMs = 10_000;

export interface KeptLock extends SequenceLock {
  /** Another process found it taken. It is served here at once, and then it goes. */
  asked(name: string): void;
  /** Lets go what waits. What a drain has goes when that ends. */
  close(): Promise<void>;
}

interface KeptLockParts {
  lock: SequenceLock;
  /** Tells the process that has it that it was found taken. Returns at once. The message may be lost. */
  ask(key: SequenceKey): void;
  /** Serves the line of a sequence whose lock waits here. Returns at once. False when this process has no place for it. */
  serve(key: SequenceKey): boolean;
  nowMs(): number;
  /** Gives what cancels it. */
  later(ms: number, run: () => void): () => void;
}

interface Kept {
  key: SequenceKey;
  held: HeldLock | undefined;
  sinceMs: number;
  /** By a drain, or on its way to us or away from us. Otherwise it waits. */
  isInUse: boolean;
  /** Somebody found it taken: what they were about may stand in the line. */
  wasAsked: boolean;
  stopWaiting(): void;
}

/** A lock that is not released ends by itself. */
const ignore = () => undefined;

/**
 * Keeps the lock of a sequence for its next drain in this process, for a while, and gives it up once another process asks for it. Like the
 * lock it saves work only; the epoch decides who may commit. Source: issuer/README.md, section 4.
 */
export function createKeptLock({ lock, ask, serve, nowMs, later }: KeptLockParts): KeptLock {
  const kept = new Map<string, Kept>();
  let metAtMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const isUsable = ({ held }: Kept) => held?.isHeld() === true && !lock.comesFirst?.();
  const mayStay = (one: Kept) =>
    isUsable(one) && nowMs() - one.sinceMs < heldForMs && nowMs() - metAtMs >= sharedForMs && !isClosed;

  async function letGo(name: string, one: Kept): Promise<void> {
    one.isInUse = true;
    one.stopWaiting();
    try {
      await one.held?.release();
    } finally {
      kept.delete(name);
    }
  }

  /** Whoever asks during this release finds it taken, and no drain looks again behind it. */
  const letGoOfWaiting = (name: string, one: Kept) =>
    letGo(name, one).then(() => void (one.wasAsked && serve(one.key)), ignore);

  function use(name: string, one: Kept): HeldLock {
    one.isInUse = true;
    one.stopWaiting();
    let wasAsked = true;
    return {
      isHeld: () => one.held?.isHeld() === true,
      wasAsked: () => wasAsked,
      async release() {
        if (!mayStay(one)) return letGo(name, one);
        wasAsked = one.wasAsked;
        one.wasAsked = false;
        one.isInUse = false;
        one.stopWaiting = later(idleForMs, () => void letGoOfWaiting(name, one));
      },
    };
  }

  async function take(name: string, key: SequenceKey): Promise<HeldLock | undefined> {
    const one: Kept = {
      ...{ key, held: undefined, sinceMs: nowMs(), isInUse: true, wasAsked: false },
      stopWaiting: () => undefined,
    };
    kept.set(name, one);
    try {
      one.held = await lock.tryTake(key);
    } finally {
      if (!one.held) kept.delete(name);
    }
    if (one.held) return use(name, one);
    metAtMs = nowMs();
    ask(key);
    return undefined;
  }

  return {
    comesFirst: () => lock.comesFirst?.() === true,
    async tryTake(key) {
      const name = sequenceName(key);
      const one = kept.get(name);
      if (one?.isInUse) {
        one.wasAsked = true;
        return undefined;
      }
      if (one && isUsable(one)) return use(name, one);
      if (one) await letGo(name, one);
      return take(name, key);
    },
    asked(name) {
      const one = kept.get(name);
      if (!one) return;
      metAtMs = nowMs();
      if (one.isInUse) one.wasAsked = true;
      else if (!serve(one.key)) letGo(name, one).catch(ignore);
    },
    async close() {
      isClosed = true;
      await Promise.allSettled([...kept].map(([name, one]) => (one.isInUse ? undefined : letGo(name, one))));
    },
  };
}
