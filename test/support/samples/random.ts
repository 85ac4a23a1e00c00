/** The only source of randomness of a run, so that the same seed gives the same draws. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  chance(probability: number): boolean;
  between(low: number, high: number): number;
  /** An integer, both ends included. */
  integer(low: number, high: number): number;
  /** @throws RangeError when there is nothing to draw from */
  pick<T>(choices: readonly T[]): T;
}

/** Mulberry32: small, fast and good enough to choose faults. @param skipped draws to drop: those of adjacent seeds start alike */
export function createRandom(seed: number, skipped = 0): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let turn = 0; turn < skipped; turn++) next();
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    chance: (probability) => probability > 0 && next() < probability,
    between: (low, high) => low + next() * (high - low),
    integer,
    pick(choices) {
      const drawn = choices[integer(0, choices.length - 1)];
      if (drawn === undefined) throw new RangeError("nothing to draw from");
      return drawn;
    },
  };
}
