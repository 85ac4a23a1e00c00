import { importGraph, textOf } from "./source-files.js";

/** Figures of the house, counted over its files. Each may only fall. */
export interface HouseFigures {
  /** Names that two or more files declare as a type. */
  typesTwice: number;
  /** Types that are called by a bare participle or adverb, such as `Sent`. */
  participles: number;
  /** Doc comments that begin with a pronoun. */
  pronouns: number;
  /** Files of less than 30 lines with one importer. */
  crumbs: number;
  /** Files that time out by hand, beside `withTimeout`. */
  timeouts: number;
  /** Lines that touch a private field of a dependency, or of Node. */
  privateFields: number;
}

const participle =
  /^(?:export )?(?:interface|type) (?!(?:Need|Seed)\b)(?:[A-Z][a-z]*ed|Told|Kept|Seen|Found|Sent|Held|Heard|Cut|Shown|Given|Written|Away|Again|Own|Whole|Wrong|Raw|Elsewhere|Open|Inner|Right|Asking|Taking|Keeping|Failing|Naming|Sending|Waiting|Hearing)\b/gm;
const pronoun =
  /\/\*\*\s+(?:\*\s+)?(?:What|Who|Whom|Whose|Whoever|Whatever|Of|Those|These|That|They|It|Its|The same|One (?:that|of|who|whose|with|may|for|is))\b/g;
const timeout = /Promise\.race\(|setTimeout\(\(\) => setImmediate\(/;
const privateField =
  /_idle\b|_clients\b|_pulseQueue|Query\.prototype|connectionParameters|_random\b|_httpMessage|_handle\b/;

export function countFigures(files: readonly string[]): HouseFigures {
  const texts = files.map((file) => [file, textOf(file)] as const);
  const sum = (of: (text: string) => number) => texts.reduce((all, [, text]) => all + of(text), 0);
  const matches = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].length;
  return {
    typesTwice: countTwice(texts),
    participles: sum(matches(participle)),
    pronouns: sum(matches(pronoun)),
    crumbs: countCrumbs(files),
    timeouts: sum((text) => Number(timeout.test(text))),
    privateFields: sum((text) => text.split("\n").filter((line) => privateField.test(line)).length),
  };
}

function countTwice(texts: readonly (readonly [file: string, text: string])[]): number {
  const declaring = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [, name = ""] of text.matchAll(/^(?:export )?(?:interface|type) (\w+)/gm))
      declaring.set(name, (declaring.get(name) ?? new Set()).add(file));
  return [...declaring.values()].filter(({ size }) => size > 1).length;
}

function countCrumbs(files: readonly string[]): number {
  const importers = new Map<string, number>();
  for (const targets of importGraph(files).values())
    for (const target of new Set(targets)) importers.set(target, (importers.get(target) ?? 0) + 1);
  return files.filter((file) => importers.get(file) === 1 && textOf(file).split("\n").length - 1 < 30).length;
}
