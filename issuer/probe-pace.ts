import type { OpenSequence } from "../shared/db/sequences.js";
import type { SequenceKey } from "../shared/domain/sequence.js";
import { sequenceName } from "../shared/queues/issuance.js";

const leastWaitMs = 1_000;
const mostWaitMs = 15_000;

/**
 * How often a number that nobody can tell is looked at again: at once, then after 1, 2, 4, 8 and every 15 seconds. The
 * waits are kept here, by the monotonic clock: a job that waits in the queue waits for a wall clock, which may be set back.
 */
export function createProbePace(monotonicMs: () => number): (open: OpenSequence[]) => SequenceKey[] {
  let waits = new Map<string, { untilMs: number; nextMs: number }>();

  return (open) => {
    const nowMs = monotonicMs();
    const kept: typeof waits = new Map();
    const due = open.filter(({ unconfirmed, ...key }) => {
      const name = sequenceName(key);
      const wait = waits.get(name);
      if (wait) kept.set(name, wait);
      if (!unconfirmed) return true;
      if (wait && nowMs < wait.untilMs) return false;
      const waitMs = wait?.nextMs ?? leastWaitMs;
      kept.set(name, { untilMs: nowMs + waitMs, nextMs: Math.min(mostWaitMs, waitMs * 2) });
      return true;
    });
    waits = kept;
    return due.map(({ unconfirmed: _, ...key }) => key);
  };
}
