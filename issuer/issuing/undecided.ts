import { type AuthorityProblem, isLasting } from "../../shared/domain/authority-problem.js";
import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import type { ShutOut, StepResult } from "./results.js";

/** The result of a look at the authority that decided nothing. */
export interface UndecidedLook {
  undecided: true;
  /** Whether a second look in the same round may tell more. Otherwise a later round looks. */
  again: boolean;
  /** Ticket was refused and replaced. */
  isRenewed?: boolean;
  /** Why an operator must decide. Null: none has to. Undefined: this look does not say. */
  why?: string | null;
  /** Problem that keeps the company out. Null: the authority answered it. Undefined: this look does not say. */
  shutOut?: ShutOut;
  /** As in `Doubt`. */
  refusal?: AuthorityMessage[] | null;
}

export const undecided = (
  more: Omit<UndecidedLook, "undecided" | "again"> & { again?: boolean } = {},
): UndecidedLook => ({
  undecided: true,
  again: false,
  ...more,
});

export const isUndecided = (result: StepResult | UndecidedLook): result is UndecidedLook =>
  typeof result === "object" && "undecided" in result;

/** A look that brought no answer: why, where somebody has to do something about it first. */
export const unanswered = ({ problem }: { problem?: AuthorityProblem | undefined }): UndecidedLook =>
  undecided(problem && isLasting(problem) ? { shutOut: problem } : {});
