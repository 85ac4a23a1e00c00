import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import type { Problem } from "../../shared/domain/predictions/problem.js";
import { refusalsOf } from "../../shared/domain/refusals/all-refusals.js";
import { sayRefusal } from "../../shared/domain/refusals/refusal.js";

/**
 * What can be done about these reasons, each said once: what a preview of the same body says of the code, with its field, else what is
 * known of the code. Empty when nothing is known beyond the authority's own words.
 * @param problems what is foreseen of the body
 */
export const explainRefusal = (reasons: AuthorityMessage[], problems: readonly Problem[] = []): string[] => [
  ...new Set(
    reasons.flatMap((reason) => {
      const foreseen = problems.filter(({ code }) => code === reason.code);
      if (foreseen.length > 0) return foreseen.map(({ field, message }) => `${field}: ${message}.`);
      return refusalsOf(reason).map((refusal) =>
        refusal.field === null ? sayRefusal(refusal) : `${refusal.field.replaceAll(".#", "")}: ${sayRefusal(refusal)}.`,
      );
    }),
  ),
];
