export interface BriefMemory<Value> {
  /**
   * What is known of it. Towards the end of its time it is read anew while the caller goes on with what is known, so that a
   * name that is asked for again and again is never read in front of anybody.
   */
  recall(name: string, read: () => Promise<Value>): Value | undefined;
  /** Reads it, and keeps it unless something was forgotten meanwhile: then what was read may be of before. */
  learn(name: string, read: () => Promise<Value>): Promise<Value>;
  /** What this process changed counts here at once. */
  forgetAll(): void;
}

export interface MemoryTimes {
  keptMs?: number;
  nowMs?: () => number;
}

const mostKept = 10_000;

/** Of its time, after which it is read anew: later it would be forgotten before it is asked for, earlier it is read too often. */
const anewAfter = 0.7;

/**
 * What was read a moment ago, for half a second. Only what lets somebody do something is worth keeping: then a refusal is never
 * of before, what another process grants counts at once, and what it takes away within that time.
 */
export function createBriefMemory<Value>(
  isWorthKeeping: (value: Value) => boolean,
  { keptMs = 500, nowMs = () => performance.now() }: MemoryTimes = {},
): BriefMemory<Value> {
  const known = new Map<string, { anewAtMs: number; untilMs: number; value: Value }>();
  let timesForgotten = 0;

  async function learn(name: string, read: () => Promise<Value>): Promise<Value> {
    const [readAtMs, timesBefore] = [nowMs(), timesForgotten];
    const value = await read();
    if (known.size >= mostKept) known.clear();
    if (timesBefore === timesForgotten && isWorthKeeping(value)) {
      known.set(name, { anewAtMs: readAtMs + keptMs * anewAfter, untilMs: readAtMs + keptMs, value });
    } else known.delete(name);
    return value;
  }

  return {
    recall(name, read) {
      const kept = known.get(name);
      if (!kept || nowMs() >= kept.untilMs) return undefined;
      if (nowMs() >= kept.anewAtMs) {
        kept.anewAtMs = kept.untilMs;
        // Nobody waits for it: whoever asks once it is forgotten is told what is wrong.
        learn(name, read).catch(() => undefined);
      }
      return kept.value;
    },
    learn,
    forgetAll() {
      timesForgotten += 1;
      known.clear();
    },
  };
}
