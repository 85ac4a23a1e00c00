import { LRUCache } from "lru-cache";

export interface ReadThroughCache<Value> {
  /**
   * The cached value. Near the end of its lifetime it is refreshed in the background, so that a name in constant use is never read
   * while a caller waits.
   */
  recall(name: string, read: () => Promise<Value>): Value | undefined;
  /**
   * The cached value, or else one that is being read for another caller, or a new one. So a hundred callers at once cost one read.
   */
  get(name: string, read: () => Promise<Value>): Promise<Value>;
  /** Reads the value and caches it, unless the cache was cleared meanwhile: then the value may be older than the change. */
  read(name: string, read: () => Promise<Value>): Promise<Value>;
  /** Call it after a change: the change counts in this process at once. */
  clear(): void;
}

export interface CacheOptions {
  keptMs?: number;
  nowMs?: () => number;
}

const maxEntries = 10_000;

/** Refresh after 70 % of the lifetime: later, entries would expire before their next use; earlier, we would re-read too often. */
const refreshAfter = 0.7;

/**
 * A cache of half a second. Only positive answers are cached, so refusals are never stale: a grant made elsewhere counts
 * immediately, a revocation within half a second.
 */
export function createReadThroughCache<Value>(
  isPositive: (value: Value) => boolean,
  { keptMs = 500, nowMs = () => performance.now() }: CacheOptions = {},
): ReadThroughCache<Value> {
  const entries = new LRUCache<string, { refreshAtMs: number; untilMs: number; value: Value }>({ max: maxEntries });
  const underWay = new Map<string, Promise<Value>>();
  let timesCleared = 0;

  async function readThrough(name: string, read: () => Promise<Value>): Promise<Value> {
    const [readAtMs, clearedBefore] = [nowMs(), timesCleared];
    const value = await read();
    if (clearedBefore === timesCleared && isPositive(value)) {
      entries.set(name, { refreshAtMs: readAtMs + keptMs * refreshAfter, untilMs: readAtMs + keptMs, value });
    } else entries.delete(name);
    return value;
  }

  function recall(name: string, read: () => Promise<Value>): Value | undefined {
    const entry = entries.get(name);
    if (!entry || nowMs() >= entry.untilMs) return undefined;
    if (nowMs() >= entry.refreshAtMs) {
      entry.refreshAtMs = entry.untilMs;
      // Nobody waits for this read. If it fails, the entry expires and the next caller sees the error.
      readThrough(name, read).catch(() => undefined);
    }
    return entry.value;
  }

  function begin(name: string, read: () => Promise<Value>): Promise<Value> {
    const reading = readThrough(name, read).finally(() => {
      if (underWay.get(name) === reading) underWay.delete(name);
    });
    underWay.set(name, reading);
    return reading;
  }

  return {
    recall,
    async get(name, read) {
      const known = recall(name, read);
      if (known !== undefined) return known;
      const earlier = underWay.get(name);
      const shared = earlier && (await earlier);
      if (shared !== undefined && isPositive(shared)) return shared;
      // A refusal that was read before this caller asked may be stale. A read that is under way now began later.
      return underWay.get(name) ?? begin(name, read);
    },
    read: readThrough,
    clear() {
      timesCleared += 1;
      entries.clear();
      underWay.clear();
    },
  };
}
