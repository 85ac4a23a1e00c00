/** Time as far as those who wait need it. A test gives one of its own, in which minutes pass at once. */
export interface Clock {
  nowMs(): number;
  /** Calls it once so much time has passed, unless it is called off by what this gives. */
  after(ms: number, work: () => void): () => void;
}

export const realClock: Clock = {
  nowMs: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
