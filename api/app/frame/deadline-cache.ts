import { withTimeout } from "../../../shared/concurrency/with-timeout.js";
import { createReadThroughCache } from "../../authentication/read-through-cache.js";

/** Cached value, and when it was read. */
export interface CachedValue<Value> {
  value: Value;
  /** Milliseconds since the epoch. */
  atMs: number;
}

export interface DeadlineCache<Value> {
  /** The value, or undefined when reading takes longer than a page may wait. It goes on all the same. */
  readInTime(name: string, read: () => Promise<Value>): Promise<CachedValue<Value> | undefined>;
  /** The value, however long reading takes. */
  get(name: string, read: () => Promise<Value>): Promise<CachedValue<Value>>;
}

interface DeadlineCacheTimes {
  /** How long a page waits for a value that is not at hand. */
  timeoutMs?: number;
  /** How long a value is kept that took longer than that. One that is read sooner is read each time. */
  keptMs?: number;
}

/** For parts of pages that take long for companies with very many vouchers: the page comes without, and the part after it. */
export function createDeadlineCache<Value>(
  now: () => number,
  { timeoutMs = 25, keptMs = 60_000 }: DeadlineCacheTimes = {},
): DeadlineCache<Value> {
  const cache = createReadThroughCache<{ tookLong: boolean; kept: CachedValue<Value> }>(({ tookLong }) => tookLong, {
    keptMs,
  });
  async function get(name: string, read: () => Promise<Value>): Promise<CachedValue<Value>> {
    const { kept } = await cache.get(name, async () => {
      let tookLong = false;
      // A timer as in `readInTime`, which ends before that one: what a page went without is kept.
      const patience = setTimeout(() => {
        tookLong = true;
      }, timeoutMs);
      try {
        const value = await read();
        return { tookLong, kept: { value, atMs: now() } };
      } finally {
        clearTimeout(patience);
      }
    });
    return kept;
  }
  return {
    get,
    async readInTime(name, read) {
      // A failure that comes later is told to who asks again.
      const reading = get(name, read);
      return withTimeout(timeoutMs, reading, () => undefined);
    },
  };
}
