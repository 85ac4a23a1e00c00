import { createMiddleware } from "hono/factory";
import type { Redis } from "ioredis";
import type { RateLimiterRes } from "rate-limiter-flexible";
import { tenantKey } from "../../shared/domain/tenant.js";
import type { ApiEnv } from "../environment.js";
import { countOne, createMinuteLimiter, secondsLeft, tooManyRequests } from "./minute-limiter.js";

/** Limits the requests per minute of each key, and of each person. 0 = no limit. Source: api/README.md, "Limits". */
export function limitKey(redis: Redis, perMinute: number) {
  const limiter = createMinuteLimiter(redis, "rate", perMinute);
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (perMinute > 0) {
      const { apiKeyId, userEmail } = c.get("caller");
      const [name, who] = userEmail === null ? [String(apiKeyId), "key"] : [`user:${userEmail}`, "person"];
      const used = await countOne(limiter, name, (state) =>
        tooManyRequests(
          `Too many requests: this ${who} may make ${perMinute} a minute.`,
          state,
          toHeaders(perMinute, state),
        ),
      );
      for (const [name, value] of Object.entries(toHeaders(perMinute, used))) c.header(name, value);
    }
    await next();
  });
}

/**
 * Limits the requests per minute of each company in one environment, over all its keys and people. 0 = no limit. It comes after the limit
 * of the key, so that a key beyond its own limit takes nothing from the company's other keys.
 * Source: api/README.md, "Limits".
 */
export function limitCompany(redis: Redis, perMinute: number) {
  const limiter = createMinuteLimiter(redis, "company-rate", perMinute);
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (perMinute > 0) {
      await countOne(limiter, tenantKey(c.get("caller")), (state) =>
        tooManyRequests(`Too many requests: the keys of this company may make ${perMinute} a minute together.`, state),
      );
    }
    await next();
  });
}

const toHeaders = (perMinute: number, state: RateLimiterRes) => ({
  "RateLimit-Limit": String(perMinute),
  "RateLimit-Remaining": String(Math.min(perMinute, Math.max(0, state.remainingPoints))),
  "RateLimit-Reset": secondsLeft(state),
});
