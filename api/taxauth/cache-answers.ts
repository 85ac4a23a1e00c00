import { authorityAnswer } from "../../shared/db/issuer-requests/authority-question.js";
import { cacheKeyOf } from "../../shared/db/issuer-requests/cached-answers.js";
import { findCachedAnswer } from "../../shared/db/issuer-requests/issuer-requests.js";
import type { TenantDatabase } from "../../shared/db/pool/tenant-database.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
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
