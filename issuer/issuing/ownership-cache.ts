import { LRUCache } from "lru-cache";
import type { OwnedSequence } from "../../shared/db/issuing/sequences.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { sequenceName } from "../../shared/queues/issuance.js";

export interface OwnershipCache {
  /** Call it once the line is drained and none of its work is in progress. */
  retain(taken: OwnedSequence): void;
  /** Gives it to one drain only, which goes on under its epoch. */
  takeOwned(key: SequenceKey): OwnedSequence | undefined;
}

/** After this time, another issuer has probably served it. */
const retainedForMs = 60_000;
const maxRetained = 10_000;

/**
 * The sequences that this process drained last. A drain that reclaims one works under its old epoch, without taking it again.
 * If another issuer took the sequence meanwhile, the first commit answers "superseded", and the drain takes the sequence again.
 *
 * @param max how many are retained. Memory for all of them is taken at once, which a simulation with many processes pays each time
 */
export function createOwnershipCache(nowMs: () => number, max = maxRetained): OwnershipCache {
  const retained = new LRUCache<string, { taken: OwnedSequence; untilMs: number }>({ max });
  return {
    retain(taken) {
      retained.set(sequenceName(taken.key), { taken, untilMs: nowMs() + retainedForMs });
    },
    takeOwned(key) {
      const name = sequenceName(key);
      const found = retained.get(name);
      retained.delete(name);
      return found && nowMs() < found.untilMs ? found.taken : undefined;
    },
  };
}
