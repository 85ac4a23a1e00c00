import type { TakenSequence } from "../shared/db/sequences.js";
import type { Approval, Submission } from "../shared/db/submissions.js";
import type { AuthorityMessage } from "../shared/domain/cae-outcome.js";
import type { NoVoucher } from "../shared/domain/issuance-outcome.js";
import type { IssuerDeps } from "./deps.js";

/** `unresolved`: nobody can tell yet; the sequence is closed until somebody can. `lost`: another taker goes on. */
export type Settled = "settled" | "unresolved" | "lost";

export const toRefusal = (reasons: AuthorityMessage[]): NoVoucher => ({ code: "TAXAUTH_ERROR", reasons });

/** Records the authorized voucher, then tells those who wait and starts what follows. */
export async function settleApproved(
  deps: IssuerDeps,
  taken: TakenSequence,
  submission: Submission,
  approval: Approval,
): Promise<Settled> {
  const approved = await deps.store.approve(taken, submission, approval);
  if (!approved) return "lost";
  deps.log.info(
    {
      requestId: submission.requestId,
      issuanceId: submission.id,
      voucherId: approved.voucherId,
      number: submission.number,
      cae: approval.cae,
    },
    "approved",
  );
  await deps.announce(submission.id);
  await deps.followUp(approved.voucherId, submission.requestId);
  return "settled";
}

/** Records that there is no voucher; the number is free for the next in line. */
export async function settleRefused(
  deps: IssuerDeps,
  taken: TakenSequence,
  submission: Submission,
  outcome: NoVoucher,
): Promise<Settled> {
  const state = outcome.code === "TAXAUTH_ERROR" ? "rejected" : "failed";
  if (!(await deps.store.settleWithoutVoucher(taken, submission, state, outcome))) return "lost";
  deps.log.info({ requestId: submission.requestId, issuanceId: submission.id, outcome }, state);
  await deps.announce(submission.id);
  return "settled";
}
