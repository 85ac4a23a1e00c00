import type { TakenSequence } from "../shared/db/sequences.js";
import type { Submission } from "../shared/db/submissions.js";
import type { AuthorityMessage, AuthorityVoucher } from "../shared/domain/cae-outcome.js";
import { settleRejected } from "./cure-rounding.js";
import type { AuthoritySession, IssuerDeps } from "./deps.js";
import type { Step } from "./send.js";
import { type Settled, settleApproved, settleRefused, toRefusal } from "./settle.js";

/** Pauses between looks at a number whose outcome cannot be told yet, before its caller is answered so. */
const patienceMs = [0, 300, 1_000];

/** How far apart the database's and the authority's measure of a duration may be. */
const clockMarginMs = 5_000;

/** Beyond its timeout and the second that a paused worker is allowed, no request of ours can be alive. */
const aliveMarginMs = 5_000;

/** `undecided`: a look right after may tell more. `notNow`: it will not; somebody comes back later. */
type Look = Step | "undecided" | "notNow";

/**
 * Finds out what became of a number that may have been asked for: adopts it, sends the same content under the same number
 * again, or writes another number ahead once somebody else has this one. Whatever cannot be told stays submitted.
 * Source: DESIGN.md, section 3.
 */
export async function resolve(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
): Promise<Step> {
  if (!(await deps.store.markDoubt(taken, submission, "resolving"))) return "lost";
  for (const pauseMs of patienceMs) {
    if (pauseMs > 0) await deps.clock.sleep(pauseMs);
    const look = await lookOnce(deps, session, taken, submission);
    if (look === "notNow") break;
    if (look !== "undecided") return look;
  }
  return leaveUnconfirmed(deps, taken, [submission]);
}

/** Their callers are told that nobody knows yet; the sequence stays closed and the recovery goes on without anybody's help. */
export async function leaveUnconfirmed(
  deps: IssuerDeps,
  taken: TakenSequence,
  submissions: Submission[],
): Promise<Settled> {
  for (const submission of submissions) {
    if (!(await deps.store.markDoubt(taken, submission, "unconfirmed"))) return "lost";
    const { requestId, id, number } = submission;
    deps.log.warn({ requestId, issuanceId: id, number }, "outcome unconfirmed");
    deps.announce(id);
  }
  return "unresolved";
}

async function lookOnce(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
): Promise<Look> {
  const consulted = await session.consult(submission.number, submission.id);
  if (consulted.outcome === "unknown") return "undecided";
  if (consulted.outcome === "found") return judgeFound(deps, session, taken, submission, consulted.voucher);

  const last = await session.lastNumber(submission.id);
  // A number that the counter shows and the look-up does not is about to appear.
  if (last.outcome === "unknown" || last.number >= submission.number) return "undecided";

  return submission.refusal === null
    ? sendAgain(deps, session, taken, submission)
    : awaitQuiet(deps, taken, submission, submission.refusal);
}

async function judgeFound(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  found: AuthorityVoucher,
): Promise<Look> {
  const compared = session.compare(submission, found.content);
  if (compared === "incomparable")
    return awaitOperator(deps, submission, "the voucher with this number cannot be compared with ours");
  if (compared === "different") {
    // Somebody else has the number, so no request of ours can be granted under it any more.
    const last = await session.lastNumber(submission.id);
    if (last.outcome === "unknown" || last.number < submission.number) return "undecided";
    const lookedAtMs = deps.clock.monotonicMs();
    const renumbered = await deps.store.renumber(taken, submission, last.number);
    return renumbered ? { fresh: { submissions: [renumbered], lookedAtMs } } : "lost";
  }

  const submittedAgoMs = await deps.store.submittedAgoMs(submission);
  if (found.processedAgoMs > submittedAgoMs + clockMarginMs) {
    return awaitOperator(deps, submission, "an equal voucher from before our request has this number");
  }
  return settleApproved(deps, taken, [{ submission, ...found }]);
}

/** Neither adopted nor numbered anew: either could double the voucher. The sequence stays closed until somebody decides. */
function awaitOperator(deps: IssuerDeps, { requestId, id, number }: Submission, why: string): Look {
  deps.log.error({ requestId, issuanceId: id, number }, `${why}: an operator must decide`);
  return "notNow";
}

/** The same content under the same number: the authority grants it once, so an older request in flight does no harm. */
async function sendAgain(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
): Promise<Look> {
  const lookedAtMs = deps.clock.monotonicMs();
  if (!(await deps.store.isCurrent(taken))) return "lost";
  const [answer] = await session.requestCae([submission], () => deps.clock.monotonicMs() - lookedAtMs < 1_000);

  switch (answer?.outcome) {
    case "approved":
      return settleApproved(deps, taken, [{ submission, ...answer }]);
    case "rejected":
      return settleRejected(deps, taken, submission, answer.reasons);
    case "refused":
      return keepRefusal(deps, taken, submission, answer.reasons);
    case "stale":
      return explainStale(deps, session, taken, submission, answer.reasons);
    case "ticket":
      return (await session.renewTicket()) ? "undecided" : "notNow";
    case "notSent":
    case "unknown":
    case undefined:
      return "undecided";
  }
}

/** 10016 on a re-send: an earlier request was granted just now (the next look finds it), or the date is refused. */
async function explainStale(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<Look> {
  const last = await session.lastNumber(submission.id);
  if (last.outcome === "unknown" || last.number >= submission.number) return "undecided";
  return keepRefusal(deps, taken, submission, reasons);
}

/** An earlier request of ours may still be granted: the refusal counts once none can be alive. */
async function keepRefusal(
  deps: IssuerDeps,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<Look> {
  return (await deps.store.recordRefusal(taken, submission, reasons)) ? "notNow" : "lost";
}

async function awaitQuiet(
  deps: IssuerDeps,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<Look> {
  const quiet = (submission.refusedAgoMs ?? 0) > deps.callTimeoutMs + aliveMarginMs;
  return quiet ? settleRefused(deps, taken, submission, toRefusal(reasons)) : "notNow";
}
