/** Promise of the doors that many share: somebody else is served within this, in milliseconds, where a request takes no time. */
const promisedMs = 5_000;
/** Slowdown beside a flood: a request takes so many times what it takes alone. A place that nobody gives up would be waited for for a minute. */
const slowedBy = 20;

/**
 * Bound of an answer beside a flood, in milliseconds, by how long the same request takes alone on this machine. The first one is left out:
 * it warms caches up.
 */
export async function boundBesideFlood(request: () => Promise<unknown>, tries = 3): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n <= tries; n += 1) {
    const beganMs = performance.now();
    await request();
    took.push(performance.now() - beganMs);
  }
  const aloneMs = Math.max(...took.slice(1));
  console.log(`a request alone: ${Math.round(aloneMs)} ms`);
  return promisedMs + slowedBy * aloneMs;
}
