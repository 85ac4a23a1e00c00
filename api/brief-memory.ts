export interface BriefMemory<Value> {
  recall(name: string): Value | undefined;
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

/**
 * What was read a moment ago, for half a second. Only what lets somebody do something is worth keeping: then a refusal is never
 * of before, what another process grants counts at once, and what it takes away within that time.
 */
export function createBriefMemory<Value>(
  isWorthKeeping: (value: Value) => boolean,
  { keptMs = 500, nowMs = () => performance.now() }: MemoryTimes = {},
): BriefMemory<Value> {
  const known = new Map<string, { untilMs: number; value: Value }>();
  let timesForgotten = 0;

  return {
    recall(name) {
      const kept = known.get(name);
      return kept && nowMs() < kept.untilMs ? kept.value : undefined;
    },

    async learn(name, read) {
      const [untilMs, timesBefore] = [nowMs() + keptMs, timesForgotten];
      const value = await read();
      if (known.size >= mostKept) known.clear();
      if (timesBefore === timesForgotten && isWorthKeeping(value)) known.set(name, { untilMs, value });
      else known.delete(name);
      return value;
    },

    forgetAll() {
      timesForgotten += 1;
      known.clear();
    },
  };
}
