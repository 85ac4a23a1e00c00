/** Everything that is left to chance comes from here, so that a seed is a whole run. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  chance(probability: number): boolean;
  between(low: number, high: number): number;
  integer(low: number, high: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Mulberry32: small, quick, and good enough to choose faults. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // The first numbers of neighbouring seeds are alike.
  for (let turn = 0; turn < 8; turn++) next();
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    chance: (probability) => probability > 0 && next() < probability,
    between: (low, high) => low + next() * (high - low),
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
  };
}
