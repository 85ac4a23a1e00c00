import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { HeldLock, SequenceLock } from "../issuing/deps.js";

/**
 * One of the two locks. "taken": another drain holds it. "away": nobody can have it now. It throws nothing because of Redis.
 */
export interface OneLock<Outcome = HeldLock | "taken" | "away"> {
  tryTake(key: SequenceKey): Promise<Outcome>;
}

interface LockParts {
  /** In Redis. */
  shared: OneLock;
  /** In PostgreSQL: it stands in while Redis is away. */
  lease: OneLock<HeldLock | "taken">;
  redis: {
    isAway(): boolean;
    /** Redis is away, or was away until just now: another drain may hold the lease alone. */
    isUnsettled(): boolean;
  };
}

/**
 * The lock in Redis, and while it cannot be had a lease in PostgreSQL: nobody waits for a lock that nobody can have. Around an outage
 * both are taken, so that a drain with the one does not meet a drain with the other. Both save work only; the epoch decides who may
 * commit. Source: issuer/README.md, section 4.
 */
export function createStandInLock({ shared, lease, redis }: LockParts): SequenceLock {
  return {
    // Each issuer finds each sale. One with a retained sequence would send beside the one that has the lease.
    comesFirst: redis.isUnsettled,
    async tryTake(key) {
      const first = redis.isAway() ? "away" : await shared.tryTake(key);
      if (first === "taken") return undefined;
      if (first !== "away" && !redis.isUnsettled()) return first;
      const second = await lease.tryTake(key).catch(async (error: unknown) => {
        if (first !== "away") await first.release();
        throw error;
      });
      if (first === "away") return second === "taken" ? undefined : second;
      if (second === "taken") {
        await first.release();
        return undefined;
      }
      return {
        isHeld: () => first.isHeld() || second.isHeld(),
        release: async () => void (await Promise.all([first.release(), second.release()])),
      };
    },
  };
}
