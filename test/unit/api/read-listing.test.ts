import { describe, expect, test } from "vitest";
import { maxFilters, readListing } from "../../../api/parsing/read-listing.js";
import { auditFields, voucherFields } from "../../../shared/db/listing/listed-fields.js";

const read = (query: string, fields = voucherFields) => {
  const { filters, ordering, limit, offset } = readListing(new URLSearchParams(query), fields);
  return {
    filters: filters.map(({ field, ...filter }) => ({ column: field.column, ...filter })),
    ordering: ordering.map(({ field, descending }) => (descending ? "-" : "") + field.column),
    limit,
    offset,
  };
};

describe('the query of a listing (api/README.md, "GET /{company_id}/invoices")', () => {
  test("the default is the first fifty, newest first", () => {
    expect(read("")).toEqual({ filters: [], ordering: ["-id"], limit: 50, offset: 0 });
  });

  test.each([
    { query: "pos=1", filter: { column: "pos_number", comparison: "eq", value: "1" } },
    { query: "total__gt=1.5", filter: { column: "total_amount", comparison: "gt", value: "1.5" } },
    { query: "date__gte=20261121", filter: { column: "voucher_date", comparison: "gte", value: "20261121" } },
    { query: "cae__lt=8", filter: { column: "cae", comparison: "lt", value: "8" } },
    { query: "status__lte=Z", filter: { column: "status", comparison: "lte", value: "Z" } },
    { query: "type__in=6,1", filter: { column: "voucher_type", comparison: "in", values: ["6", "1"] } },
    { query: "type__in=6,x,,1.5,1", filter: { column: "voucher_type", comparison: "in", values: ["6", "1"] } },
    {
      query: "externalReference__in=a b,,c",
      filter: { column: "external_reference", comparison: "in", values: ["a b", "c"] },
    },
  ])("$query is a filter", ({ query, filter }) => {
    expect(read(query).filters).toEqual([filter]);
  });

  test.each([
    "colour=1",
    "Pos=1",
    "pos__like=1",
    "pos__GT=1",
    "pos__=1",
    "pos_gt=1",
    "pos__gt__gt=1",
    "__gt=1",
    "pos=",
    "pos__in=",
    "pos__in=a,b",
    "limit__gt=1",
    "__proto__=1",
    "constructor__in=1",
    "hasOwnProperty=1",
    "pos__constructor=1",
    "cae=%00",
    "pos%00=1",
  ])("[V2] %s is ignored", (query) => {
    expect(read(query)).toEqual(read(""));
  });

  const many = (count: number, written: (n: number) => string) => Array.from({ length: count }, (_, n) => written(n));

  const [begins, ends] = ["2026-11-21T03:00:00.000000Z", "2026-11-22T03:00:00.000000Z"];
  test.each([
    ["created", [`gte ${begins}`, `lt ${ends}`]],
    ["created__gt", [`gte ${ends}`]],
    ["created__gte", [`gte ${begins}`]],
    ["created__lt", [`lt ${begins}`]],
    ["created__lte", [`lt ${ends}`]],
  ])("%s takes a day as the whole Argentine day, in both listings", (name, bounds) => {
    for (const fields of [voucherFields, auditFields]) {
      const { filters } = read(`${name}=2026-11-21`, fields);
      expect(filters.map((filter) => "value" in filter && `${filter.comparison} ${filter.value}`)).toEqual(bounds);
    }
  });

  test("a list of instants may hold days, each counted once, and a day counts as one filter", () => {
    expect(read("created__in=2026-11-21,2026-11-21T10:00Z,2026-11-21,x").filters).toEqual([
      {
        column: "created_at",
        comparison: "in",
        values: ["2026-11-21T10:00:00.000000Z"],
        ranges: [{ from: begins, before: ends }],
      },
    ]);
    const days = new URLSearchParams(many(32, (n) => `created=20${n + 10}-01-01`).join("&"));
    expect(readListing(days, voucherFields).filters).toHaveLength(64);
  });

  test("every value of a repeated filter must match, and an equal value counts once", () => {
    expect(read("pos=1&pos=2&pos=1").filters.map((filter) => "value" in filter && filter.value)).toEqual(["1", "2"]);
  });

  test.each([
    { name: "the usual limit", most: undefined, limit: 32 },
    { name: "the audit log's limit", most: maxFilters.auditLog, limit: 8 },
  ])("$name is $limit filters, and one more is refused by its name", ({ most, limit }) => {
    const query = (count: number) => new URLSearchParams(many(count, (n) => `pos__gt=${n}`).join("&"));
    expect(readListing(query(limit), voucherFields, most).filters).toHaveLength(limit);
    expect(() => readListing(query(limit + 1), voucherFields, most)).toThrow(
      `pos__gt: is one filter too many: a query may have at most ${limit}`,
    );
  });

  test("a list may have 500 values, and one more is refused by its name", () => {
    const query = (count: number) => `pos__in=${many(count, (n) => `${n}`)}`;
    expect(read(query(500)).filters).toMatchObject([{ values: { length: 500 } }]);
    expect(() => read(query(501))).toThrow("pos__in: may list at most 500 different values, and lists 501");
  });

  test("[V2] what is ignored and what is repeated does not count towards the limits", () => {
    const ignored = many(100, (n) => `colour${n}=1&pos=x${n}&pos__like=${n}`);
    expect(read([...ignored, ...Array(100).fill("pos=1")].join("&")).filters).toHaveLength(1);
    const values = [...many(1_000, (n) => `x${n}`), ...Array(1_000).fill("7")];
    expect(read(`pos__in=${values}`).filters).toMatchObject([{ values: ["7"] }]);
  });

  test.each([
    { text: "date", ordering: ["voucher_date", "id"] },
    { text: "-date", ordering: ["-voucher_date", "-id"] },
    { text: "type,-total", ordering: ["voucher_type", "-total_amount", "-id"] },
    { text: "id", ordering: ["id"] },
    { text: "-id,date", ordering: ["-id"] },
    { text: "colour,,date, -pos ,--id", ordering: ["voucher_date", "-pos_number", "-id"] },
    { text: "date,-date,pos", ordering: ["voucher_date", "pos_number", "id"] },
    { text: "colour", ordering: ["-id"] },
    { text: "__proto__,constructor", ordering: ["-id"] },
    { text: "date,".repeat(3_000), ordering: ["voucher_date", "id"] },
  ])("ordering=$text: the id breaks ties, in the last term's direction", ({ text, ordering }) => {
    expect(read(`ordering=${text}`).ordering).toEqual(ordering);
  });

  test.each([
    { query: "limit=10&offset=20", limit: 10, offset: 20 },
    { query: "limit=200", limit: 200, offset: 0 },
    { query: "limit=201", limit: 200, offset: 0 },
    { query: `limit=${"9".repeat(400)}&offset=${"9".repeat(400)}`, limit: 200, offset: 2_000_000_000 },
    { query: "limit=0&offset=-1", limit: 50, offset: 0 },
    { query: "limit=abc&offset=1.5", limit: 50, offset: 0 },
    { query: "limit=&offset=", limit: 50, offset: 0 },
    { query: "limit=1e2&offset=0x10", limit: 50, offset: 0 },
    { query: "limit=10&limit=20&offset=1&offset=2", limit: 20, offset: 2 },
  ])("$query gives limit $limit, offset $offset", ({ query, limit, offset }) => {
    expect(read(query)).toMatchObject({ limit, offset });
  });

  test("the audit log has its own fields, and its id can order but not filter", () => {
    expect(read("id=5&action=pos.create&pos=1&ordering=id", auditFields)).toMatchObject({
      filters: [{ column: "action", comparison: "eq", value: "pos.create" }],
      ordering: ["id"],
    });
  });
});
