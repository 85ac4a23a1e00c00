import type { ListPage } from "../../shared/db/sql/list-page.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { IgnoredInput } from "../http/handling.js";
import { type FindIgnored, ignoredParameter, unknownBut } from "./read-query.js";

/** The most rows of one page. Source: api/README.md, "Limits". */
export const maxRows = 200;
/** Beyond the end of any list. */
const maxOffset = 2_000_000_000;

/**
 * Reads `limit` and `offset` from a query. An invalid value counts as not given. Of a repeated one the last counts.
 *
 * @param usualLimit the limit when none is given
 */
export function readPage(query: URLSearchParams, usualLimit = maxRows): ListPage {
  const count = (name: string) => readCount(query.getAll(name).at(-1) ?? "");
  return { limit: Math.min(count("limit") || usualLimit, maxRows), offset: Math.min(count("offset"), maxOffset) };
}

export const wholeNumber: LocalizedText = {
  en: "must be a whole number",
  es: "Tiene que ser un número sin decimales.",
};
const fromOne: LocalizedText = {
  en: "must be a whole number of 1 or more",
  es: "Tiene que ser un número sin decimales, 1 o más.",
};

/** Finds what `readPage` ignores. */
export function findIgnoredInPage(query: URLSearchParams): IgnoredInput[] {
  const isBad: Record<string, (text: string) => boolean> = {
    limit: (text) => readCount(text) === 0,
    offset: (text) => !isCount(text),
  };
  return Object.entries(isBad)
    .filter(([name, isBadText]) => query.getAll(name).some(isBadText))
    .map(([name]) => ignoredParameter(name, name === "limit" ? fromOne : wholeNumber));
}

/** Finds what is ignored of the query of a list that has no other parameters than its page. */
export const ignoredInPage: FindIgnored = (query) => [
  ...unknownBut("limit", "offset")(query),
  ...findIgnoredInPage(query),
];

/** Zero unless it is a whole number. */
const readCount = (text: string) => (isCount(text) ? Number(text) : 0);
const isCount = (text: string) => /^\d+$/.test(text);
