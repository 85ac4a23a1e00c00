import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import type { StepResult } from "./results.js";

/** What a look at the authority could not decide. */
export interface Undecided {
  undecided: true;
  /** A look right after this one may tell more. Otherwise somebody comes back later. */
  again: boolean;
  /** Why a person must decide; null when nobody has to, undefined when the look did not tell. */
  why?: string | null;
  /** As in `Doubt`. */
  refusal?: AuthorityMessage[] | null;
}

export const undecided = (more: Omit<Undecided, "undecided" | "again"> & { again?: boolean } = {}): Undecided => ({
  undecided: true,
  again: false,
  ...more,
});

export const isUndecided = (result: StepResult | Undecided): result is Undecided =>
  typeof result === "object" && "undecided" in result;
