/** Keyed mutex that never waits: a key has one holder at a time, and all keys together have `max`. */
export interface KeyedMutex {
  /** Gives what releases the key, or undefined where it is held, or too many are. */
  tryAcquire(key: string): (() => void) | undefined;
  isHeld(key: string): boolean;
  /** How many are held. */
  size(): number;
}

export function createKeyedMutex(max = Number.POSITIVE_INFINITY): KeyedMutex {
  const held = new Set<string>();
  return {
    tryAcquire(key) {
      if (held.has(key) || held.size >= max) return undefined;
      held.add(key);
      return () => void held.delete(key);
    },
    isHeld: (key) => held.has(key),
    size: () => held.size,
  };
}
