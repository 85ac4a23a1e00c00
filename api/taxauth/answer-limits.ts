import type { Redis } from "ioredis";
import { authorityAnswer } from "../../shared/db/issuer-requests/authority-question.js";
import { cacheKeyOf } from "../../shared/db/issuer-requests/cached-answers.js";
import { findCachedAnswer } from "../../shared/db/issuer-requests/issuer-requests.js";
import type { TenantDatabase } from "../../shared/db/pool/tenant-database.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { tenantKey } from "../../shared/domain/tenant.js";
import { countOne, createWindowLimiter, tooManyRequests } from "../middleware/window-limiter.js";
import type { AskAuthority } from "./ask-authority.js";

/** Asks the authority unless the answer to the same question is kept. */
export const cacheAnswers =
  (pool: Pick<TenantDatabase, "of">, askAuthority: AskAuthority, now: () => number): AskAuthority =>
  async (tenant, ask, options) => {
    const name = cacheKeyOf(ask, toFiscalDate(argentineDay(now())));
    // Another version of this program may have written it.
    const kept = authorityAnswer.safeParse(name && (await findCachedAnswer(pool.of(tenant), tenant, name)));
    return kept.success ? kept.data : askAuthority(tenant, ask, options, name);
  };

/**
 * Limits the registry look-ups that reach the authority, of each company in one environment, per minute; 0 = no limit. They share the
 * issuers with all other questions, so a company with a long list must not take them from the others.
 * Source: api/README.md, "Limits".
 */
export function limitLookups(askAuthority: AskAuthority, redis: Redis, perMinute: number): AskAuthority {
  const limiter = createWindowLimiter(redis, "registry-lookups", perMinute);
  return async (caller, ask, options, name) => {
    if (perMinute > 0 && (ask.kind === "person" || ask.kind === "fceObligation")) {
      await countOne(limiter, tenantKey(caller), (state) =>
        tooManyRequests(
          {
            en: `Too many registry look-ups: this company may make ${perMinute} a minute of tax ids that were not looked up lately.`,
            es: `La empresa ya buscó ${perMinute} CUIT en este minuto: esperá un minuto.`,
            app: `La empresa ya buscó ${perMinute} CUIT en este minuto: esperá un minuto o completá los datos a mano.`,
          },
          state,
        ),
      );
    }
    return askAuthority(caller, ask, options, name);
  };
}
