import { createMiddleware } from "hono/factory";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { ApiEnv } from "../environment.js";
import { ApiError } from "../errors.js";

/** Limits the requests per minute of each key, across all processes; each counts alone while Redis is away. 0 = no limit. */
export function rateLimit(redis: Redis, perMinute: number) {
  const bounds = { points: perMinute, duration: 60 };
  const limiter = new RateLimiterRedis({
    ...bounds,
    storeClient: redis,
    keyPrefix: "talonario:rate",
    insuranceLimiter: new RateLimiterMemory(bounds),
  });
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (perMinute > 0) {
      const used = await limiter.consume(String(c.get("caller").apiKeyId)).catch((reason: unknown) => {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        const headers = toHeaders(perMinute, reason);
        throw new ApiError(429, `Too many requests: this key may make ${perMinute} a minute.`, {
          headers: { ...headers, "Retry-After": headers["RateLimit-Reset"] },
        });
      });
      for (const [name, value] of Object.entries(toHeaders(perMinute, used))) c.header(name, value);
    }
    await next();
  });
}

const toHeaders = (perMinute: number, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
  "RateLimit-Limit": String(perMinute),
  "RateLimit-Remaining": String(Math.max(0, remainingPoints)),
  "RateLimit-Reset": String(Math.max(1, Math.ceil(msBeforeNext / 1_000))),
});
