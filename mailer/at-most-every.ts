/**
 * Reads rows that change slowly: once in this time after it succeeded, and nothing in between.
 * @param nowMs the monotonic clock
 */
export function atMostEvery<Row>(
  everyMs: number,
  read: () => Promise<Row[]>,
  nowMs: () => number,
): () => Promise<Row[]> {
  let nextMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (nowMs() < nextMs) return [];
    const rows = await read();
    nextMs = nowMs() + everyMs;
    return rows;
  };
}
