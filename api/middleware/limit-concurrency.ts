import { createMiddleware } from "hono/factory";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { tenantKey } from "../../shared/domain/tenant.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";
import { whenTaken } from "./when-taken.js";

export const tooManyConcurrent = (limit: number, what: keyof typeof inSpanish): LocalizedText => ({
  en: `Too many requests at once: this company has ${limit} ${what} in progress.`,
  es: `La empresa ya tiene ${limit} ${inSpanish[what]} en curso: esperá unos segundos y volvé a intentar.`,
});

const inSpanish = { listings: "consultas", batches: "lotes", issuances: "emisiones", previews: "vistas previas" };

/**
 * Lets a company have at most `limit` of these requests in progress in one environment, in this process. One more is refused at
 * once. A request is in progress until its work ends, also after a 504 or when its client went away, and until its answer was taken. Nobody
 * gives way: what others do takes nothing of a company's own number.
 * Source: api/README.md, "Limits".
 */
export function limitConcurrency(limit: number, what: keyof typeof inSpanish) {
  const inProgress = new Map<string, number>();
  function leave(key: string): void {
    const left = (inProgress.get(key) ?? 1) - 1;
    if (left > 0) inProgress.set(key, left);
    else inProgress.delete(key);
  }
  return createMiddleware<ApiEnv>(async (c, next) => {
    const key = tenantKey(c.get("caller"));
    const own = inProgress.get(key) ?? 0;
    if (own >= limit) throw new ApiError(429, tooManyConcurrent(limit, what), { headers: { "Retry-After": "1" } });
    inProgress.set(key, own + 1);
    try {
      await next();
    } finally {
      whenTaken(c, () => leave(key));
    }
  });
}
