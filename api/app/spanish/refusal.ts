import { faultsInSpanish } from "./faults.js";
import { labelOfColumn } from "./fields.js";
import { fill, type Sentence } from "./sentence.js";
import { foreseenSentences, toldSentences } from "./sentences/refusals.js";
import { roundingSentences } from "./sentences/rounding.js";

const otherwise = "Corregí lo que dice y volvé a emitir.";

/** Single words alone stand in the slots of advice: nothing with a space. */
const patternOf = ({ english }: Sentence): string =>
  english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>\\S+)");

interface Advice {
  pattern: RegExp;
  toSpanish(slots: Record<string, string>): string;
}

/** A sentence of its own. */
const ofWhole = (sentence: Sentence): Advice => ({
  pattern: new RegExp(patternOf(sentence), "g"),
  toSpanish: (slots) => fill(sentence, slots),
});

/** What follows the field that it is about: "voucherDate: must not be before 20261121." */
const ofField = (sentence: Sentence): Advice => ({
  pattern: new RegExp(`(?<=^| )(?<inField>[\\w.]+): (?<english>${patternOf(sentence)})\\.(?= |$)`, "g"),
  toSpanish: ({ inField = "", english = "" }) => {
    const [fault] = faultsInSpanish({ details: { errors: [{ field: inField, message: english }] } }, labelOfColumn);
    return fault?.message ?? "";
  },
});

const advices = [...toldSentences.map(ofWhole), ...roundingSentences.map(ofWhole), ...foreseenSentences.map(ofField)];

/**
 * A refusal of a voucher: ARCA's own words, and then what to do about them.
 * @param message as the API answers it with TAXAUTH_ERROR: "(10016) …", perhaps followed by sentences of the API
 */
export function refusalInSpanish(message: string): string {
  const advice: { at: number; spanish: string }[] = [];
  let words = message;
  for (const { pattern, toSpanish } of advices)
    words = words.replace(pattern, (...found) => {
      const [whole, slots] = [found[0] as string, found.at(-1)];
      advice.push({ at: message.indexOf(whole), spanish: toSpanish(typeof slots === "object" ? slots : {}) });
      return "";
    });
  const inOrder = advice.toSorted((one, other) => one.at - other.at).map(({ spanish }) => spanish);
  const said = words.replace(/ +/g, " ").trim();
  return [`ARCA lo rechazó: ${said}`, ...(inOrder.length > 0 ? new Set(inOrder) : [otherwise])].join(" ");
}
