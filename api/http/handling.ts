import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { isLonger } from "../../shared/domain/text-length.js";
import { type ApiError, invalidBody, type PlacedFault } from "./errors.js";
import { type FieldPath, type FieldPlace, writeField } from "./field.js";

/** Input that nobody reads: where it stands, and what is wrong with it. */
export interface IgnoredInput {
  field: FieldPath;
  message: LocalizedText;
}

/** Ignored input of a request, and whether it is refused for that. Source: api/README.md, "Ignored input". */
export interface Handling {
  /** The request carries `Prefer: handling=strict`. */
  strict: boolean;
  /** By field, as an answer says it. At most `maxWarnings`. */
  ignored: Map<string, { field: string; message: LocalizedText }>;
}

const maxWarnings = 50;
const maxNameLength = 100;

/** @param prefer the header `Prefer`. Source: RFC 7240, sections 2 and 4.4 */
export const readHandling = (prefer = ""): Handling => ({ strict: asksForStrict(prefer), ignored: new Map() });

/**
 * Whether a `Prefer` header asks for strict handling. Of a preference that is given twice the first counts. No pattern reads it: a
 * stranger's header may be long and of any form.
 */
function asksForStrict(prefer: string): boolean {
  for (const preference of preferencesOf(prefer)) {
    const [named = ""] = preference.split(";", 1);
    const at = named.indexOf("=");
    const name = at === -1 ? named : named.slice(0, at);
    if (name.trim().toLowerCase() !== "handling") continue;
    const value = at === -1 ? undefined : named.slice(at + 1).trim();
    return value === "strict" || value === '"strict"';
  }
  return false;
}

/** The parts between commas. A comma within quotes ends no preference. */
function* preferencesOf(prefer: string): Generator<string> {
  let [from, isQuoted] = [0, false];
  for (let at = 0; at < prefer.length; at += 1) {
    const character = prefer[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === "\\") at += 1;
    else if (!isQuoted && character === ",") {
      yield prefer.slice(from, at);
      from = at + 1;
    }
  }
  yield prefer.slice(from);
}

/** Keeps what was found for the answer: the first `maxWarnings`, each field once. */
export function ignore({ ignored }: Handling, found: Iterable<PlacedFault & { field: FieldPlace }>): void {
  for (const { field, message } of found) {
    if (ignored.size === maxWarnings) return;
    const name = cut(writeField(field));
    if (!ignored.has(name)) ignored.set(name, { field: name, message });
  }
}

const cut = (name: string) => (isLonger(name, maxNameLength) ? `${[...name].slice(0, maxNameLength).join("")}…` : name);

/** The 400 for these faults, and with strict handling also for what was ignored; undefined when there is nothing to refuse. */
export function findRefusal({ strict, ignored }: Handling, faults: PlacedFault[] = []): ApiError | undefined {
  const all = [...faults, ...(strict ? ignored.values() : [])];
  return all.length === 0 ? undefined : invalidBody(all);
}

/** Warnings of an answer: the input that was ignored. A refusal by strict handling has said it in its `details`. */
export const warningsOf = (
  { strict, ignored }: Handling,
  succeeded: boolean,
): { field: string; message: LocalizedText }[] => (strict && !succeeded ? [] : [...ignored.values()]);
