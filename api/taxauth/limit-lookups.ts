import type { Redis } from "ioredis";
import { tenantKey } from "../../shared/domain/tenant.js";
import { countOne, createWindowLimiter, tooManyRequests } from "../middleware/window-limiter.js";
import type { AskAuthority } from "./ask-authority.js";

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
