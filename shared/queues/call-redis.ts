import { withTimeout } from "../concurrency/with-timeout.js";
import type { RedisBreaker } from "./redis-breaker.js";

/** Redis does not answer, or takes no writes. */
export class RedisUnavailableError extends Error {
  override name = "RedisUnavailableError";
}

const timeoutMs = 500;
const reason = "Redis does not answer or takes no writes";

/**
 * Gives the result of what goes through Redis. After a failure nobody tries for a while, so that only the first ones wait.
 * @throws RedisUnavailableError within half a second, and at once while Redis is known to be away
 */
export async function callRedis<T>(
  watch: Pick<RedisBreaker, "isTripped" | "failed">,
  start: () => Promise<T>,
  ms = timeoutMs,
): Promise<T> {
  if (watch.isTripped()) throw new RedisUnavailableError(reason);
  try {
    return await withTimeout(ms, start());
  } catch (error) {
    watch.failed();
    throw new RedisUnavailableError(reason, { cause: error });
  }
}

/** Redis may be slow, as on a busy machine: what cannot be done without it is worth a longer wait. */
const neededMs = 5_000;

/**
 * Calls Redis for what cannot be done without it: looks whether Redis is still away, and waits for one that is slow.
 * @throws RedisUnavailableError at once when Redis refuses, and within some seconds when it does not answer
 */
export async function callNeededRedis<T>(watch: RedisBreaker, start: () => Promise<T>): Promise<T> {
  if (watch.isTripped()) await watch.look();
  return callRedis(watch, start, neededMs);
}
