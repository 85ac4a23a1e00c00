import { describe, expect, test } from "vitest";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import type { Item } from "../../../../shared/domain/issuance-request.js";

const item = (over: Partial<Item>): Item => ({
  description: "Artículo",
  quantity: 1,
  price: 100,
  taxType: 5,
  code: null,
  unitType: 7,
  discount: 0,
  discountType: "percentage",
  ...over,
});
const compute = (items: Item[], over: Partial<Parameters<typeof computeAmounts>[0]> = {}) =>
  computeAmounts({ voucherType: 6, items, priceIncludesVat: true, tributes: [], ...over });

describe("computeAmounts (api/README.md, rules 7 to 13)", () => {
  test("[R9] a line of 100 at 21 % included gives base 82.64 and VAT 17.36", () => {
    expect(compute([item({})])).toMatchObject({ net: "82.64", vat: "17.36", total: "100.00" });
  });

  test("[R9 R10] a net price has its VAT added on top", () => {
    expect(compute([item({})], { priceIncludesVat: false })).toMatchObject({
      net: "100.00",
      vat: "21.00",
      total: "121.00",
    });
  });

  test.each([
    {
      name: "a percentage of the subtotal",
      over: { quantity: 3, price: 33.33, discount: 10 },
      line: ["99.99", "10.00", "89.99"],
    },
    {
      name: "an amount of the whole line",
      over: { quantity: 3, price: 33.33, discount: 9.99, discountType: "amount" as const },
      line: ["99.99", "9.99", "90.00"],
    },
    { name: "half a cent rounds up", over: { quantity: 1, price: 0.05, discount: 50 }, line: ["0.05", "0.03", "0.02"] },
  ])("[R7] the discount is $name", ({ over, line: [subtotal, discount, amount] }) => {
    expect(compute([item(over)]).lines[0]).toMatchObject({ subtotal, discount, amount });
  });

  test.each([
    { taxType: 2, where: "exempt" },
    { taxType: 1, where: "notTaxable" },
    { taxType: 77, where: "notTaxable" },
    { taxType: 3, where: "net" },
  ] as const)("[R8] a line of tax type $taxType is added to $where", ({ taxType, where }) => {
    const amounts = compute([item({ taxType })]);
    expect(amounts[where]).toBe("100.00");
    expect(amounts.total).toBe("100.00");
    expect(amounts.vatRows).toHaveLength(taxType === 3 ? 1 : 0);
  });

  test("[R11 R12] each rate present, even 0 %, has one VAT row, and the rows sum exactly to net and VAT", () => {
    const amounts = compute([5, 5, 5, 4, 6, 8, 9, 3, 2, 1].map((taxType) => item({ taxType })));
    expect(amounts.vatRows.map((row) => [row.taxType, row.rate, row.base, row.amount])).toEqual([
      [3, "0", "100.00", "0.00"],
      [4, "10.5", "90.50", "9.50"],
      [5, "21", "247.92", "52.08"],
      [6, "27", "78.74", "21.26"],
      [8, "5", "95.24", "4.76"],
      [9, "2.5", "97.56", "2.44"],
    ]);
    expect(amounts).toMatchObject({
      net: "709.96",
      vat: "90.04",
      exempt: "100.00",
      notTaxable: "100.00",
      total: "1000.00",
    });
  });

  test("[R11] tributes are added as given", () => {
    const tributes = [{ type: 99, baseAmount: 100, aliquot: 1.5, subtotal: 1.51, description: "Tasa" }];
    expect(compute([item({})], { tributes })).toMatchObject({ tributes: "1.51", total: "101.51" });
  });

  test("[R13] a C voucher puts every line into net, whatever its tax type and the flag", () => {
    for (const priceIncludesVat of [true, false]) {
      const amounts = compute([item({}), item({ taxType: 2 }), item({ taxType: null })], {
        voucherType: 11,
        priceIncludesVat,
      });
      expect(amounts).toMatchObject({
        net: "300.00",
        vat: "0.00",
        exempt: "0.00",
        notTaxable: "0.00",
        total: "300.00",
        vatRows: [],
      });
    }
  });

  test("binary rounding does not show: 0.1 × 3 is 0.30", () => {
    expect(compute([item({ quantity: 3, price: 0.1, taxType: 2 })])).toMatchObject({ exempt: "0.30" });
  });
});
