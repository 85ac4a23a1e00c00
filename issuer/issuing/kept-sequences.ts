import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { sequenceName } from "../../shared/queues/issuance.js";

export interface KeptSequences {
  /** Its line was served to the end, and nothing of it is under way. */
  keep(taken: TakenSequence): void;
  /** Gives it to one drain, which alone goes on under its epoch. */
  reclaim(key: SequenceKey): TakenSequence | undefined;
}

/** Somebody else is likely to have served it since. */
const keptForMs = 60_000;
const mostKept = 10_000;

/**
 * The sequences that this process served last. Whoever reclaims one goes on as if its drain had never ended: while nobody else
 * took the sequence the epoch holds, and once somebody did, every statement under it is void and the sequence is taken anew.
 */
export function createKeptSequences(nowMs: () => number): KeptSequences {
  const kept = new Map<string, { taken: TakenSequence; untilMs: number }>();
  return {
    keep(taken) {
      if (kept.size >= mostKept) kept.clear();
      kept.set(sequenceName(taken.key), { taken, untilMs: nowMs() + keptForMs });
    },
    reclaim(key) {
      const name = sequenceName(key);
      const found = kept.get(name);
      kept.delete(name);
      return found && nowMs() < found.untilMs ? found.taken : undefined;
    },
  };
}
