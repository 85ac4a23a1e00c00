import type { CaeOutcome, Heard } from "../../shared/domain/cae-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { AuthorityAccess, AuthoritySession } from "../issuing/deps.js";
import type { Listener, OverCall } from "./deps.js";

/** The same access, which tells `listener` whether each call for issuing was answered. */
export const watchCalls = (
  access: AuthorityAccess,
  listener: Listener,
  monotonicMs: () => number,
): AuthorityAccess => ({
  async open(key) {
    const startedAtMs = monotonicMs();
    const opened = await access.open(key);
    if (opened.outcome === "open")
      return { ...opened, session: watchSession(opened.session, key, listener, monotonicMs) };
    const { reason, heard, askedAtMs = startedAtMs } = opened;
    const cause = "problem" in reason ? reason.problem.detail : null;
    tell(listener, key, { heard, startedAtMs: askedAtMs, kind: "login", issues: false, cause });
    return opened;
  },
});

/** Asks for the last number of a sequence. True when there is an answer, of whatever content. */
export async function isAnswered(access: AuthorityAccess, key: SequenceKey): Promise<boolean> {
  const opened = await access.open(key);
  return opened.outcome === "open" && heardOf(await opened.session.lastNumber()).heard === "answer";
}

/** @param call `heard` may say that nobody was asked: that is no news of the authority */
function tell(listener: Listener, key: SequenceKey, call: Omit<OverCall, "heard"> & { heard: Heard }): void {
  const { heard } = call;
  if (heard !== "notAsked") listener(key, { ...call, heard });
}

function watchSession(
  session: AuthoritySession,
  key: SequenceKey,
  listener: Listener,
  monotonicMs: () => number,
): AuthoritySession {
  /** Asks, and tells whether there was an answer. */
  async function question<Answer extends { outcome: string; cause?: string; heard?: Heard }>(
    ask: () => Promise<Answer>,
  ) {
    const startedAtMs = monotonicMs();
    const answer = await ask();
    tell(listener, key, { ...heardOf(answer), startedAtMs, kind: "question", issues: false });
    return answer;
  }
  return {
    ...session,
    async requestCae(submissions, mayStart) {
      const startedAtMs = monotonicMs();
      let wasTooLate = false;
      const outcomes = await session.requestCae(submissions, () => {
        const starts = mayStart();
        wasTooLate = !starts;
        return starts;
      });
      const told = heardOfAll(outcomes);
      if (!wasTooLate) tell(listener, key, { ...told, startedAtMs, kind: "request" });
      return outcomes;
    },
    consult: (number, issuanceId) => question(() => session.consult(number, issuanceId)),
    lastNumber: (issuanceId) => question(() => session.lastNumber(issuanceId)),
  };
}

/** Only what decides nothing may be no answer. It says itself whether it is one. */
function heardOf(outcome: { outcome: string; cause?: string; heard?: Heard }): { heard: Heard; cause: string | null } {
  const isUndecided = outcome.outcome === "unknown" || outcome.outcome === "notSent";
  return { heard: isUndecided ? (outcome.heard ?? "nothing") : "answer", cause: outcome.cause ?? null };
}

/** One call has one answer. It issues if it decides about content or number: a refused ticket decides nothing. */
function heardOfAll(outcomes: CaeOutcome[]): { heard: Heard; cause: string | null; issues: boolean } {
  const each = outcomes.map(heardOf);
  const silent = each.find(({ heard }) => heard !== "answer");
  const issues = outcomes.every(({ outcome }) => !["unknown", "notSent", "ticket"].includes(outcome));
  return { heard: "answer", cause: null, ...silent, issues };
}
