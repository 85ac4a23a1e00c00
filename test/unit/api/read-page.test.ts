import { expect, test } from "vitest";
import { readPage } from "../../../api/parsing/read-page.js";

test.each([
  { query: "", limit: 200, offset: 0 },
  { query: "limit=1&offset=3", limit: 1, offset: 3 },
  { query: "limit=201", limit: 200, offset: 0 },
  { query: "limit=0&offset=-1", limit: 200, offset: 0 },
  { query: "limit=abc&offset=1.5", limit: 200, offset: 0 },
  { query: "limit=5&limit=6", limit: 6, offset: 0 },
  { query: `offset=${"9".repeat(400)}`, limit: 200, offset: 2_000_000_000 },
])('[V2] "$query" is a page of $limit rows from $offset (api/README.md, "Limits")', ({ query, limit, offset }) => {
  expect(readPage(new URLSearchParams(query))).toEqual({ limit, offset });
});
