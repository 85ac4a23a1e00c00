/**
 * Throttle by key: what was just done, or has just failed, is left alone for a while. Holds the keys that rest alone; those whose time is over are
 * forgotten when there are many.
 */
export interface Throttle<Key> {
  isResting(key: Key): boolean;
  /** Lets the key rest for `ms` milliseconds from now, and never less long than before. */
  rest(key: Key, ms: number): void;
  wake(key: Key): void;
}

const manyKeys = 10_000;

/** @param nowMs the monotonic clock */
export function createThrottle<Key>(nowMs: () => number = () => performance.now()): Throttle<Key> {
  const restsUntilMs = new Map<Key, number>();
  const isResting = (key: Key) => nowMs() < (restsUntilMs.get(key) ?? Number.NEGATIVE_INFINITY);
  let forgetAt = manyKeys;
  return {
    isResting,
    rest(key, ms) {
      if (restsUntilMs.size >= forgetAt) {
        for (const each of restsUntilMs.keys()) if (!isResting(each)) restsUntilMs.delete(each);
        forgetAt = Math.max(manyKeys, 2 * restsUntilMs.size);
      }
      restsUntilMs.set(key, Math.max(restsUntilMs.get(key) ?? Number.NEGATIVE_INFINITY, nowMs() + ms));
    },
    wake: (key) => void restsUntilMs.delete(key),
  };
}
