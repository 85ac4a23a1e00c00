import type { Context } from "hono";
import type { SelectedPage } from "../../shared/db/listing/listing.js";

/** Passes on the JSON that the database wrote: parsing a page and writing it again would take longer than the query. */
export const answerListing = (c: Context, { total, rows }: SelectedPage): Response =>
  answerJson(c, `{"ok":true,"total":${total},"result":${rows}}`);

export const answerRow = (c: Context, row: string, status: 200 | 202 = 200): Response =>
  answerJson(c, `{"ok":true,"result":${row}}`, status);

const answerJson = (c: Context, json: string, status: 200 | 202 = 200) =>
  c.body(json, status, { "Content-Type": "application/json" });
