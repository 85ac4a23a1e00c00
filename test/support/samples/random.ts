/** Whatever is left to chance comes from here, so that a seed gives the same draws again. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  chance(probability: number): boolean;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  integer(low: number, high: number): number;
  /** @throws RangeError when there is nothing to draw from */
  pick<T>(choices: readonly T[]): T;
}

/** Mulberry32: small, quick, and good enough to choose faults. @param skipped draws: the first of neighbouring seeds are alike */
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
