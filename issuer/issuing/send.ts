import type { Approval } from "../../shared/db/issuing/approve.js";
import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityMessage, CaeOutcome } from "../../shared/domain/cae-outcome.js";
import { questionsLeft } from "../../shared/domain/look-pace.js";
import { openRound } from "./ask-round.js";
import { settleRejected } from "./cure-rounding.js";
import type { AuthoritySession, IssuerDeps } from "./deps.js";
import { isUndecided, judgeFound } from "./judge-found.js";
import { isBeforeLast, leaveUnconfirmed, resolve, resolveInRound } from "./resolve.js";
import { type Settled, settleAllRefused, settleApproved, settleRefused, toRefusal } from "./settle.js";

/**
 * Consecutive numbers that were just written ahead, and of which no request is alive. `lookedAtMs`: when the epoch was known
 * to be ours.
 */
export interface Fresh {
  submissions: Submission[];
  lookedAtMs: number;
  /** Whether the next in line may be written ahead in the commit that records these; not, unless told. */
  mayGoOn?: () => boolean;
  /** Its ticket was replaced already. */
  ticketIsNew?: true;
  /** How often it was not sent because too much time had passed since the look. */
  drops?: number;
}

/** Where one step leads: to the end, or to the same intent written ahead anew, under another number or with other cents. */
export type Step = Settled | { fresh: Fresh };

/** A foreign writer that is as fast as we are could take every number that we try: then the sequence rests a while. */
const maxAnew = 5;

/** A connection that is slow to open is open by the second try. */
const maxDrops = 3;

/**
 * Takes numbers that were written ahead, or one that an earlier taker left submitted, to their end. Of several, some may be
 * left submitted.
 */
export async function carryOut(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  start: Fresh | { left: Submission },
): Promise<Settled> {
  let step =
    "left" in start ? await resolve(deps, session, taken, start.left) : await sendFirst(deps, session, taken, start);
  for (let anew = 1; typeof step === "object" && "fresh" in step; anew++) {
    const { fresh } = step;
    // Its last number was never asked for.
    if (anew > maxAnew) return leaveUnconfirmed(deps, taken, fresh.submissions, { questions: 0, isDenied: true });
    step = await sendFirst(deps, session, taken, fresh);
  }
  return step;
}

/**
 * Settles what was left submitted, in the order of the numbers; one that loses its number puts those after it back in line.
 * Source: DESIGN.md, section 2, step 4.
 */
export async function settleLeftovers(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submissions: Submission[],
): Promise<Settled> {
  for (let [left, ...others] = submissions; left; ) {
    const settled = await carryOut(deps, session, taken, { left });
    if (settled === "unresolved") return leaveUnconfirmed(deps, taken, others);
    if (settled === "lost") return settled;
    [left, ...others] = others.length > 0 ? await deps.store.listSubmissions(taken.key) : [];
  }
  return "settled";
}

/**
 * The first send of a number: by the drain that wrote it ahead and before any other send of it, so that a definitive
 * answer is about this request alone. Source: DESIGN.md, section 3.
 */
async function sendFirst(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  fresh: Fresh,
): Promise<Step> {
  const { submissions, lookedAtMs } = fresh;
  let dropped = false;
  // A worker that was paused since it last looked at the epoch sends nothing: another may have taken over.
  const answers = await session.requestCae(submissions, () => {
    dropped = deps.clock.monotonicMs() - lookedAtMs >= 1_000;
    return !dropped;
  });
  const approvals = readApprovals(submissions, answers);
  const goesOn = approvals.length === submissions.length && (fresh.mayGoOn?.() ?? false);
  const approved = approvals.length > 0 ? await settleApproved(deps, taken, approvals, goesOn) : "settled";
  if (approved === "lost") return "lost";

  const rest = submissions.slice(approvals.length);
  const answersOfRest = answers.slice(approvals.length);
  const [head] = rest;
  const [answer] = answersOfRest;
  if (!head) return approved;
  switch (answer?.outcome) {
    case "rejected":
      return settleRejected(deps, taken, head, answer.reasons);
    case "refused":
      return believeRefusal(deps, session, taken, withReasons(rest, answersOfRest), answer.reasons);
    case "notSent":
      if (dropped && (fresh.drops ?? 0) < maxDrops)
        return sendStillFirst(deps, session, taken, { ...fresh, drops: (fresh.drops ?? 0) + 1 });
      return settleAllRefused(deps, taken, rest, { code: "TAXAUTH_CONNECTION_ERROR", cause: answer.cause });
    case "ticket":
      return replaceTicket(deps, session, taken, fresh, answer.reasons);
    case "stale":
      return explainFirstStale(deps, session, taken, head, answer.reasons);
    default:
      return resolveInRound(deps, openRound(session, questionsLeft(head.looks, head.nowMs)), taken, head, false);
  }
}

