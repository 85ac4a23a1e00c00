import type { TenantDatabase } from "../../shared/db/pool/tenant-database.js";
import { authorityAnswer } from "../../shared/db/questions/authority-question.js";
import { keptNameOf } from "../../shared/db/questions/kept-answers.js";
import { findKeptAnswer } from "../../shared/db/questions/questions.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { AskAuthority } from "./ask-authority.js";

/** Asks the authority unless the answer to the same question is kept. */
export const rememberAnswers =
  (pool: Pick<TenantDatabase, "of">, askAuthority: AskAuthority, now: () => number): AskAuthority =>
  async (tenant, ask, options) => {
    const name = keptNameOf(ask, toFiscalDate(argentineDay(now())));
    // Another version of this program may have written it.
    const kept = authorityAnswer.safeParse(name && (await findKeptAnswer(pool.of(tenant), tenant, name)));
    return kept.success ? kept.data : askAuthority(tenant, ask, options, name);
  };
