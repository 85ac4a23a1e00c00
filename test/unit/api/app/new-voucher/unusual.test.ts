import { expect, test } from "vitest";
import { toBody } from "../../../../../api/app/new-voucher/to-body.js";
import { findUnusual, isUnusual, usualOf } from "../../../../../api/app/new-voucher/unusual.js";
import { argentineDay } from "../../../../../shared/domain/calendar.js";

const sold = (...totals: number[]) =>
  totals.map((total) => ({ totalAmount: total.toFixed(2), currencyQuotation: "1.000000" }));

test.each([
  ["the first sale of a new company", [], "1234567.00", false],
  ["the fifth sale, with four before it", [100, 100, 100, 100], "1234567.00", false],
  ["a sale like the others", [900, 1_000, 1_100, 950, 1_200], "1300.00", false],
  ["up to five times the largest", [900, 1_000, 1_100, 950, 1_200], "6000.00", false],
  ["beyond five times the largest", [900, 1_000, 1_100, 950, 1_200], "6000.01", true],
  ["two zeros too many", [900, 1_000, 1_100, 950, 1_200], "100000.00", true],
  ["a company that sells small and large", [10, 20, 30, 40, 900_000], "1000000.00", false],
  ["only vouchers of nothing", [0, 0, 0, 0, 0], "100.00", false],
])("%s", (_, before, total, isAsked) => {
  expect(isUnusual(total, 1, usualOf(sold(...before)))).toBe(isAsked);
});

test("amounts are compared in pesos, whatever the currency", () => {
  const dollars = Array.from({ length: 5 }, () => ({ totalAmount: "100.00", currencyQuotation: "1000.000000" }));
  expect(isUnusual("400000.00", 1, usualOf(dollars))).toBe(false);
  expect(isUnusual("600.00", 1_000, usualOf(dollars))).toBe(true);
});

test.each([1, 3, 6, 51, 201, 203, 206])("a voucher of type %i is asked about, once for its total", (type) => {
  const typed = {
    ...{ posNumber: "1", concept: "1", voucherType: String(type), voucherDate: argentineDay(Date.now()) },
    ...{ "customer.docNumber": "30710151543", "customer.name": "Ana", "customer.taxType": "1" },
    ...{ "items.0.description": "x", "items.0.quantity": "1", "items.0.price": "121", "items.0.taxType": "5" },
    ...{ priceIncludesVat: "true", usual: "100.00" },
  };
  const over = [6, 206].includes(type) ? { ...typed, "customer.taxType": "4" } : typed;
  const draft = toBody("key", over, { taxType: 1 });
  expect(findUnusual(draft, over)).toEqual({ total: "121.00", currency: "PES" });
  expect(findUnusual(draft, { ...over, asked: "121.00" })).toBeUndefined();
  expect(findUnusual(draft, { ...over, asked: "120.00" })).toBeDefined();
  expect(findUnusual(draft, { ...over, usual: "" })).toBeUndefined();
});
