import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { ApiError } from "../errors.js";

export type MinuteLimiter = ReturnType<typeof createMinuteLimiter>;

/**
 * Counts events by name in windows of one minute, across all processes. While Redis is away, each process counts alone.
 * Source: api/README.md, "Limits".
 */
export function createMinuteLimiter(redis: Redis, what: string, perMinute: number): RateLimiterRedis {
  const bounds = { points: perMinute, duration: 60 };
  return new RateLimiterRedis({
    ...bounds,
    storeClient: redis,
    keyPrefix: `talonario:${what}`,
    insuranceLimiter: new RateLimiterMemory(bounds),
  });
}

/** Counts one event and gives what is left of the minute. @throws what `refuse` makes, when the minute is used up */
export async function countOne(
  limiter: MinuteLimiter,
  name: string,
  refuse: (state: RateLimiterRes) => ApiError,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(name);
  } catch (reason) {
    throw reason instanceof RateLimiterRes ? refuse(reason) : reason;
  }
}

/** The 429 of a limit per minute. It has no `code`. */
export const tooManyRequests = (
  message: string,
  state: Pick<RateLimiterRes, "msBeforeNext">,
  headers: Record<string, string> = {},
): ApiError => new ApiError(429, message, { headers: { ...headers, "Retry-After": secondsLeft(state) } });

/** The seconds until the minute ends: at least 1. */
export const secondsLeft = ({ msBeforeNext }: Pick<RateLimiterRes, "msBeforeNext">): string =>
  String(Math.max(1, Math.ceil(msBeforeNext / 1_000)));
