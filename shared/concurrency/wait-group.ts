/** Wait group, as in Go: work that is under way, for whom stops. */
export interface WaitGroup {
  /** Counts the work in until it ends, and gives it back. */
  add<T>(work: Promise<T>): Promise<T>;
  size(): number;
  /** Resolves when no work is under way, what came meanwhile included, however it ended. */
  wait(): Promise<void>;
}

export function createWaitGroup(): WaitGroup {
  const underWay = new Set<Promise<unknown>>();
  return {
    add(work) {
      const settled: Promise<unknown> = work.then(
        () => underWay.delete(settled),
        () => underWay.delete(settled),
      );
      underWay.add(settled);
      return work;
    },
    size: () => underWay.size,
    async wait() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
