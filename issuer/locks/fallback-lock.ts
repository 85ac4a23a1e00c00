import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { HeldLock, SequenceLock } from "../issuing/deps.js";

/** Lock, one of the two. "taken": another drain holds it. "away": nobody can have it now. It throws nothing because of Redis. */
export interface TryLock<Outcome = HeldLock | "taken" | "away"> {
  tryAcquire(key: SequenceKey): Promise<Outcome>;
}

interface FallbackLockDeps {
  /** In Redis. */
  shared: TryLock;
  /** In PostgreSQL: it stands in while Redis is away. */
  lease: TryLock<HeldLock | "taken">;
  redis: {
    isTripped(): boolean;
    /** Redis is away, or was away until just now: another drain may hold the lease alone. */
    isRecovering(): boolean;
  };
}

/**
 * The lock in Redis, and while it cannot be had a lease in PostgreSQL: nobody waits for a lock that nobody can have. Around an outage
 * both are taken, so that a drain with the one does not meet a drain with the other. Both save work only; the epoch decides who may
 * commit. Source: issuer/README.md, section 4.
 */
export function createFallbackLock({ shared, lease, redis }: FallbackLockDeps): SequenceLock {
  return {
    // Each issuer finds each sale. One with a retained sequence would send beside the one that has the lease.
    mustHoldFirst: redis.isRecovering,
    async tryAcquire(key) {
      const first = redis.isTripped() ? "away" : await shared.tryAcquire(key);
      if (first === "taken") return undefined;
      if (first !== "away" && !redis.isRecovering()) return first;
      const second = await lease.tryAcquire(key).catch(async (error: unknown) => {
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
