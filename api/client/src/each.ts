import type { Page } from "./connection.js";

interface PageQuery {
  limit?: number | undefined;
  offset?: number | undefined;
  ordering?: string[] | undefined;
  id__lt?: number | undefined;
}

const largestPage = 200;

/**
 * All rows of a list, page by page. By `ids` a page begins below the last id of the page before, so no row is missed or given
 * twice while others are added; with an ordering or an offset of the caller's, and elsewhere, pages are counted.
 */
export async function* each<Row extends object, Query extends object>(
  read: (query: Query) => Promise<Page<Row>>,
  query: Query | undefined,
  pagesBy: "ids" | "offset" = "offset",
): AsyncGenerator<Row, void, undefined> {
  let page: PageQuery = { limit: largestPage, ...query };
  const isByIds = pagesBy === "ids" && page.ordering === undefined && page.offset === undefined;
  for (;;) {
    const { result, total } = await read(page as Query);
    yield* result;
    const offset = (page.offset ?? 0) + result.length;
    if (result.length === 0 || offset >= total) return;
    page = isByIds ? { ...page, id__lt: (result.at(-1) as { id?: number }).id } : { ...page, offset };
  }
}
