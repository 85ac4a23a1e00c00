import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printedRows } from "../../../renderer/printed-rows.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import type { IssuanceRequest, Item } from "../../../shared/domain/issuance-request.js";
import { Decimal, sum, toCents } from "../../../shared/domain/money.js";
import { getVoucherType } from "../../../shared/domain/voucher-types.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { anyBody } from "./any-body.js";
import { sampleBody, sampleItem } from "./sample-voucher.js";

const rowsOf = (changes: Partial<IssuanceRequest>) => {
  const body = sampleBody(changes);
  return printedRows(body, computeAmounts(body).lines);
};

const rowOf = (item: Partial<Item>, changes: Partial<IssuanceRequest> = {}) =>
  rowsOf({ ...changes, items: [sampleItem(item)] })[0];

describe("printedRows", () => {
  test.each([
    {
      name: "A derives the net unit price from a final one",
      item: { price: 100 },
      changes: { voucherType: 1 },
      row: { unitPrice: "82.64", discount: "0.00", amount: "82.64", amountWithVat: "100.00" },
    },
    {
      name: "A adds decimals only until the row adds up",
      item: { price: 100, quantity: 3 },
      changes: { voucherType: 1 },
      row: { unitPrice: "82.643", amount: "247.93", amountWithVat: "300.00" },
    },
    {
      name: "A keeps the net prices of the request",
      item: { price: 82.5, quantity: 2 },
      changes: { voucherType: 1, priceIncludesVat: false },
      row: { unitPrice: "82.50", amount: "165.00", amountWithVat: "199.65" },
    },
    {
      name: "A converts the discount to the net basis",
      item: { price: 1000, discount: 10 },
      changes: { voucherType: 1 },
      row: { unitPrice: "826.44", discount: "82.64", discountRate: "10", amount: "743.80", amountWithVat: "900.00" },
    },
    {
      name: "A leaves an exempt line unchanged",
      item: { price: 100, taxType: 2 },
      changes: { voucherType: 1 },
      row: { unitPrice: "100.00", amount: "100.00", amountWithVat: "100.00", vat: { kind: "exempt" } },
    },
    {
      name: "B keeps the final prices of the request",
      item: { price: 100, quantity: 3 },
      changes: {},
      row: { unitPrice: "100.00", amount: "300.00" },
    },
    {
      name: "B derives the final unit price from a net one",
      item: { price: 82.64, quantity: 3, taxType: 5 },
      changes: { priceIncludesVat: false },
      row: { unitPrice: "99.994", amount: "299.98" },
    },
    {
      name: "C prints the prices of the request",
      item: { price: 10.5, quantity: 2, taxType: null, discount: 1, discountType: "amount" as const },
      changes: { voucherType: 11 },
      row: { unitPrice: "10.50", discount: "1.00", discountRate: null, amount: "20.00" },
    },
    {
      name: "the precisions are minimums",
      item: { price: 10.5, quantity: 1.2345 },
      changes: { settings: { quantityPrecision: 2 as const, pricePrecision: 4 as const } },
      row: { unitPrice: "10.5000", quantity: "1.2345", amount: "12.96" },
    },
    {
      name: "binary rounding noise is not printed",
      item: { price: 1755.9299999999998, quantity: 0.1 + 0.2 },
      changes: {},
      row: { unitPrice: "1755.93", quantity: "0.30", amount: "526.78" },
    },
  ])("$name", ({ item, changes, row }) => {
    expect(rowOf(item, changes)).toMatchObject(row);
  });

  test("a missing line amount is an error", () => {
    expect(() => printedRows(sampleBody(), [])).toThrow(RangeError);
  });
});

test("[R14] every printed row multiplies to its amount, and the rows add up to the declared total, also with the authority's split", () => {
  fc.assert(
    fc.property(anyBody, fc.constantFrom("line" as const, "authority" as const), (changes, rounding) => {
      const body = sampleBody(changes);
      const amounts = computeAmounts(body, rounding);
      const rows = printedRows(body, amounts.lines);
      for (const row of rows) {
        const gross = toCents(new Decimal(row.unitPrice).times(row.quantity));
        expect(gross.minus(row.discount).toFixed(2)).toBe(row.amount);
        expect(new Decimal(row.unitPrice).decimalPlaces()).toBeLessThanOrEqual(12);
        expect(row.unitPrice.split(".")[1]?.length).toBeGreaterThanOrEqual(body.settings.pricePrecision);
      }
      const { net, vat, exempt, notTaxable } = amounts;
      const untaxed = sum([net, exempt, notTaxable].map((amount) => new Decimal(amount)));
      const printed = sum(rows.map((row) => new Decimal(row.amount)));
      const declared = getVoucherType(body.voucherType).letter === "A" ? untaxed : untaxed.plus(vat);
      expect(printed.toFixed(2)).toBe(declared.toFixed(2));
      expect(sum(rows.map((row) => new Decimal(row.amountWithVat))).toFixed(2)).toBe(untaxed.plus(vat).toFixed(2));
    }),
    propertyRuns(2_000),
  );
});
