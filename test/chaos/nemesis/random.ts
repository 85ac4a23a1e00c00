/** Draws that a seed repeats. What the operating system makes of them, it does not. */
export interface Random {
  /** From 0 up to 1. */
  fraction(): number;
  /** A whole number of milliseconds, vouchers …, both ends included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    fraction,
    between: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    chance: (probability) => fraction() < probability,
    pick(from) {
      const drawn = from[Math.floor(fraction() * from.length)];
      if (drawn === undefined) throw new RangeError("nothing to draw from");
      return drawn;
    },
  };
}
