import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { isBeforeLast } from "./explain-stale.js";
import type { SequenceSession } from "./fenced-sequence.js";
import { judgeFound } from "./judge-found.js";
import { leaveUnconfirmed } from "./leave-unconfirmed.js";
import { openLookupBudget } from "./lookup-budget.js";
import { resolveInBudget } from "./resolve.js";
import type { StepResult } from "./results.js";
import { settleAllRefused, settleRefused, toRefusal } from "./settle.js";
import { isUndecided } from "./undecided.js";

/**
 * Handles a refusal of a first send that does not judge the content. The network may have delivered the request twice, and this may be
 * the second answer: it is believed only if counter and look-up, asked after it, show the number as free.
 * Source: issuer/README.md, section 3, REFUSED.
 */
export async function believeRefusal(
  sequence: SequenceSession,
  submissions: Submission[],
  reasons: AuthorityMessage[],
): Promise<StepResult> {
  const [head] = submissions;
  if (!head) return "settled";
  const round = openLookupBudget(sequence, head);
  const last = await round.authority.lastNumber(head.id);
  const isFree =
    last.outcome === "known" &&
    last.number < head.number &&
    (await round.authority.consult(head.number, head.id)).outcome === "absent";
  if (!isFree) return resolveInBudget(round, head, false);
  return settleAllRefused(sequence, submissions, toRefusal(reasons), { isRemembered: true });
}

/**
 * Handles 10016 on a first send. Another system issued on this sequence, or the network delivered our request twice and this is
 * the second answer, or the date goes back. A look-up of the number decides. Source: issuer/README.md, section 3, STALE.
 */
export async function explainFirstStale(
  sequence: SequenceSession,
  submission: Submission,
  reasons: AuthorityMessage[],
): Promise<StepResult> {
  const round = openLookupBudget(sequence, submission);
  const last = await round.authority.lastNumber(submission.id);
  if (last.outcome === "known" && last.number >= submission.number) {
    const consulted = await round.authority.consult(submission.number, submission.id);
    if (consulted.outcome !== "found") return resolveInBudget(round, submission, true);
    const judged = await judgeFound(round, submission, consulted.voucher, true);
    if (!isUndecided(judged)) return judged;
    const { why, refusal } = judged;
    return leaveUnconfirmed(round, [round.withAuthorityTime(submission)], {
      questions: round.asked(),
      isDenied: true,
      why,
      refusal,
    });
  }
  const isNext = last.outcome === "known" && last.number === submission.number - 1;
  if (isNext && (await isBeforeLast(round, submission))) return settleRefused(sequence, submission, toRefusal(reasons));
  return resolveInBudget(round, submission, true);
}
