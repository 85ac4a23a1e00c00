import { type Caller, findCaller, hashOf } from "../shared/db/api-keys.js";
import type { Database } from "../shared/db/database.js";

const mostKept = 10_000;

export interface Callers {
  /** Undefined when the key is unknown or revoked; that is never remembered. */
  find(secret: string): Promise<Caller | undefined>;
  /** What this process changed counts here at once. */
  forgetAll(): void;
}

interface CallersOptions {
  /** A key that is revoked is refused by every process within this time, and what else was changed about its company counts. */
  keptMs?: number;
  nowMs?: () => number;
}

/** Who calls, remembered for half a second: a busy client costs no statement for each of its requests. */
export function createCallers(
  db: Database,
  { keptMs = 500, nowMs = () => performance.now() }: CallersOptions = {},
): Callers {
  const known = new Map<string, { untilMs: number; caller: Caller }>();
  let timesForgotten = 0;

  return {
    async find(secret) {
      const hash = hashOf(secret);
      const name = Buffer.from(hash).toString("base64");
      const kept = known.get(name);
      if (kept && nowMs() < kept.untilMs) return kept.caller;

      const [untilMs, timesBefore] = [nowMs() + keptMs, timesForgotten];
      const caller = await findCaller(db, hash);
      if (known.size >= mostKept) known.clear();
      // What was read while something was being changed may be of before.
      if (caller && timesBefore === timesForgotten) known.set(name, { untilMs, caller });
      else known.delete(name);
      return caller;
    },

    forgetAll() {
      timesForgotten += 1;
      known.clear();
    },
  };
}
