import type { RedisWatch } from "./redis-watch.js";
import { soon } from "./soon.js";

/** Redis does not answer, or takes no writes. */
export class RedisAwayError extends Error {
  override name = "RedisAwayError";
}

const patienceMs = 500;
const reason = "Redis does not answer or takes no writes";

/**
 * Gives the result of what goes through Redis. After a failure nobody tries for a while, so that only the first ones wait.
 * @throws RedisAwayError within half a second, and at once while Redis is known to be away
 */
export async function throughRedis<T>(
  watch: Pick<RedisWatch, "isAway" | "failed">,
  start: () => Promise<T>,
  ms = patienceMs,
): Promise<T> {
  if (watch.isAway()) throw new RedisAwayError(reason);
  try {
    return await soon(ms, start());
  } catch (error) {
    watch.failed();
    throw new RedisAwayError(reason, { cause: error });
  }
}

/** Redis may be slow, as on a busy machine: what cannot be done without it is worth a longer wait. */
const neededMs = 5_000;

/**
 * The same for what cannot be done without Redis: it looks whether Redis is still away, and waits for one that is slow.
 * @throws RedisAwayError at once when Redis refuses, and within some seconds when it does not answer
 */
export async function needRedis<T>(watch: RedisWatch, start: () => Promise<T>): Promise<T> {
  if (watch.isAway()) await watch.look();
  return throughRedis(watch, start, neededMs);
}
