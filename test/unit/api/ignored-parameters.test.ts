import { expect, test } from "vitest";
import { ignoredInListing } from "../../../api/parsing/ignored-in-listing.js";
import { readListing } from "../../../api/parsing/read-listing.js";
import { ignoredInPage } from "../../../api/parsing/read-page.js";
import { unknownBut } from "../../../api/parsing/read-query.js";
import { auditFields, voucherFields } from "../../../shared/db/listing/listed-fields.js";

const fieldsOf = (query: string, find = ignoredInListing(voucherFields)) =>
  [...find(new URLSearchParams(query))].map(({ field }) => field);

test.each([
  ["every filter and operator", "pos=1&pos__gte=1&total__lt=10.5&date__in=20260101,20260102&created__gt=2026-01-01"],
  ["days", "created=2026-01-01&created__lte=2026-01-31&created__in=2026-01-01,2026-01-02T10:00Z"],
  ["texts", "idempotency=a&externalReference__in=a,b&docNumber=20"],
  ["ordering and page", "ordering=-created,id&limit=10&offset=0"],
  ["a limit beyond the most", "limit=100000"],
  ["nothing", ""],
])("of a listing nothing is said about %s", (_, query) => {
  expect(fieldsOf(query)).toEqual([]);
});

test.each([
  ["an unknown name", "posNumber=1", "?posNumber"],
  ["an unknown operator", "pos__like=1", "?pos__like"],
  ["two operators", "pos__gt__lt=1", "?pos__gt__lt"],
  ["a name of every object", "constructor=1", "?constructor"],
  ["an operator of the page", "limit__gt=1", "?limit__gt"],
  ["no whole number", "pos=one", "?pos"],
  ["no number", "total__gte=1,5", "?total__gte"],
  ["a date that does not exist", "date=20260230", "?date"],
  ["no instant", "created__lt=yesterday", "?created__lt"],
  ["a day that does not exist", "created=2026-02-30", "?created"],
  ["one day of a list that does not exist", "created__in=2026-02-28,2026-02-30", "?created__in"],
  ["a day as a fiscal date", "date=2026-01-01", "?date"],
  ["an empty text", "idempotency=", "?idempotency"],
  ["one value of a list", "pos__in=1,x,3", "?pos__in"],
  ["no ordering", "ordering=", "?ordering"],
  ["one unknown term of an ordering", "ordering=-created,colour", "?ordering"],
  ["a limit of zero", "limit=0", "?limit"],
  ["a negative limit", "limit=-1", "?limit"],
  ["no offset", "offset=ten", "?offset"],
  ["a limit that is overridden", "limit=x&limit=5", "?limit"],
])("of a listing %s is said", (_, query, field) => {
  expect(fieldsOf(query)).toEqual([field]);
});

test("what is said of a filter is exactly what the listing ignores", () => {
  for (const name of [...Object.keys(voucherFields), "colour", "toString"])
    for (const operator of ["", "__gt", "__in", "__like", "__", "__in__in"])
      for (const text of ["1", "x", "", "20260101", "2026-01-01", "1,x", "2026-01-01,2026-01-02T10:00Z,x"]) {
        const query = new URLSearchParams([[name + operator, text]]);
        const [filter] = readListing(query, voucherFields).filters;
        const isWhole =
          filter &&
          (filter.comparison !== "in" ||
            filter.values.length + (filter.ranges ?? []).length === text.split(",").length);
        expect([query.toString(), fieldsOf(query.toString())]).toEqual([
          query.toString(),
          isWhole ? [] : [`?${name}${operator}`],
        ]);
      }
});

test("the audit log's id only orders: as a filter it is said", () => {
  expect(fieldsOf("id=1&ordering=id", ignoredInListing(auditFields))).toEqual(["?id"]);
});

test("a list without filters knows its page alone, and other routes what they name", () => {
  expect(fieldsOf("limit=5&offset=x&ordering=id&pos=1", ignoredInPage)).toEqual(["?ordering", "?pos", "?offset"]);
  expect(fieldsOf("date=1&a=1&a=2", unknownBut("date"))).toEqual(["?a"]);
});
