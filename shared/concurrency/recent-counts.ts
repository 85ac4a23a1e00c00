/** How often, or how much of something, happened to each key of late: within a window, and what is left of the one before. */
export interface RecentCounts {
  add(key: string, amount?: number): void;
  of(key: string): number;
}

/** So many keys are counted in a window at most: then the next one begins. */
const maxKeys = 10_000;

export function createRecentCounts(windowMs: number, nowMs: () => number): RecentCounts {
  let current = new Map<string, number>();
  let before = new Map<string, number>();
  let sinceMs = nowMs();

  function look(): void {
    const passedMs = nowMs() - sinceMs;
    if (passedMs < windowMs && current.size < maxKeys) return;
    before = passedMs < 2 * windowMs ? current : new Map();
    current = new Map();
    sinceMs = nowMs();
  }

  return {
    add(key, amount = 1) {
      look();
      current.set(key, (current.get(key) ?? 0) + amount);
    },
    of(key) {
      look();
      return (current.get(key) ?? 0) + (before.get(key) ?? 0);
    },
  };
}
