import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { Counter } from "prom-client";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { createThrottle } from "../../shared/concurrency/throttle.js";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { ApiError } from "../http/errors.js";

/** Counts events by name in windows of one minute. Both reject with a `RateLimiterRes` when the minute is used up. */
export interface WindowLimiter {
  consume(name: string, count?: number): Promise<RateLimiterRes>;
  /** Takes one count back. */
  reward(name: string): Promise<RateLimiterRes>;
}

const localFallbacks = new Counter({
  name: "talonario_rate_limit_fallbacks_total",
  help: "Times that a process counted a limit alone for a second, because Redis was away or slow",
  labelNames: ["limit"],
});

/** No request waits longer than this for Redis to count it. */
const timeoutMs = 100;
/** After that Redis is left alone for so long, so that only one request in a while waits. */
const aloneMs = 1_000;

/** Names whose counts Redis has not had yet, and for how long they are owed to it: later they may be of a minute that is over. */
const owed = { max: 10_000, ttl: 5_000 };

/**
 * Counts across all processes, in Redis. While Redis is away or slow, each process counts alone.
 * Source: api/README.md, "Limits".
 */
export function createWindowLimiter(redis: Redis, what: string, perMinute: number): WindowLimiter {
  const bounds = { points: perMinute, duration: 60 };
  const shared = new RateLimiterRedis({ ...bounds, storeClient: redis, keyPrefix: `talonario:${what}` });
  const own = new RateLimiterMemory(bounds);
  const redisPause = createThrottle<"redis">();

  const uncounted = new LRUCache<string, number>(owed);

  async function count(
    ask: (limiter: RateLimiterAbstract) => Promise<RateLimiterRes>,
    alone?: () => void,
  ): Promise<RateLimiterRes> {
    // Counted here too, so that a Redis that goes away or becomes slow takes no count along.
    const mine = ask(own);
    mine.catch(() => undefined);
    if (redisPause.isResting("redis")) {
      alone?.();
      return mine;
    }
    try {
      return await withTimeout(timeoutMs, ask(shared));
    } catch (reason) {
      if (reason instanceof RateLimiterRes) throw reason;
      // Many requests may have waited together.
      if (!redisPause.isResting("redis")) localFallbacks.inc({ limit: what });
      redisPause.rest("redis", aloneMs);
      return mine;
    }
  }
  return {
    consume: (name, times = 1) =>
      count(
        (limiter) => limiter.consume(name, limiter === shared ? times + takeUncounted(name) : times),
        () => uncounted.set(name, times + takeUncounted(name)),
      ),
    reward: (name) => count((limiter) => limiter.reward(name)),
  };

  /** Counts of a name that were made here alone, and that Redis is given with the next one. */
  function takeUncounted(name: string): number {
    const known = uncounted.get(name) ?? 0;
    uncounted.delete(name);
    return known;
  }
}

/** Counts an event, and gives what is left of the minute. @throws what `refuse` makes, when the minute is used up */
export async function countOne(
  limiter: WindowLimiter,
  name: string,
  refuse: (state: RateLimiterRes) => ApiError,
  times = 1,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(name, times);
  } catch (reason) {
    throw reason instanceof RateLimiterRes ? refuse(reason) : reason;
  }
}

/** The 429 of a limit per minute. It has no `code`. */
export const tooManyRequests = (
  words: LocalizedText,
  state: Pick<RateLimiterRes, "msBeforeNext">,
  headers: Record<string, string> = {},
): ApiError => new ApiError(429, words, { headers: { ...headers, "Retry-After": secondsLeft(state) } });

/** The seconds until the minute ends: from 1 to 60, whatever Redis holds. */
export const secondsLeft = ({ msBeforeNext }: Pick<RateLimiterRes, "msBeforeNext">): string =>
  String(Math.min(60, Math.max(1, Math.ceil(msBeforeNext / 1_000))));
