import { expect, test } from "vitest";
import { readListing } from "../../../../api/parsing/read-listing.js";
import { voucherFields } from "../../../../shared/db/listing/listed-fields.js";
import { toRangeListing, toRangeStatement } from "../../../../shared/db/listing/voucher-range.js";

const rangeOf = (query: string) => toRangeListing(readListing(new URLSearchParams(query), voucherFields));

function textOf(query: string): string {
  const listing = rangeOf(query);
  if (!listing) throw new Error(`${query} is not a range`);
  return toRangeStatement({ companyId: 7, production: true }, listing).sql;
}

test.each([
  {
    field: "id",
    queries: [
      "id__lt=7",
      "id__gt=16384&id__lte=900000",
      "id__gte=5&id__lt=5",
      "id__lt=-1",
      "id__gt=1&id__gt=2&id__lt=3",
    ],
  },
  {
    field: "created",
    queries: [
      "created__gte=2026-01-01",
      "created__lt=0001-01-01",
      "created__gte=2026-01-01&created__lt=2026-01-01T01:00",
      "created__gt=2024-05-05T05:05:05.000005&created__lte=2026-11-11",
      "created__gte=9999-12-31T23:59:59&created__lt=2026-01-01",
    ],
  },
  { field: "date", queries: ["date__lte=20260115", "date__gte=20260101&date__lt=20260201", "date__gt=99991230"] },
  { field: "id and type", queries: ["id__lt=7&type=6", "type=1&id__gte=300000"] },
  {
    field: "date, oldest first",
    queries: ["date__lt=20260101&ordering=id", "date__gt=20250101&ordering=id"],
  },
])("one statement serves every range of $field", ({ queries }) => {
  expect(new Set(queries.map(textOf)).size).toBe(1);
});

test.each([
  { query: "id__lt=7&limit=20", why: "another page size" },
  { query: "id__lt=7&offset=50", why: "another page" },
  { query: "id__in=7,8", why: "a list" },
  { query: "id__lt=7&date__gt=20260101", why: "two ranges" },
  { query: "id__lt=7&type__lt=6", why: "a range of types" },
  { query: "id__lt=7&type=6&type=1", why: "two types" },
  { query: "id__lt=7&pos=1", why: "another filter" },
  { query: "total__lt=7", why: "the matches of this field are scattered" },
  { query: "date__lt=20260101&ordering=date", why: "another order" },
  { query: "type=6", why: "no range" },
  { query: "", why: "everything" },
])("«$query» is planned for its values: $why", ({ query }) => {
  expect(rangeOf(query)).toBeUndefined();
});
