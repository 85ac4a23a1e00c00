import type { AuthorityMessage } from "../../shared/domain/cae-outcome.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { Problem } from "../../shared/domain/predictions/problem.js";
import { sayRefusal } from "../../shared/domain/refusal.js";
import { refusalsOf } from "../../shared/domain/refusals/all-refusals.js";
import { withSmallInitial } from "../../shared/domain/spanish.js";
import { labelOfColumn } from "../schemas/field-labels.js";

/**
 * Advice about these reasons, each said once: what a preview of the same body says of the code, with its field, else what is known of the
 * code. Empty when nothing is known beyond the authority's own words.
 * @param problems what is foreseen of the body
 */
export function explainRefusal(reasons: AuthorityMessage[], problems: readonly Problem[] = []): LocalizedText[] {
  const advice = reasons.flatMap((reason) => {
    const foreseen = problems.filter(({ code }) => code === reason.code);
    if (foreseen.length > 0) return foreseen.map(({ field, message }) => ofField(field, message));
    return refusalsOf(reason).map((refusal) => {
      const words = sayRefusal(refusal);
      return refusal.field === null
        ? aboutField(refusal.about, words)
        : ofField(refusal.field.replaceAll(".#", ""), words);
    });
  });
  return [...new Map(advice.map((words) => [words.en, words])).values()];
}

/** Whole sentences, of which the English names the field itself. */
const aboutField = (field: string | undefined, { en, es }: LocalizedText): LocalizedText => ({
  en,
  es: field === undefined ? es : `${field}: ${withSmallInitial(es)}`,
  app: es,
});

/** A caller of the API knows the field by its path, a person by its label. */
const ofField = (field: string, { en, es }: LocalizedText): LocalizedText => ({
  en: `${field}: ${en}.`,
  es: `${field}: ${withSmallInitial(es)}`,
  app: `${labelOfColumn(field)}: ${withSmallInitial(es)}`,
});
