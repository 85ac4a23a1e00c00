import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import type { AnswerKind, AuthorityMessage, CaeOutcome } from "../../shared/domain/cae-outcome.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { describeMessages } from "../authority/wsfe/wsfe-reply.js";
import type { FinishedCall, Listener } from "../issuing/contingency-deps.js";
import type { AuthorityAccess, AuthoritySession } from "../issuing/deps.js";

/** Wraps the access, to tell `listener` whether each call for issuing was answered. */
export const observeCalls = (
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
    const problem = "problem" in reason ? reason.problem : undefined;
    const told = { cause: problem?.detail ?? null, access: refusalOf(problem) };
    tell(listener, key, { heard, startedAtMs: askedAtMs, kind: "login", issues: false, ...told });
    return opened;
  },
});

/** Asks for the last number of a sequence. True when there is an answer, of whatever content, that does not refuse the company. */
export async function isAnswered(access: AuthorityAccess, key: SequenceKey): Promise<boolean> {
  const opened = await access.open(key);
  if (opened.outcome !== "open") return false;
  const told = heardOf(await opened.session.lastNumber());
  return told.heard === "answer" && (told.access === null || told.access === "served");
}

/** Problems of one company, which say nothing about the authority: its certificate, or that of whom it delegated to, or the delegation. */
const ofCompanyAlone: AuthorityProblem["kind"][] = ["expiredCertificate", "certificate", "notDelegated"];

const refusalOf = (problem: AuthorityProblem | undefined): FinishedCall["access"] =>
  problem && ofCompanyAlone.includes(problem.kind) ? { refusal: problem.detail } : null;

/** @param call `heard` may say that nobody was asked: that is no news of the authority */
function tell(listener: Listener, key: SequenceKey, call: Omit<FinishedCall, "heard"> & { heard: AnswerKind }): void {
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
  async function question<Answer extends CallOutcome>(ask: () => Promise<Answer>) {
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

/** An outcome of any call. */
interface CallOutcome {
  outcome: string;
  cause?: string;
  heard?: AnswerKind;
  problem?: AuthorityProblem | undefined;
  reasons?: AuthorityMessage[];
}

type HeardCall = Pick<FinishedCall, "cause" | "access"> & { heard: AnswerKind };

/** Only what decides nothing may be no answer. It says itself whether it is one. */
function heardOf({ outcome, heard, problem, reasons = [], ...told }: CallOutcome): HeardCall {
  const cause = told.cause ?? null;
  if (outcome === "ticket") return { heard: "answer", cause, access: { refusal: describeMessages(reasons) } };
  if (outcome !== "unknown" && outcome !== "notSent") return { heard: "answer", cause, access: "served" };
  return { heard: heard ?? "nothing", cause, access: refusalOf(problem) };
}

/** One call has one answer. It issues if it decides about content or number: a refused ticket decides nothing. */
function heardOfAll(outcomes: CaeOutcome[]): HeardCall & { issues: boolean } {
  const each = outcomes.map(heardOf);
  const silent = each.find(({ heard }) => heard !== "answer");
  const issues = each.every(({ access }) => access === "served");
  const access = issues ? "served" : (each.find((one) => one.access !== "served")?.access ?? null);
  return { heard: "answer", cause: null, access, ...silent, issues };
}
