import type { ListPage } from "../../shared/db/list-page.js";

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

/** Zero unless it is a whole number. */
const readCount = (text: string) => (/^\d+$/.test(text) ? Number(text) : 0);
