import type { Approval } from "../../shared/db/issuing/approve.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityMessage, CaeOutcome } from "../../shared/domain/cae-outcome.js";
import { earliestAuthorityTime, measuredBefore } from "../../shared/domain/evidence.js";
import { notAsked } from "../../shared/domain/issuance-outcome.js";
import { issuanceProblem } from "../authority/problem.js";
import { settleRejected } from "./cure-rounding.js";
import type { SequenceSession } from "./fenced-sequence.js";
import { believeRefusal, explainFirstStale } from "./first-refusal.js";
import { openLookupBudget } from "./lookup-budget.js";
import { renewTicket } from "./renew-ticket.js";
import { resolveInBudget } from "./resolve.js";
import type { StepResult } from "./results.js";
import { superseded, type UnsentBatch } from "./results.js";
import { settleAllRefused, settleApproved } from "./settle.js";

/** Usually enough: a connection that was slow to open is open at the second try. */
const maxUnsentTries = 3;

/**
 * The first send of numbers. The drain that wrote them ahead sends them, before any other request for them exists. So a
 * definitive answer is about this request alone. Source: issuer/README.md, section 3.
 */
export async function sendFirst(sequence: SequenceSession, batch: UnsentBatch): Promise<StepResult> {
  const { submissions, heldAtMs, aheadAtMs = heldAtMs, unsentTries = 0 } = batch;
  let wasTooLate = false;
  // An issuer that was paused since it last checked the epoch sends nothing: another may have taken over.
  const answers = await sequence.authority.requestCae(submissions, () => {
    wasTooLate = sequence.clock.monotonicMs() - heldAtMs >= 1_000;
    return !wasTooLate;
  });
  const elapsedMs = sequence.clock.monotonicMs() - aheadAtMs;
  const approvals = readApprovals(submissions, answers);
  const submitNext = approvals.length === submissions.length && (batch.canSubmitNext?.() ?? false);
  const settled = approvals.length > 0 ? await settleApproved(sequence, approvals, submitNext) : "settled";
  if (settled === superseded) return superseded;

  const rest = submissions.slice(approvals.length);
  const answersOfRest = answers.slice(approvals.length);
  const [head] = rest;
  const [answer] = answersOfRest;
  if (!head) return settled;
  switch (answer?.outcome) {
    case "rejected":
      return settleRejected(sequence, head, answer.reasons);
    case "refused":
      return believeRefusal(sequence, withReasons(rest, answersOfRest), answer.reasons);
    case "notSent":
      return wasTooLate && unsentTries < maxUnsentTries
        ? sendStillFirst(sequence, { ...batch, aheadAtMs, unsentTries: unsentTries + 1 })
        : settleAllRefused(sequence, rest, notAsked(issuanceProblem("down", answer.cause)));
    case "ticket":
      return replaceTicket(sequence, [head, ...rest.slice(1)], answer.reasons);
    case "stale":
      return explainFirstStale(sequence, asRefused(head, answer.authorityTimeMs, elapsedMs), answer.reasons);
    default:
      return resolveInBudget(openLookupBudget(sequence, head), head, false);
  }
}

/** The leading answers that were granted. The authority goes in the order of the numbers, so it granted none after these. */
function readApprovals(submissions: Submission[], answers: CaeOutcome[]): Approval[] {
  const approvals: Approval[] = [];
  for (const [index, submission] of submissions.entries()) {
    const answer = answers[index];
    if (answer?.outcome !== "approved") break;
    approvals.push({ submission, ...answer, isAnswer: true });
  }
  return approvals;
}

/** With what the time of its refusal tells of the time before its request. @param elapsedMs from the write-ahead to the refusal */
const asRefused = (submission: Submission, refusedAtMs: number | null, elapsedMs: number): Submission => ({
  ...submission,
  authorityTimeMs: earliestAuthorityTime(submission.authorityTimeMs, refusedAtMs),
  measuredAtMs: measuredBefore(refusedAtMs, elapsedMs),
});

/**
 * Leaves out numbers that were only skipped. If the whole request is refused, each number has reasons; if one voucher is, only
 * that one has.
 */
const withReasons = (submissions: Submission[], answers: CaeOutcome[]): Submission[] =>
  submissions.filter((_, index) => {
    const answer = answers[index];
    return answer?.outcome === "refused" && answer.reasons.length > 0;
  });

/** Sends a batch whose time was over before the first byte: still a first send. Checks the epoch again. */
async function sendStillFirst(sequence: SequenceSession, batch: UnsentBatch): Promise<StepResult> {
  const heldAtMs = sequence.clock.monotonicMs();
  if (!(await sequence.isCurrent())) return superseded;
  return sendFirst(sequence, { ...batch, heldAtMs });
}

/**
 * The ticket of a first send was not accepted. The network may have delivered the request twice, and one copy may have been granted: a
 * ticket that has run out, or is not valid yet, explains nothing. So the number is looked up, and what is sent then is a repeated
 * request. Only where no request for these numbers can have been let in, they are free.
 * Source: issuer/README.md, section 3, TICKET.
 */
async function replaceTicket(
  sequence: SequenceSession,
  submissions: [Submission, ...Submission[]],
  reasons: AuthorityMessage[],
): Promise<StepResult> {
  const [head] = submissions;
  const renewed = await renewTicket(sequence, reasons);
  if (renewed.isListed || submissions.some(({ isListed }) => isListed))
    return resolveInBudget(openLookupBudget(sequence, head), head, false, renewed.isListed ? undefined : renewed.why);
  return settleAllRefused(sequence, submissions, renewed.why, { isRemembered: true });
}
