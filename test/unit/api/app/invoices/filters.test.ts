import fc from "fast-check";
import { expect, test } from "vitest";
import { readAskedList, toAddressQuery, toApiQuery } from "../../../../../api/app/invoices/list/asked-list.js";
import { readFilters, toApiFilters } from "../../../../../api/app/invoices/list/filters.js";
import { monthOf } from "../../../../../api/app/invoices/list/months.js";
import { nextOrder } from "../../../../../api/app/invoices/list/order.js";
import { ignoredInFilters, ignoredInListing } from "../../../../../api/parsing/ignored-in-listing.js";
import { voucherFields } from "../../../../../shared/db/listing/listed-fields.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const toApi = (query: Record<string, string>) => toApiFilters(readFilters(new URLSearchParams(query)));

test.each<[Record<string, string>, [string, string][]]>([
  [{ number: "12" }, [["number", "12"]]],
  [
    { number: "00001-00000012" },
    [
      ["pos", "00001"],
      ["number", "00000012"],
    ],
  ],
  [
    { number: "Factura B 0001-00000012" },
    [
      ["pos", "0001"],
      ["number", "00000012"],
    ],
  ],
  [{ document: "20-11111111-2" }, [["docNumber", "20111111112"]]],
  [{ document: "11.111.111" }, [["docNumber", "11111111"]]],
  [
    { from: "2026-11-01", to: "30/11/2026" },
    [
      ["date__gte", "20261101"],
      ["date__lte", "20261130"],
    ],
  ],
  [
    { min: "1.234,56", max: "$ 2000" },
    [
      ["total__gte", "1234.56"],
      ["total__lte", "2000"],
    ],
  ],
  [
    { type: "6", pos: "1", source: "app", reference: "sale 7", cae: "86479525117674" },
    [
      ["type", "6"],
      ["pos", "1"],
      ["source", "app"],
      ["externalReference", "sale 7"],
      ["cae", "86479525117674"],
    ],
  ],
  [{ from: " ", unknown: "1" }, []],
])("%j means %j to the API", (query, expected) => {
  expect(toApi(query)).toEqual({ query: expected, faults: [] });
});

test.each(["number", "document", "type", "pos", "from", "to", "min", "max", "source", "cae"])(
  "a %s that cannot be read filters nothing, and is said beside its field",
  (field) => {
    expect(toApi({ [field]: "x?", reference: "r" })).toEqual({
      query: [["externalReference", "r"]],
      faults: [{ field, message: expect.stringMatching(/\.$/) }],
    });
  },
);

const typed = fc.oneof(
  fc.string({ maxLength: 140, unit: "binary" }),
  fc.constantFrom("", "12", "1-12", "0001-00000012", "20-11111111-2", "2026-11-01", "31/12/2026", "1.234,56", "app"),
);
const names = ["number", "document", "type", "pos", "from", "to", "min", "max", "source", "reference", "cae"];
const addresses = fc
  .record(Object.fromEntries([...names, "order", "offset", "other"].map((name) => [name, typed])), { requiredKeys: [] })
  .map((query) => new URLSearchParams(query as Record<string, string>));

test("whatever an address asks for, the API ignores nothing of the query that is made of it", () => {
  fc.assert(
    fc.property(addresses, (query) => {
      const asked = readAskedList(query);
      expect([...ignoredInListing(voucherFields)(toApiQuery(asked, "page"))]).toEqual([]);
      expect([...ignoredInFilters(voucherFields, "locale")(toApiQuery(asked, "csv"))]).toEqual([]);
    }),
    propertyRuns(2_000),
  );
});

test("the address of what was asked for asks for the same", () => {
  fc.assert(
    fc.property(addresses, (query) => {
      const asked = readAskedList(query);
      expect(readAskedList(new URLSearchParams(toAddressQuery(asked)))).toEqual(asked);
    }),
    propertyRuns(1_000),
  );
});

test("the whole list has an address without a query", () => {
  expect(toAddressQuery(readAskedList(new URLSearchParams("number=&from=&order=&offset=0")))).toBe("");
});

test("a click on a head orders by the greatest first, and a second one by the least", () => {
  expect(nextOrder("total", "")).toBe("-total");
  expect(nextOrder("total", "-total")).toBe("total");
  expect(nextOrder("total", "total")).toBe("-total");
  expect(nextOrder("total", "-date")).toBe("-total");
});

test("a month has its first and its last day", () => {
  expect(monthOf("2026-03-31", 0)).toEqual({ from: "2026-03-01", to: "2026-03-31" });
  expect(monthOf("2026-03-31", 1)).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(monthOf("2026-01-15", 1)).toEqual({ from: "2025-12-01", to: "2025-12-31" });
});
