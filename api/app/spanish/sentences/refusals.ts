import { taxConditionLabel } from "../../../../shared/domain/code-labels.js";
import { allRefusals } from "../../../../shared/domain/refusals/all-refusals.js";
import type { Refusal } from "../../../../shared/domain/refusals/refusal.js";
import { fill, type Sentence } from "../sentence.js";
import { dateOf, numberOf, typeOf } from "./values.js";

/** What stands in the slots of refusals, as people read it. */
const formats: Record<string, (text: string) => string> = {
  date: dateOf,
  amount: numberOf,
  type: typeOf,
  associated: typeOf,
  condition: (code) => taxConditionLabel(Number(code)),
};

const toSentence = ({ english, spanish }: Refusal): Sentence => ({
  english,
  spanish: (slots) =>
    fill(
      { english, spanish },
      Object.fromEntries(Object.entries(slots).map(([name, text]) => [name, formats[name]?.(text) ?? text])),
    ),
});

const sentencesOf = (refusals: Refusal[]) =>
  [...new Map(refusals.map((refusal) => [refusal.english, refusal])).values()].map(toSentence);

/** What is said of a field that the authority would refuse, or refused: shared/domain/predictions/. */
export const foreseenSentences = sentencesOf(allRefusals.filter(({ field }) => field !== null));

/** What is said of a refusal as a whole: shared/domain/refusals/. */
export const toldSentences = sentencesOf(allRefusals.filter(({ field }) => field === null));
