import { createMiddleware } from "hono/factory";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { ApiError } from "../http/errors.js";
import { clientAddress } from "./client-address.js";
import { countOne, createWindowLimiter, tooManyRequests } from "./window-limiter.js";

/** Source: api/README.md, "Failed authentications". */
const failuresPerMinute = 120;

/** One try to authenticate, counted as a failure beforehand: so many wrong keys at once cannot outrun the count. */
interface Try {
  /** The answer if it fails, when the address is over its limit already. */
  refusal?: ApiError;
  /** Takes the count back. */
  succeeded(): void;
}

export interface FailedAuthentications {
  /** @throws ApiError 429 when the address is over its limit, unless the key has a spare lookup */
  begin(address: string, secret?: string): Promise<Try>;
}

/** Holds back an address whose authentications fail too often. Source: api/README.md, "Failed authentications". */
export function createFailedAuthentications(redis: Redis): FailedAuthentications {
  const limiter = createWindowLimiter(redis, "failed-authentications", failuresPerMinute);
  const spare = createOverflowAllowance();
  return {
    async begin(address, secret) {
      try {
        await limiter.consume(address);
        // A lost one counts a failure too many, until the minute ends.
        return { succeeded: () => void limiter.reward(address).catch(() => undefined) };
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        const refusal = tooManyFailures(reason);
        if (secret === undefined || !spare.take(address, secret)) throw refusal;
        return { refusal, succeeded: () => undefined };
      }
    },
  };
}

/**
 * Rate limit of tries, as of failed authentications, for a password that a person chose. Beyond it no password is checked, not even the
 * right one: otherwise guessing could go on. So each try counts before its check, and a right one is taken off again.
 */
export function limitPasswordTries(redis: Redis, trustProxy: number) {
  const limiter = createWindowLimiter(redis, "failed-passwords", failuresPerMinute);
  return createMiddleware(async (c, next) => {
    // A browser asks without a password first. That is no try.
    if (c.req.header("authorization") === undefined) return next();
    const address = clientAddress(c, trustProxy);
    await countOne(limiter, address, tooManyFailures);
    await next();
    if (c.res.status !== 401) await limiter.reward(address);
  });
}

const tooManyFailures = (state: RateLimiterRes) =>
  tooManyRequests(
    {
      en: "Too many failed authentications from this address: correct the credentials before you try again.",
      es: "Hubo demasiados ingresos fallidos desde esta dirección: revisá la clave antes de volver a intentar.",
      app: "Hubo demasiados ingresos fallidos desde esta conexión: esperá un minuto y revisá tus datos.",
    },
    state,
  );

interface OverflowAllowance {
  /** Whether this key may still be looked up for an address that is over its limit of failures. Counts it if so. */
  take(address: string, secret: string): boolean;
}

const perSecond = 10;

/**
 * The lookups that an address over its limit still has in this process: 10 different keys a second, each once a second. So a
 * right key that this process has not seen yet gets through, although another client behind the same address repeats a wrong one.
 * Source: api/README.md, "Failed authentications".
 */
export function createOverflowAllowance(nowMs = () => performance.now()): OverflowAllowance {
  let beganMs = nowMs();
  const taken = new Map<string, Set<string>>();
  return {
    take(address, secret) {
      if (nowMs() - beganMs >= 1_000) {
        beganMs = nowMs();
        taken.clear();
      }
      const keys = taken.get(address) ?? new Set();
      if (keys.size >= perSecond || keys.has(secret)) return false;
      taken.set(address, keys.add(secret));
      return true;
    },
  };
}
