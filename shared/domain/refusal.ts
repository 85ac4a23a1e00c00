import { taxConditionLabel } from "./code-labels.js";
import type { LocalizedText } from "./localized-text.js";
import { decimal, fiscalDate, typeName } from "./spanish.js";

/** A code with which the authority refuses a voucher, and what to do about it: the same words wherever it is told. */
export interface Refusal {
  code: number;
  /** The field to correct, with `#` for a place in a list. Null where the words name it. */
  field: string | null;
  /** The field that words without one are about. A caller who reads Spanish is told it before them. */
  about?: string;
  /** For programs: what follows the field, or whole sentences. Values stand in `{slots}`. */
  english: string;
  /** For people: whole sentences with the same slots. */
  spanish: string;
}

/** Values of the slots, by name. */
export type Slots = Readonly<Record<string, string | number>>;

/** A case in which a rule of ours foresees the code. The words follow the field: "voucherDate: must not be before 20261121". */
export const foreseen = (code: number, field: string, english: string, spanish: string): Refusal => ({
  code,
  field,
  english,
  spanish,
});

/** Words for a code that no rule of ours foresees, or for a case that none foresaw. */
export const told = (code: number, english: string, spanish: string, about?: string): Refusal => ({
  code,
  field: null,
  ...(about !== undefined && { about }),
  english,
  spanish,
});

/** Gives several codes one text. */
export const toldOf = (codes: readonly number[], english: string, spanish: string, about?: string): Refusal[] =>
  codes.map((code) => told(code, english, spanish, about));

/** How people read what stands in the slots of this name. Others are read as they are. */
const formats: Record<string, (value: string | number) => string> = {
  date: (date) => fiscalDate(String(date)),
  amount: decimal,
  type: (code) => typeName(Number(code)),
  associated: (code) => typeName(Number(code)),
  condition: (code) => taxConditionLabel(Number(code)),
};

/** The words with their slots filled. */
export const sayRefusal = ({ english, spanish }: Refusal, slots: Slots = {}): LocalizedText => ({
  en: fill(english, slots),
  es: fill(
    spanish,
    Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, formats[name]?.(value) ?? value])),
  ),
});

const fill = (text: string, slots: Slots): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole));