/** The first of them that were granted: the authority goes by the order of the numbers, so whatever follows is not. */
function readApprovals(submissions: Submission[], answers: CaeOutcome[]): Approval[] {
  const approvals: Approval[] = [];
  for (const [at, submission] of submissions.entries()) {
    const answer = answers[at];
    if (answer?.outcome !== "approved") break;
    approvals.push({ submission, ...answer, isAnswer: true });
  }
  return approvals;
}

/** A refusal of the request has its reasons at each of its numbers; of a voucher, at that one, and what follows was not looked at. */
const withReasons = (submissions: Submission[], answers: CaeOutcome[]): Submission[] =>
  submissions.filter((_, at) => {
    const answer = answers[at];
    return answer?.outcome === "refused" && answer.reasons.length > 0;
  });

/** The ticket was not accepted, so nothing was granted. */
async function replaceTicket(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  fresh: Fresh,
  reasons: AuthorityMessage[],
): Promise<Step> {
  if (!fresh.ticketIsNew && (await session.renewTicket()))
    return sendStillFirst(deps, session, taken, { ...fresh, ticketIsNew: true });
  return settleAllRefused(deps, taken, fresh.submissions, {
    code: "TAXAUTH_CONNECTION_ERROR",
    cause: describe(reasons),
    // A ticket made this moment is refused for the delegation that it lacks.
    ...(fresh.ticketIsNew && { delegation: "wsfe" }),
  });
}

/** No request for this number is alive, so what is sent now is still the first that can be; time has passed, so it looks again. */
async function sendStillFirst(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  fresh: Fresh,
): Promise<Step> {
  const lookedAtMs = deps.clock.monotonicMs();
  if (!(await deps.store.isCurrent(taken))) return "lost";
  return sendFirst(deps, session, taken, { ...fresh, lookedAtMs });
}

/**
 * A refusal that does not judge the content is believed of a first send, unless the counter shows that the request was granted:
 * the network may have delivered it twice, and this may be the second answer. Source: DESIGN.md, section 3, REFUSED.
 */
async function believeRefusal(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submissions: Submission[],
  reasons: AuthorityMessage[],
): Promise<Step> {
  const [head] = submissions;
  if (!head) return "settled";
  const round = openRound(session, questionsLeft(head.looks, head.nowMs));
  const last = await round.session.lastNumber(head.id);
  // A sequence whose counter is refused for good is closed to us, whoever asks.
  const isFree = last.outcome === "known" ? last.number < head.number : last.permanent;
  if (!isFree) return resolveInRound(deps, round, taken, head, false);
  return settleAllRefused(deps, taken, submissions, toRefusal(reasons), { isRemembered: true });
}

/**
 * 10016 on a first send: somebody else issued on this sequence, the network delivered our request twice and this is the second
 * answer, or the date goes back. What is found under the number tells. Source: DESIGN.md, section 3, STALE.
 */
async function explainFirstStale(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<Step> {
  const round = openRound(session, questionsLeft(submission.looks, submission.nowMs));
  const last = await round.session.lastNumber(submission.id);
  if (last.outcome === "known" && last.number >= submission.number) {
    const consulted = await round.session.consult(submission.number, submission.id);
    if (consulted.outcome !== "found") return resolveInRound(deps, round, taken, submission, true);
    const judged = await judgeFound(deps, round.session, taken, submission, consulted.voucher, true);
    if (!isUndecided(judged)) return judged;
    const { why, refusal } = judged;
    return leaveUnconfirmed(deps, taken, [submission], { questions: round.asked(), isDenied: true, why, refusal });
  }
  const isNext = last.outcome === "known" && last.number === submission.number - 1;
  if (isNext && (await isBeforeLast(round.session, taken, submission)))
    return settleRefused(deps, taken, submission, toRefusal(reasons));
  return resolveInRound(deps, round, taken, submission, true);
}

const describe = (reasons: AuthorityMessage[]): string => reasons.map(({ code, msg }) => `(${code}) ${msg}`).join("; ");
