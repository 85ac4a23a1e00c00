import type { Context, MiddlewareHandler } from "hono";
import type { Redis } from "ioredis";
import type { RateLimiterRes } from "rate-limiter-flexible";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { tenantKey } from "../../shared/domain/tenant.js";
import type { ApiConfig } from "../config.js";
import type { ApiEnv } from "../http/env.js";
import { inProcessCallOf } from "../http/in-process-call.js";
import { countOne, createWindowLimiter, secondsLeft, tooManyRequests } from "./window-limiter.js";

/**
 * Counts a request for its key or person, and then for its company. A call from within that was counted as it came in is not counted
 * again. The counts are this object's, so a process makes one. Source: api/README.md, "Limits".
 */
export function limitRates(
  redis: Redis,
  limits: Pick<ApiConfig, "RATE_LIMIT_PER_MINUTE" | "COMPANY_RATE_LIMIT_PER_MINUTE">,
): MiddlewareHandler<ApiEnv> {
  const counts = [
    limitKey(redis, limits.RATE_LIMIT_PER_MINUTE),
    limitCompany(redis, limits.COMPANY_RATE_LIMIT_PER_MINUTE),
  ];
  const countMore = async (c: Context<ApiEnv>, requests: number) => {
    if (requests > 0) for (const count of counts) await count(c, requests);
  };
  return async (c, next) => {
    c.set("countMore", countMore);
    if (!inProcessCallOf(c).isCounted) for (const count of counts) await count(c, 1);
    await next();
  };
}

export const limitOf = (who: "key" | "person", perMinute: number): LocalizedText => ({
  en: `Too many requests: this ${who} may make ${perMinute} a minute.`,
  es: `${who === "key" ? "Esta clave" : "Esta persona"} puede hacer ${perMinute} pedidos por minuto: esperá unos segundos y volvé a intentar.`,
  app: "Hiciste demasiados pedidos: esperá unos segundos y volvé a intentar.",
});

/** Counts so many requests. @throws ApiError 429 beyond the limit */
type RequestCounter = (c: Context<ApiEnv>, requests: number) => Promise<void>;

/** Limits the requests per minute of each key, and of each person. 0 = no limit. */
function limitKey(redis: Redis, perMinute: number): RequestCounter {
  const limiter = createWindowLimiter(redis, "rate", perMinute);
  return async (c, requests) => {
    if (perMinute === 0) return;
    const { apiKeyId, userEmail } = c.get("caller");
    const [name, who] =
      userEmail === null ? [String(apiKeyId), "key" as const] : [`user:${userEmail}`, "person" as const];
    const refuse = (state: RateLimiterRes) =>
      tooManyRequests(limitOf(who, perMinute), state, toHeaders(who, perMinute, state));
    const used = await countOne(limiter, name, refuse, requests);
    for (const [name, value] of Object.entries(toHeaders(who, perMinute, used))) c.header(name, value);
  };
}

/**
 * Limits the requests per minute of each company in one environment, over all its keys and people. 0 = no limit. It comes after the limit
 * of the key, so that a key beyond its own limit takes nothing from the company's other keys.
 */
function limitCompany(redis: Redis, perMinute: number): RequestCounter {
  const limiter = createWindowLimiter(redis, "company-rate", perMinute);
  const said: LocalizedText = {
    en: `Too many requests: the keys of this company may make ${perMinute} a minute together.`,
    es: `Las claves de la empresa pueden hacer ${perMinute} pedidos por minuto entre todas: esperá unos segundos y volvé a intentar.`,
    app: "La empresa hizo demasiados pedidos en este minuto: esperá unos segundos y volvé a intentar.",
  };
  return async (c, requests) => {
    if (perMinute === 0) return;
    await countOne(limiter, tenantKey(c.get("caller")), (state) => tooManyRequests(said, state), requests);
  };
}

/** Headers of the present minute, and the same as the working group on HTTP writes it (draft-ietf-httpapi-ratelimit-headers-10). */
function toHeaders(who: "key" | "person", perMinute: number, state: RateLimiterRes) {
  const left = Math.min(perMinute, Math.max(0, state.remainingPoints));
  const seconds = secondsLeft(state);
  return {
    "RateLimit-Limit": String(perMinute),
    "RateLimit-Remaining": String(left),
    "RateLimit-Reset": seconds,
    "RateLimit-Policy": `"${who}";q=${perMinute};w=60`,
    RateLimit: `"${who}";r=${left};t=${seconds}`,
  };
}
