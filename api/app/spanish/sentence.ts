/** The names of the slots of a sentence: `"n"` of "must have at most {n} characters". */
type SlotOf<English extends string> = English extends `${string}{${infer Slot}}${infer Rest}`
  ? Slot | SlotOf<Rest>
  : never;

/** What stands in the slots of a sentence, as the API wrote it. */
type Slots = Readonly<Record<string, string>>;

/** An English sentence of the API, and what a person reads in its place. */
export interface Sentence {
  english: string;
  /** A text with the same slots, or a function of what stands in them. */
  spanish: string | ((slots: Slots) => string);
}

/**
 * One sentence with its Spanish: `say("must be {n} or more", "Tiene que ser {n} o más.")`. A slot takes any text. The Spanish says
 * what to do in voseo, begins with a capital and ends with a point.
 */
export const say = <const English extends string>(
  english: English,
  spanish: string | ((slots: Readonly<Record<SlotOf<English>, string>>) => string),
): Sentence => ({ english, spanish: spanish as Sentence["spanish"] });

const slot = /\{(\w+)\}/g;

/** The Spanish with its slots filled. */
export const fill = ({ spanish }: Sentence, slots: Slots): string =>
  typeof spanish === "function" ? spanish(slots) : spanish.replace(slot, (whole, name) => slots[name] ?? whole);

/** Translates whole texts by these sentences; undefined for a text that is none of them. */
export function translator(sentences: readonly Sentence[]): (text: string) => string | undefined {
  const fixed = new Map(sentences.map((sentence) => [sentence.english, sentence]));
  // What has more words says more: "must be {n} or less: it is a percentage" goes before "must be {n} or less".
  const others = sentences
    .filter(({ english }) => wordsOf(english).length > 1)
    .toSorted((one, other) => wordsOf(other.english).join("").length - wordsOf(one.english).join("").length)
    .map((sentence) => ({ sentence, words: wordsOf(sentence.english), names: namesOf(sentence.english) }));
  return (text) => {
    const known = fixed.get(text);
    if (known) return fill(known, {});
    for (const { sentence, words, names } of others) {
      const found = match(words, text);
      if (found) return fill(sentence, Object.fromEntries(names.map((name, at) => [name, found[at] ?? ""])));
    }
    return undefined;
  };
}

const namesOf = (english: string): string[] => [...english.matchAll(slot)].map(([, name = ""]) => name);

/** What stands around the slots. */
const wordsOf = (english: string): string[] => english.split(/\{\w+\}/);

/**
 * What stands between these words, which make up the whole text; undefined when they do not. The first place of each word is its
 * place, so the time grows with the length of the text alone, whoever wrote it.
 */
function match(words: readonly string[], text: string): string[] | undefined {
  const [first = "", ...rest] = words;
  const last = rest.pop() ?? "";
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const found: string[] = [];
  let from = first.length;
  for (const word of rest) {
    const at = text.indexOf(word, from + 1);
    if (at === -1) return undefined;
    found.push(text.slice(from, at));
    from = at + word.length;
  }
  const end = text.length - last.length;
  return end > from ? [...found, text.slice(from, end)] : undefined;
}
