import type { Approval } from "../../shared/db/issuing/approve.js";
import type { Release } from "../../shared/db/issuing/settle-issuances.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import { mayHeal, type NoVoucher } from "../../shared/domain/issuance-outcome.js";
import { traceIdOf } from "../../shared/tracing/traceparent.js";
import type { FencedSequence } from "./fenced-sequence.js";
import { type SettleResult, type SupersededResult, superseded } from "./results.js";

export const toRefusal = (reasons: AuthorityMessage[]): NoVoucher => ({ code: "TAXAUTH_ERROR", reasons });

/**
 * Records the authorized vouchers of one answer, wakes the waiting requests and starts the PDFs.
 * @param submitNext the same commit also writes the next in line ahead
 */
export async function settleApproved(
  held: FencedSequence,
  approvals: Approval[],
  submitNext = false,
): Promise<Exclude<SettleResult, "unresolved">> {
  const heldAtMs = held.clock.monotonicMs();
  const result = await held.approve(approvals, submitNext);
  if (result === superseded) return superseded;
  for (const { voucherId, submission } of result.approved) {
    held.announce(submission.id);
    held.enqueueAfterCommit(voucherId, submission, held.taken.key);
  }
  if (result.approved.length < approvals.length) return superseded;
  if (!result.othersWait) return "drained";
  return result.next ? { next: { result: result.next, heldAtMs } } : "settled";
}

/** Records that there is no voucher. The next in line gets the number, and later numbers return to the line. */
export async function settleRefused(
  held: FencedSequence,
  submission: Submission,
  outcome: NoVoucher,
  release?: Release,
): Promise<"settled" | SupersededResult> {
  const state = outcome.code === "TAXAUTH_ERROR" ? "rejected" : "failed";
  if ((await held.settleWithoutVoucher(submission, state, outcome, release)) === superseded) return superseded;
  const { requestId, trace, id: issuanceId } = submission;
  held.log.info({ requestId, traceId: traceIdOf(trace), issuanceId, outcome }, state);
  held.announce(submission.id);
  return "settled";
}

/**
 * Settles several refused numbers of one request. Starts with the last number, so that earlier numbers stay valid after a crash. If it may
 * heal, the patient return to the line, with all that stand behind them, and the sequence issues nothing more for now. So do those that a
 * contingency issues under CAEA: what is remembered is not among them, because it never moves.
 */
export async function settleAllRefused(
  held: FencedSequence,
  submissions: Submission[],
  outcome: NoVoucher,
  release?: Release,
): Promise<"settled" | SupersededResult | { unavailable: NoVoucher }> {
  const mayMove = held.isContingencyLikely() && !release?.isRemembered;
  const firstPatient = mayHeal(outcome)
    ? submissions.findIndex(({ isBackground, mayFailOver }) => isBackground || (mayFailOver && mayMove))
    : -1;
  const patient = submissions[firstPatient];
  if (patient && (await held.returnToQueue(patient, release)) === superseded) return superseded;
  const refused = patient ? submissions.slice(0, firstPatient) : submissions;
  for (const submission of refused.toReversed())
    if ((await settleRefused(held, submission, outcome, release)) === superseded) return superseded;
  return patient ? { unavailable: outcome } : "settled";
}
