import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { SubmitResult } from "../../shared/db/issuing/write-ahead.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";

/** Another issuer took the sequence: the commit changed nothing, and that issuer goes on with it. */
export const superseded = "superseded";
export type Superseded = typeof superseded;

/**
 * What a step on a sequence came to. Every function of this folder answers with a part of this list, in these words:
 * - settled: the issuances of the step have ended, with a voucher or without. The line goes on.
 * - drained: the same, and nothing in the sequence waits or is open any more.
 * - unresolved: nobody knows yet what became of a number. The sequence stays closed until a later look tells.
 * - superseded: see above.
 * - next: settled, and the same commit has looked at the line and written the next numbers ahead if it could.
 * - unsent: the issuance was written ahead anew, under another number or with other amounts. It has yet to be sent.
 * - unavailable: the authority cannot be asked. Those in line are answered with the reason.
 */
export type SettleResult = "settled" | "drained" | "unresolved" | Superseded | { next: SubmittedBatch };

/** Of one step with a batch: it may have to be sent anew. */
export type StepResult = SettleResult | { unsent: UnsentBatch };

/** Of one batch, from its numbers to its outcome. */
export type BatchResult = SettleResult | { unavailable: NoVoucher };

/** What a write-ahead found and did. */
export interface SubmittedBatch {
  result: SubmitResult;
  /** Just before the commit, when the epoch was still known to be ours: `clock.monotonicMs`. */
  heldAtMs: number;
}

/** Consecutive numbers that were just written ahead. No request for them is alive. */
export interface UnsentBatch {
  submissions: Submission[];
  heldAtMs: number;
  /** Whether the commit that records these may write the next in line ahead. No, unless given. */
  canSubmitNext?: () => boolean;
  /** The ticket was replaced already. */
  ticketIsNew?: true;
  /** How often it was not sent because too much time had passed since `heldAtMs`. */
  unsentTries?: number;
}

export const hasNext = (result: BatchResult): result is { next: SubmittedBatch } =>
  typeof result === "object" && "next" in result;
export const isUnsent = (result: StepResult): result is { unsent: UnsentBatch } =>
  typeof result === "object" && "unsent" in result;
