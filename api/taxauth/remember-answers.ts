import type { Caller } from "../../shared/db/company/api-keys.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import { type AuthorityAnswer, type AuthorityAsk, taxauthQueue } from "../../shared/queues/taxauth.js";
import type { AnswerCache } from "./answer-cache.js";
import type { AskAuthority } from "./ask-authority.js";

const minute = 60;

/** How long to cache an answer, in seconds; 0 = not at all. */
function lifetimeOf(ask: AuthorityAsk, answer: AuthorityAnswer): number {
  if (answer.outcome === "unavailable" || ask.kind === "status") return 0;
  if (answer.outcome === "absent") return minute;
  return ask.kind === "table" ? 6 * 60 * minute : 10 * minute;
}

/** The cache key; undefined = not cached. Companies share tables and quotations, but not persons: not all may see them. */
function keyOf({ companyId, production }: Pick<Caller, "companyId" | "production">, ask: AuthorityAsk, day: string) {
  const environment = production ? "production" : "homologation";
  switch (ask.kind) {
    case "person":
      return `${environment}:${companyId}:person:${ask.taxId}`;
    case "table":
      return `${environment}:table:${ask.table}`;
    case "quotation":
      return `${environment}:quotation:${ask.currency}:${ask.date ?? `last-${day}`}`;
    case "status":
    case "lastNumber":
    case "voucher":
    case "evidence":
    case "decide":
      return undefined;
  }
}

/** Asks the authority unless the answer is cached. */
export const rememberAnswers =
  (askAuthority: AskAuthority, cache: AnswerCache, now: () => number): AskAuthority =>
  async (caller, ask, options) => {
    const key = keyOf(caller, ask, toFiscalDate(argentineDay(now())));
    // Another version of this program may have cached it.
    const known = taxauthQueue.result.safeParse(key === undefined ? undefined : await cache.read(key));
    if (known.success) return known.data;

    const answer = await askAuthority(caller, ask, options);
    const seconds = lifetimeOf(ask, answer);
    if (key !== undefined && seconds > 0) await cache.keep(key, answer, seconds);
    return answer;
  };
