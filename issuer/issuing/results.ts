import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { SubmitResult } from "../../shared/db/issuing/write-ahead.js";
import type { AuthorityProblem } from "../../shared/domain/authority-problem.js";
import type { NoVoucher } from "../../shared/domain/issuance-outcome.js";

/** Another issuer took the sequence: the commit changed nothing, and that issuer goes on with it. */
export const superseded = "superseded";
export type SupersededResult = typeof superseded;

/**
 * The result of a step on a sequence. Every function of this folder answers with some of these words:
 * - settled: the issuances of the step ended, with a voucher or without. The next in line can be served.
 * - drained: the same, and no issuance of the sequence waits or is open.
 * - unresolved: the outcome of a number is still unknown. The sequence stays closed until a later look finds it. With a problem: nobody can
 *   look, because the authority does not let the company in.
 * - superseded: see above.
 * - next: settled, and the same commit tried to write the next numbers ahead. The result of that is included.
 * - unsent: the issuance was written ahead again, under another number or with other amounts. It must still be sent.
 * - unavailable: the authority cannot be asked. The callers in line get the reason.
 */
export type SettleResult =
  | "settled"
  | "drained"
  | UnresolvedResult
  | SupersededResult
  | { next: SubmittedBatch }
  | { unavailable: NoVoucher };

/** Problem that keeps the company out of the authority. Null: it is let in. Undefined: what was known of it stays. */
export type ShutOut = AuthorityProblem | null | undefined;

export type UnresolvedResult = "unresolved" | { unresolved: AuthorityProblem };

/** The result of one step with a batch, which may have to be sent again. */
export type StepResult = SettleResult | { unsent: UnsentBatch };

/** The result of a write-ahead. */
export interface SubmittedBatch {
  result: SubmitResult;
  /** Just before the commit, when the epoch was certainly still ours, by `clock.monotonicMs`. */
  heldAtMs: number;
}

/** Consecutive numbers that were just written ahead. No request for them is alive. */
export interface UnsentBatch {
  submissions: Submission[];
  heldAtMs: number;
  /** Whether the commit that records these may also write the next in line ahead. Default: no. */
  canSubmitNext?: () => boolean;
  /** Just before the write-ahead. Default: `heldAtMs`, which moves on when the epoch is read again. */
  aheadAtMs?: number;
  /** How often the batch was not sent because too much time had passed since `heldAtMs`. */
  unsentTries?: number;
}

export const hasNext = (result: SettleResult): result is { next: SubmittedBatch } =>
  typeof result === "object" && "next" in result;
export const isUnsent = (result: StepResult): result is { unsent: UnsentBatch } =>
  typeof result === "object" && "unsent" in result;
export const isUnresolved = (result: StepResult): result is UnresolvedResult =>
  result === "unresolved" || (typeof result === "object" && "unresolved" in result);
/** Problem that keeps the company out, so that nobody can look for the number. */
export const problemOf = (result: UnresolvedResult): AuthorityProblem | null =>
  result === "unresolved" ? null : result.unresolved;
