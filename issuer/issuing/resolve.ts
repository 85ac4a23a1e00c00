import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { UnreachedAuthority } from "../../shared/domain/issuance-outcome.js";
import { mayAskAgain } from "../../shared/domain/look-pace.js";
import { settleRejected } from "./cure-rounding.js";
import { explainStale } from "./explain-stale.js";
import type { SequenceSession } from "./fenced-sequence.js";
import { judgeFound, leaveHeldBack } from "./judge-found.js";
import { leaveUnconfirmed } from "./leave-unconfirmed.js";
import { type LookupBudget, openLookupBudget } from "./lookup-budget.js";
import { renewTicket } from "./renew-ticket.js";
import { type StepResult, superseded } from "./results.js";
import { settleAllRefused, settleApproved, settleRefused, toRefusal } from "./settle.js";
import { isUndecided, type UndecidedLook, unanswered, undecided } from "./undecided.js";

/** Pauses before the looks of the first round, while the caller waits. A later round looks once more only with a new ticket. */
const firstRoundMs = [0, 1_000];
const laterRoundMs = [0, 0];

/**
 * Resolves a number that may have been sent: adopts the voucher, sends the same content under the same number again, or takes
 * another number once another system has this one. Without a clear answer, the number stays open. The pace of the questions
 * does not depend on callers. Source: issuer/README.md, section 3.
 */
export async function resolve(sequence: SequenceSession, submission: Submission): Promise<StepResult> {
  const round = openLookupBudget(sequence, submission);
  if (!round.isExhausted) return resolveInBudget(round, submission, submission.isDenied);
  return submission.problem ? { unresolved: submission.problem } : "unresolved";
}

/**
 * Resolves a number within a round that has already begun.
 * @param isDenied no request of ours can have been granted: the only one was refused as out of order, or none was sent
 * @param refused why the request itself was not let in
 */
export async function resolveInBudget(
  round: LookupBudget,
  submission: Submission,
  isDenied: boolean,
  refused?: UnreachedAuthority,
): Promise<StepResult> {
  if ((await round.markResolving(submission)) === superseded) return superseded;
  const state = { isDenied };
  let look: UndecidedLook = refused ? unanswered(refused) : undecided();
  const isFirst = submission.looks === null;
  for (const pauseMs of isFirst ? firstRoundMs : laterRoundMs) {
    if (pauseMs > 0) await round.clock.sleep(pauseMs);
    const seen = await lookOnce(round, submission, state);
    if (!isUndecided(seen)) return seen;
    // A later look that saw no refusal does not erase one that an earlier look saw.
    look = { ...look, ...seen };
    if (!(isFirst ? look.again : look.isRenewed)) break;
  }
  const { why, refusal, shutOut } = look;
  const doubt = { questions: round.asked(), isDenied: state.isDenied, why, refusal };
  return leaveUnconfirmed(round, [round.withAuthorityTime(submission)], doubt, shutOut);
}

async function lookOnce(
  round: LookupBudget,
  submission: Submission,
  state: { isDenied: boolean },
): Promise<StepResult | UndecidedLook> {
  const consulted = await round.authority.consult(submission.number, submission.id);
  // If the authority does not answer, ask nothing more until the next round.
  if (consulted.outcome === "unknown") return unanswered(consulted);
  if (consulted.outcome === "found") {
    const judged = await judgeFound(round, submission, consulted.voucher, state.isDenied);
    return isUndecided(judged) ? { shutOut: null, ...judged } : judged;
  }
  const seen = await lookFurther(round, submission, state);
  return isUndecided(seen) ? { why: null, shutOut: null, ...seen } : seen;
}

/** The look-up shows no voucher: the number is free, or its voucher is not visible yet. */
async function lookFurther(
  round: LookupBudget,
  submission: Submission,
  state: { isDenied: boolean },
): Promise<StepResult | UndecidedLook> {
  const last = await round.authority.lastNumber(submission.id);
  if (last.outcome === "unknown") return unanswered(last);
  // The counter includes the number, so the look-up will show its voucher soon.
  if (last.number >= submission.number) return undecided({ again: true, refusal: null });

  if (submission.isHeldBack) return leaveHeldBack(round, submission);
  const { refusal, quietMs } = submission;
  if (refusal === null) return sendAgain(round, submission, state);
  if (quietMs > round.refusalQuietMs)
    return settleRefused(round, submission, toRefusal(refusal), { isRemembered: true });
  // It goes on being quiet.
  return mayAskAgain(submission.sends, round.refusalQuietMs)
    ? sendAgain(round, submission, state)
    : undecided({ refusal });
}

/** Sends the same content under the same number. The authority grants it once, so an older request in flight does no harm. */
async function sendAgain(
  round: LookupBudget,
  submission: Submission,
  state: { isDenied: boolean },
): Promise<StepResult | UndecidedLook> {
  const heldAtMs = round.clock.monotonicMs();
  const mayBeGranted = submission.isListed || round.authority.isListed();
  if ((await round.submitAgain(round.withAuthorityTime(submission))) === superseded) return superseded;
  const [answer] = await round.authority.requestCae([submission], () => round.clock.monotonicMs() - heldAtMs < 1_000);

  switch (answer?.outcome) {
    case "approved":
      return settleApproved(round, [{ submission, ...answer, isAnswer: true }]);
    case "rejected":
      return settleRejected(round, submission, answer.reasons);
    case "refused":
      // An earlier request may still be granted: keep looking until it is, or until the quiet period ends.
      return undecided({ refusal: answer.reasons });
    case "stale":
      return explainStale(round, submission, answer.reasons);
    case "ticket": {
      const renewed = await renewTicket(round, answer.reasons);
      if (!mayBeGranted && !renewed.isListed)
        return settleAllRefused(round, [submission], renewed.why, { isRemembered: true });
      // A copy of the request may have been let in.
      if (mayBeGranted) state.isDenied = false;
      if (renewed.isListed) return undecided({ again: true, isRenewed: true });
      return unanswered(renewed.why);
    }
    case "notSent":
      return undecided({ again: true });
    case "unknown":
    case undefined:
      state.isDenied = false;
      return undecided({ again: true });
  }
}
