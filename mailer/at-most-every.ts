import { createThrottle } from "../shared/concurrency/throttle.js";

/**
 * Reads rows that change slowly: once in this time after it succeeded, and nothing in between.
 * @param nowMs the monotonic clock
 */
export function atMostEvery<Row>(
  everyMs: number,
  read: () => Promise<Row[]>,
  nowMs: () => number,
): () => Promise<Row[]> {
  const reading = createThrottle<"rows">(nowMs);
  return async () => {
    if (reading.isResting("rows")) return [];
    const rows = await read();
    reading.rest("rows", everyMs);
    return rows;
  };
}
