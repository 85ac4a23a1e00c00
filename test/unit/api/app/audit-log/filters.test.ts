import fc from "fast-check";
import { expect, test } from "vitest";
import { type AuditFilters, filterNames, toApiQuery, toPageQuery } from "../../../../../api/app/audit-log/filters.js";
import { auditFields } from "../../../../../shared/db/listing/listed-fields.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const none: AuditFilters = { actor: "", email: "", action: "", from: "", to: "" };
const queryOf = (filters: Partial<AuditFilters>) => Object.fromEntries(toApiQuery({ ...none, ...filters }).query);

test.each<{ filters: Partial<AuditFilters>; query: Record<string, string> }>([
  { filters: {}, query: {} },
  { filters: { actor: "user", email: "ana@example.com" }, query: { actorType: "user", actorEmail: "ana@example.com" } },
  { filters: { action: "pos.create" }, query: { action: "pos.create" } },
  {
    filters: { from: "2026-11-01", to: "23/11/2026" },
    query: { created__gte: "2026-11-01T03:00:00.000Z", created__lt: "2026-11-24T03:00:00.000Z" },
  },
])("$filters becomes the API's own filters", ({ filters, query }) => {
  expect(queryOf(filters)).toEqual(query);
});

test("a day that does not exist is said, and left out", () => {
  const { query, faults } = toApiQuery({ ...none, from: "2026-02-30", to: "2026-11-23" });
  expect(Object.keys(faults)).toEqual(["from"]);
  expect(Object.fromEntries(query)).toEqual({ created__lt: "2026-11-24T03:00:00.000Z" });
});

const anyFilters = fc.record({
  actor: fc.string(),
  email: fc.string(),
  action: fc.string(),
  from: fc.oneof(fc.string(), fc.constant("2026-11-01")),
  to: fc.oneof(fc.string(), fc.constant("23/11/2026")),
});

test("whatever was typed, the API is asked by fields that it lists, and the next page asks the same", () => {
  fc.assert(
    fc.property(anyFilters, fc.nat(1_000), (filters, offset) => {
      const { query } = toApiQuery(filters);
      for (const name of query.keys()) expect(Object.keys(auditFields)).toContain(name.replace(/__\w+$/, ""));
      const next = new URLSearchParams(toPageQuery(filters, offset));
      expect(next.get("offset")).toBe(offset === 0 ? null : `${offset}`);
      const again = Object.fromEntries(filterNames.map((name) => [name, next.get(name) ?? ""]));
      expect(again).toEqual(filters);
    }),
    propertyRuns(300),
  );
});
