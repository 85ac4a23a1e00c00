import type { Statements } from "./database.js";

/** Rest of a counter of ids, as a part of 1. */
export interface CounterLeft {
  counter: string;
  left: number;
}

/** Below this part, somebody must widen it: then years are left, and the alert `CounterEnds` fires. */
export const leastLeft = 0.1;

export const countersLeft = (db: Statements): Promise<CounterLeft[]> =>
  db.$queryRaw`SELECT counter, "left" FROM counters_left() ORDER BY counter`;
