import type { Doubt } from "../../shared/db/issuing/doubts.js";
import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { questionsLeft } from "../../shared/domain/look-pace.js";
import { type AskRound, openRound } from "./ask-round.js";
import { settleRejected } from "./cure-rounding.js";
import type { AuthoritySession, IssuerDeps } from "./deps.js";
import { isUndecided, judgeFound, type Undecided, undecided } from "./judge-found.js";
import type { Step } from "./send.js";
import { type Settled, settleApproved, settleRefused, toRefusal } from "./settle.js";

/** Pauses before the looks of the first round, while the caller waits. */
const firstRoundMs = [0, 1_000];
const laterRoundMs = [0];

/**
 * Finds out what became of a number that may have been asked for: adopts it, sends the same content under the same number
 * again, or writes another number ahead once somebody else has this one. Whatever cannot be told stays submitted. Its questions
 * keep a pace that no caller can shorten. Source: DESIGN.md, section 3.
 */
export async function resolve(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
): Promise<Step> {
  const most = questionsLeft(submission.looks, submission.nowMs);
  if (most === 0) return "unresolved";
  return resolveInRound(deps, openRound(session, most), taken, submission, submission.isDenied);
}

/**
 * The same with questions that were begun already.
 * @param isDenied no request of ours can have been granted: the only one was refused as out of order, or none was sent
 */
export async function resolveInRound(
  deps: IssuerDeps,
  round: AskRound,
  taken: TakenSequence,
  submission: Submission,
  isDenied: boolean,
): Promise<Step> {
  if (!(await deps.store.markResolving(taken, submission))) return "lost";
  const state = { isDenied };
  let look: Undecided = undecided();
  for (const pauseMs of submission.looks === null ? firstRoundMs : laterRoundMs) {
    if (pauseMs > 0) await deps.clock.sleep(pauseMs);
    const seen = await lookOnce(deps, round, taken, submission, state);
    if (!isUndecided(seen)) return seen;
    // What one look saw of a refusal, a later one that saw nothing does not take back.
    look = { ...look, ...seen };
    if (!look.again) break;
  }
  const { why, refusal } = look;
  const { isDenied: stillDenied } = state;
  return leaveUnconfirmed(deps, taken, [submission], { questions: round.asked(), isDenied: stillDenied, why, refusal });
}

/**
 * Their callers are told that nobody knows yet; the sequence stays closed and the recovery goes on without anybody's help.
 * @param doubt what a round of questions about the only one came to
 */
export async function leaveUnconfirmed(
  deps: IssuerDeps,
  taken: TakenSequence,
  submissions: Submission[],
  doubt?: Doubt,
): Promise<Settled> {
  for (const submission of submissions) {
    const isNews = submission.doubt !== "unconfirmed";
    if (!isNews && !doubt) continue;
    if (!(await deps.store.markUnconfirmed(taken, submission, doubt))) return "lost";
    const { requestId, id, number } = submission;
    if (isNews) deps.log.warn({ requestId, issuanceId: id, number }, "outcome unconfirmed");
    deps.announce(id);
  }
  return "unresolved";
}

async function lookOnce(
  deps: IssuerDeps,
  round: AskRound,
  taken: TakenSequence,
  submission: Submission,
  state: { isDenied: boolean },
): Promise<Step | Undecided> {
  const { session } = round;
  const consulted = await session.consult(submission.number, submission.id);
  // An authority that does not answer is left alone until the next round.
  if (consulted.outcome === "unknown") return undecided();
  if (consulted.outcome === "found")
    return judgeFound(deps, session, taken, submission, consulted.voucher, state.isDenied);

  const seen = await lookFurther(deps, round, taken, submission, state);
  return isUndecided(seen) ? { why: null, ...seen } : seen;
}

/** Nothing is shown under the number: it is free, or what was granted does not show yet. */
async function lookFurther(
  deps: IssuerDeps,
  round: AskRound,
  taken: TakenSequence,
  submission: Submission,
  state: { isDenied: boolean },
): Promise<Step | Undecided> {
  const last = await round.session.lastNumber(submission.id);
  if (last.outcome === "unknown") return undecided();
  // A number that the counter shows and the look-up does not is about to appear.
  if (last.number >= submission.number) return undecided({ again: true, refusal: null });

  const { refusal, quietMs } = submission;
  if (refusal !== null && quietMs > deps.evidenceQuietMs)
    return settleRefused(deps, taken, submission, toRefusal(refusal), { isRemembered: true });
  return sendAgain(deps, round, taken, submission, state);
}

/** The same content under the same number: the authority grants it once, so an older request in flight does no harm. */
async function sendAgain(
  deps: IssuerDeps,
  { session }: AskRound,
  taken: TakenSequence,
  submission: Submission,
  state: { isDenied: boolean },
): Promise<Step | Undecided> {
  const lookedAtMs = deps.clock.monotonicMs();
  if (!(await deps.store.isCurrent(taken))) return "lost";
  const [answer] = await session.requestCae([submission], () => deps.clock.monotonicMs() - lookedAtMs < 1_000);

  switch (answer?.outcome) {
    case "approved":
      return settleApproved(deps, taken, [{ submission, ...answer, isAnswer: true }]);
    case "rejected":
      return settleRejected(deps, taken, submission, answer.reasons);
    case "refused":
      // An earlier request of ours may still be granted: it is asked again until that is seen, or was not for very long.
      return undecided({ refusal: answer.reasons });
    case "stale":
      return explainStale(deps, session, taken, submission, answer.reasons);
    case "ticket":
      return undecided({ again: await session.renewTicket() });
    case "notSent":
      return undecided({ again: true });
    case "unknown":
    case undefined:
      state.isDenied = false;
      return undecided({ again: true });
  }
}

/** 10016 on a re-send: the date is refused, which the voucher before proves, or an earlier request was granted. */
async function explainStale(
  deps: IssuerDeps,
  session: AuthoritySession,
  taken: TakenSequence,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<Step | Undecided> {
  const last = await session.lastNumber(submission.id);
  if (last.outcome === "unknown") return undecided();
  if (last.number >= submission.number) return undecided({ again: true, refusal: null });
  if (last.number === submission.number - 1 && (await isBeforeLast(session, taken, submission)))
    return settleRefused(deps, taken, submission, toRefusal(reasons));
  return undecided();
}

/** Whether a voucher before it is dated later: by our record, or else by the authority's. Dates never go back. */
export async function isBeforeLast(
  session: AuthoritySession,
  { lastDate }: TakenSequence,
  { id, number, declared }: Submission,
): Promise<boolean> {
  if (lastDate !== null && lastDate > declared.voucherDate) return true;
  if (number === 1) return false;
  const before = await session.consult(number - 1, id);
  return before.outcome === "found" && before.voucher.voucherDate > declared.voucherDate;
}
