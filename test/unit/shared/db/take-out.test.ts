import { expect, test } from "vitest";
import { takeOut } from "../../../../shared/db/listing.js";

test("a page is taken out of the row that holds it: nothing that still leads to the row leads to its text", () => {
  const rows = '[{"id":1},{"id":2}]';
  const found = { total: 2, rows };
  expect(takeOut(found)).toEqual({ total: 2, rows });
  expect(found.rows).toBe("");
});
