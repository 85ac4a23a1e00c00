import { createMiddleware } from "hono/factory";
import { tenantKey } from "../../shared/domain/tenant.js";
import type { Words } from "../../shared/domain/words.js";
import type { ApiEnv } from "../environment.js";
import { ApiError } from "../errors.js";
import { createPlaces } from "./places.js";
import { whenTaken } from "./when-taken.js";

export const tooManyAtOnce = (limit: number, what: keyof typeof inSpanish): Words => ({
  en: `Too many requests at once: this company has ${limit} ${what} in progress.`,
  es: `La empresa ya tiene ${limit} ${inSpanish[what]} en curso: esperá unos segundos y volvé a intentar.`,
});

const inSpanish = { listings: "consultas", batches: "lotes", issuances: "emisiones", previews: "vistas previas" };

/**
 * Lets a company have at most `limit` of these requests in progress in one environment, in this process. One more is refused at
 * once. A request is in progress until its work ends, also after a 504 or when its client went away, and until its answer was taken.
 * Source: api/README.md, "Limits".
 */
export function limitInProgress(limit: number, what: keyof typeof inSpanish) {
  const places = createPlaces(Number.POSITIVE_INFINITY, limit);
  return createMiddleware<ApiEnv>(async (c, next) => {
    const leave = places.take(tenantKey(c.get("caller")));
    if (!leave) throw new ApiError(429, tooManyAtOnce(limit, what), { headers: { "Retry-After": "1" } });
    try {
      await next();
    } finally {
      whenTaken(c, leave);
    }
  });
}
