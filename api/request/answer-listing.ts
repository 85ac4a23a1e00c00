import type { Context } from "hono";
import type { Page } from "../../shared/db/listing/listing.js";

/** What the database wrote as JSON is handed on: reading a page and writing it again would take longer than finding it. */
export const answerListing = (c: Context, { total, rows }: Page): Response =>
  answerJson(c, `{"ok":true,"total":${total},"result":${rows}}`);

export const answerRow = (c: Context, row: string): Response => answerJson(c, `{"ok":true,"result":${row}}`);

const answerJson = (c: Context, json: string) => c.body(json, 200, { "Content-Type": "application/json" });
