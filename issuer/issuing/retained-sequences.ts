import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { sequenceName } from "../../shared/queues/issuance.js";

export interface RetainedSequences {
  /** Its line was drained, and nothing of it is under way. */
  retain(taken: TakenSequence): void;
  /** Gives it to one drain, which alone goes on under its epoch. */
  reclaim(key: SequenceKey): TakenSequence | undefined;
}

/** After this time another issuer is likely to have served it. */
const retainedForMs = 60_000;
const maxRetained = 10_000;

/**
 * The sequences that this process drained last. A drain that reclaims one works under the epoch it had, without taking it anew.
 * If another issuer took the sequence meanwhile, the epoch is void: the first commit says so, and the sequence is taken anew.
 */
export function createRetainedSequences(nowMs: () => number): RetainedSequences {
  const retained = new Map<string, { taken: TakenSequence; untilMs: number }>();
  return {
    retain(taken) {
      if (retained.size >= maxRetained) retained.clear();
      retained.set(sequenceName(taken.key), { taken, untilMs: nowMs() + retainedForMs });
    },
    reclaim(key) {
      const name = sequenceName(key);
      const found = retained.get(name);
      retained.delete(name);
      return found && nowMs() < found.untilMs ? found.taken : undefined;
    },
  };
}
