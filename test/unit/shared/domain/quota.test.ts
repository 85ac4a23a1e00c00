import { expect, test } from "vitest";
import { argentineDay, isFiscalDate } from "../../../../shared/domain/calendar.js";
import { periodEndOf, periodStartOf, toQuota } from "../../../../shared/domain/quota.js";

test.each([
  { anchor: "2026-01-15", today: "2026-03-14", start: "2026-02-15", end: "2026-03-15" },
  { anchor: "2026-01-15", today: "2026-03-15", start: "2026-03-15", end: "2026-04-15" },
  { anchor: "2026-01-31", today: "2026-02-27", start: "2026-01-31", end: "2026-02-28" },
  { anchor: "2026-01-31", today: "2026-02-28", start: "2026-02-28", end: "2026-03-31" },
  { anchor: "2024-02-29", today: "2026-02-28", start: "2026-02-28", end: "2026-03-29" },
  { anchor: "2026-11-21", today: "2026-11-21", start: "2026-11-21", end: "2026-12-21" },
  { anchor: "2025-12-05", today: "2026-01-04", start: "2025-12-05", end: "2026-01-05" },
])("the period of $today, anchored on $anchor, runs from $start to $end", ({ anchor, today, start, end }) => {
  expect(periodStartOf(anchor, today)).toBe(start);
  expect(periodEndOf(anchor, start)).toBe(end);
});

test("remaining is never negative, and the excess is overage", () => {
  const usage = { monthlyVouchers: 10, extra: 2, reserved: 0, anchor: "2026-01-01", periodStart: "2026-11-01" };
  expect(toQuota({ ...usage, usedProduction: 3, usedHomologation: 4 })).toEqual({
    type: "invoices",
    granted: 12,
    used: 7,
    remaining: 5,
    overage: 0,
    periodEnd: "2026-12-01",
    breakdown: { production: 3, homologation: 4 },
  });
  expect(toQuota({ ...usage, usedProduction: 13, usedHomologation: 1 })).toMatchObject({ remaining: 0, overage: 2 });
});

test("a fiscal day is a day in Argentina, three hours behind UTC", () => {
  expect(argentineDay(Date.parse("2026-11-22T02:59:59Z"))).toBe("2026-11-21");
  expect(argentineDay(Date.parse("2026-11-22T03:00:00Z"))).toBe("2026-11-22");
});

test.each([
  ["20261121", true],
  ["20240229", true],
  ["20260229", false],
  ["20261301", false],
  ["20260431", false],
  ["2026112", false],
  ["00010101", false],
])("isFiscalDate(%s) is %s", (text, exists) => {
  expect(isFiscalDate(text)).toBe(exists);
});
