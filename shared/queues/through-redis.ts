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
