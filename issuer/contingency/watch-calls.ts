import type { CaeOutcome } from "../../shared/domain/cae-outcome.js";
import { problemOf } from "../../shared/domain/issuance-outcome.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { AuthorityAccess, AuthoritySession } from "../issuing/deps.js";
import type { Silence } from "./deps.js";

/** The same access, which tells `silence` what becomes of every call for issuing. */
export const watchCalls = (access: AuthorityAccess, silence: Silence, monotonicMs: () => number): AuthorityAccess => ({
  async open(key) {
    const startedMs = monotonicMs();
    const opened = await access.open(key);
    if (opened.outcome === "open")
      return { ...opened, session: watchSession(opened.session, key, silence, monotonicMs) };
    const { reason } = opened;
    // A login that was refused is no silence: a person has to mend it.
    if (reason.code === "TAXAUTH_CONNECTION_ERROR" && problemOf(reason).kind === "down")
      silence.unanswered(key, reason.cause, false, monotonicMs() - startedMs);
    return opened;
  },
});

function watchSession(
  session: AuthoritySession,
  tenant: Tenant,
  silence: Silence,
  monotonicMs: () => number,
): AuthoritySession {
  return {
    ...session,
    async requestCae(submissions, mayStart) {
      const startedMs = monotonicMs();
      let wasTooLate = false;
      const outcomes = await session.requestCae(submissions, () => {
        const starts = mayStart();
        wasTooLate = !starts;
        return starts;
      });
      if (!wasTooLate) tellRequest(outcomes, tenant, silence, monotonicMs() - startedMs);
      return outcomes;
    },
    async consult(number, issuanceId) {
      const startedMs = monotonicMs();
      const found = await session.consult(number, issuanceId);
      if (found.outcome === "unknown") silence.unanswered(tenant, found.cause, false, monotonicMs() - startedMs);
      else silence.answered(tenant);
      return found;
    },
    async lastNumber(issuanceId) {
      const startedMs = monotonicMs();
      const last = await session.lastNumber(issuanceId);
      if (last.outcome === "unknown" && !last.permanent)
        silence.unanswered(tenant, last.cause, false, monotonicMs() - startedMs);
      else silence.answered(tenant);
      return last;
    },
  };
}

/** Any answer about content or number shows that the authority issues. A refused ticket shows only that it answers. */
function tellRequest(outcomes: CaeOutcome[], tenant: Tenant, silence: Silence, tookMs: number): void {
  const silent = outcomes.find((one) => one.outcome === "unknown" || one.outcome === "notSent");
  if (silent && "cause" in silent) silence.unanswered(tenant, silent.cause, true, tookMs);
  else if (outcomes.some(({ outcome }) => outcome === "ticket")) silence.answered(tenant);
  else silence.issued(tenant);
}
