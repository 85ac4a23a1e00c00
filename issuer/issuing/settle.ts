import type { Approval } from "../../shared/db/issuing/approve.js";
import type { TakenSequence } from "../../shared/db/issuing/sequences.js";
import type { Release } from "../../shared/db/issuing/settle-issuances.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { SubmitResult } from "../../shared/db/issuing/write-ahead.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";
import type { IssuerDeps } from "./deps.js";

/** How the line stood, with what was written ahead, and when the epoch was known to be ours. */
export interface Begun {
  next: SubmitResult;
  lookedAtMs: number;
}

/**
 * - emptied: settled, and when it was recorded nobody was in line and no other number open.
 * - unresolved: nobody can tell yet; the sequence is closed until somebody can.
 * - lost: another taker goes on.
 * - begun: settled, and in the same commit it was seen what comes next, and written ahead if it can be.
 */
export type Settled = "settled" | "emptied" | "unresolved" | "lost" | { begun: Begun };

export const toRefusal = (reasons: AuthorityMessage[]): NoVoucher => ({ code: "TAXAUTH_ERROR", reasons });

/**
 * Records the authorized vouchers of one answer, then tells those who wait and starts what follows.
 * @param goesOn writes the next in line ahead as well
 */
export async function settleApproved(
  deps: IssuerDeps,
  taken: TakenSequence,
  approvals: Approval[],
  goesOn = false,
): Promise<Exclude<Settled, "unresolved">> {
  const lookedAtMs = deps.clock.monotonicMs();
  const result = await deps.store.approve(taken, approvals, goesOn ? deps.batchMax : 0);
  if (!result) return "lost";
  for (const { voucherId, submission, cae } of result.approved) {
    const { requestId, id, number } = submission;
    deps.announce(id);
    deps.followUp(voucherId, requestId);
    deps.log.info({ requestId, issuanceId: id, voucherId, number, cae }, "approved");
  }
  if (result.approved.length < approvals.length) return "lost";
  if (!result.othersWait) return "emptied";
  return result.next ? { begun: { next: result.next, lookedAtMs } } : "settled";
}

/** Records that there is no voucher; the number is free for the next in line, and those after it are back in line. */
export async function settleRefused(
  deps: IssuerDeps,
  taken: TakenSequence,
  submission: Submission,
  outcome: NoVoucher,
  release?: Release,
): Promise<Settled> {
  const state = outcome.code === "TAXAUTH_ERROR" ? "rejected" : "failed";
  if (!(await deps.store.settleWithoutVoucher(taken, submission, state, outcome, release))) return "lost";
  deps.log.info({ requestId: submission.requestId, issuanceId: submission.id, outcome }, state);
  deps.announce(submission.id);
  return "settled";
}

/** What is true of several of one request; from the last number down, so that those before it stay whole whatever happens. */
export async function settleAllRefused(
  deps: IssuerDeps,
  taken: TakenSequence,
  submissions: Submission[],
  outcome: NoVoucher,
  release?: Release,
): Promise<Settled> {
  for (const submission of submissions.toReversed()) {
    const settled = await settleRefused(deps, taken, submission, outcome, release);
    if (settled !== "settled") return settled;
  }
  return "settled";
}
