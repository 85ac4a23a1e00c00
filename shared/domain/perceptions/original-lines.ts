import { convertMoney, type Money } from "../credit-bound.js";
import type { LocalizedText } from "../localized-text.js";
import { Decimal, formatAmount, sum } from "../money.js";
import type { PerceptionLine, PerceptionRefusal, Perceptions } from "../perceptions.js";
import { money } from "../spanish.js";
import { type PerceivedSale, toLine, type UntoldLine, writeTributes } from "./perceived-tributes.js";

type Currency = Pick<Money, "currency" | "quotation">;

/** Perceptions in the currency of their voucher. */
export interface ValuedPerceptions extends Currency {
  perceptions: Perceptions;
}

/**
 * Lines of an original again, on the taxed net of a note: with the original's letter, digit, rates, province and CRC, never with those of
 * today's padrón. At most what is left of each line. Source: api/README.md, "Perceptions".
 * @param credits what the original's notes, also those on their way, have taken of its lines
 * @param before how many tributes the note has already
 */
export function perceiveAsOriginal(
  original: ValuedPerceptions,
  credits: readonly ValuedPerceptions[],
  note: Currency & { net: string; before: number },
): PerceivedSale | { refusal: PerceptionRefusal } {
  const { perceptions } = original;
  const lines = perceptions.lines.map(({ record, aliquot }) => toLine(record, note.net, aliquot));
  const excess = lines.find((line) => exceeds(line, note, original, credits));
  if (excess) return { refusal: { field: null, message: sayLeft(original, credits) } };
  const written = writeTributes(lines, perceptions.deliveryStateId, note.before);
  return { perceptions: { ...perceptions, lines: written.lines }, tributes: written.tributes, notes: [] };
}

function exceeds(line: UntoldLine, note: Currency, original: ValuedPerceptions, credits: readonly ValuedPerceptions[]) {
  const whole = lineOf(original.perceptions, line);
  if (!whole) return false;
  const left = leftOf(whole, original, credits);
  return (["baseAmount", "subtotal"] as const).some((part) => toOriginal(line[part], note, original).gt(left[part]));
}

const lineOf = ({ lines }: Perceptions, { record }: Pick<PerceptionLine, "record">) =>
  lines.find((line) => line.record === record);

function leftOf(whole: UntoldLine, original: ValuedPerceptions, credits: readonly ValuedPerceptions[]) {
  const left = (part: "baseAmount" | "subtotal") => {
    const used = credits.map((credit) => {
      const line = lineOf(credit.perceptions, whole);
      return line ? toOriginal(line[part], credit, original) : new Decimal(0);
    });
    return Decimal.max(new Decimal(whole[part]).minus(sum(used)), 0);
  };
  return { baseAmount: left("baseAmount"), subtotal: left("subtotal") };
}

/** Amount in the original's currency, rounded up as a credit of it is. */
const toOriginal = (total: string, { currency, quotation }: Currency, original: Currency): Decimal =>
  convertMoney({ total, currency, quotation }, { total: "0", ...original }, Decimal.ROUND_UP);

function sayLeft(original: ValuedPerceptions, credits: readonly ValuedPerceptions[]): LocalizedText {
  const { currency } = original;
  const all = original.perceptions.lines.map((line) => {
    const { baseAmount, subtotal } = leftOf(line, original, credits);
    return { aliquot: line.aliquot, base: formatAmount(baseAmount), subtotal: formatAmount(subtotal) };
  });
  const en = all.map(({ aliquot, base, subtotal }) => `${subtotal} ${currency} of ${aliquot} % on ${base}`);
  const es = all.map(
    ({ aliquot, base, subtotal }) =>
      `${money(subtotal, currency)} del ${aliquot.replace(".", ",")} % sobre ${money(base, currency)}`,
  );
  return {
    en: `The note's perceptions are more than what is left of the original's: ${en.join("; ")}. Credit less, or send the tributes yourself.`,
    es: `Las percepciones de la nota superan lo que queda de las del original: ${es.join("; ")}. Acreditá menos o mandá los tributos.`,
    app: `Las percepciones de la nota superan lo que queda de las del original: ${es.join("; ")}. Acreditá menos o cargá los tributos.`,
  };
}
