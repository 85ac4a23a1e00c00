import { expect, test } from "vitest";
import { readListing } from "../../../../api/parsing/read-listing.js";
import { auditFields, voucherFields } from "../../../../shared/db/listing/listed-fields.js";
import { isSteady } from "../../../../shared/db/listing/listing.js";

const isSteadyQuery = (query: string) => isSteady(readListing(new URLSearchParams(query), voucherFields));

test.each([
  "",
  "ordering=id",
  "ordering=-date",
  "ordering=total,-id",
  "id=7",
  "cae=86470000000001&ordering=id",
  "pos=1",
  "pos=1&number=7",
  "docNumber=0&docType=99",
  "date=20260115&colour=red",
])("one plan serves the first page of «%s» for all values", (query) => {
  expect(isSteadyQuery(query)).toBe(true);
});

test.each([
  { query: "limit=20", why: "another page size" },
  { query: "offset=50", why: "another page" },
  { query: "id__lt=7", why: "a range may match few or all rows" },
  { query: "id__in=7,8", why: "a list may be of any length" },
  { query: "id=7&id=8", why: "the same field twice" },
  { query: "number=7", why: "the only index with it starts with pos" },
  { query: "pos=1&type=6", why: "no index has both" },
  { query: "pos=1&ordering=-date", why: "the matches may need sorting" },
  { query: "ordering=source", why: "no index holds all vouchers in that order" },
  { query: "ordering=date,total", why: "no index has that order" },
  { query: "source=app", why: "its index holds only the rare values" },
])("«$query» is planned for its values: $why", ({ query }) => {
  expect(isSteadyQuery(query)).toBe(false);
});

test("the audit log is planned for its values, because its time window moves", () => {
  expect(isSteady(readListing(new URLSearchParams(), auditFields))).toBe(false);
});
