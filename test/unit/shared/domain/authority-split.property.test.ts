import fc from "fast-check";
import { expect, test } from "vitest";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { Decimal, sum } from "../../../../shared/domain/money.js";
import { findVatBreaches } from "../../../../shared/domain/tolerance.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { sampleItem } from "../../renderer/sample-voucher.js";

const line = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1, max: 50_000 }).map((scaled) => scaled / 1_000),
  ),
  price: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 5_000_000 })).map((cents) => cents / 100),
  taxType: fc.constantFrom(1, 2, 3, 4, 5, 5, 5, 6, 8, 9),
  discount: fc.constantFrom(0, 0, 0, 10, 33.33),
});
const basket = fc.record({
  items: fc.array(line.map(sampleItem), { minLength: 1, maxLength: 60 }),
  priceIncludesVat: fc.boolean(),
  voucherType: fc.constantFrom(1, 6),
});

test("the authority's split brings every basket within the tolerance, and every row still adds up (issuer/README.md, section 7)", () => {
  fc.assert(
    fc.property(basket, (input) => {
      const literal = computeAmounts({ ...input, tributes: [] });
      const split = computeAmounts({ ...input, tributes: [] }, "authority");

      // A single cent with its VAT included can have none.
      const least = input.priceIncludesVat ? "0.01" : "0";
      const canHaveVat = literal.vatRows.some(({ taxType, base }) => taxType !== 3 && new Decimal(base).gt(least));
      if (canHaveVat) expect(findVatBreaches(split, input.voucherType)).toEqual([]);
      if (input.priceIncludesVat) expect(split.total).toBe(literal.total);
      else expect(split.net).toBe(literal.net);

      const add = (amounts: string[]) => sum(amounts.map((amount) => new Decimal(amount))).toFixed(2);
      expect(add(split.vatRows.map((row) => row.base))).toBe(split.net);
      expect(add(split.vatRows.map((row) => row.amount))).toBe(split.vat);
      expect(add(split.lines.map((each) => each.vat))).toBe(split.vat);
      split.lines.forEach((each, index) => {
        const before = literal.lines[index];
        expect(each.amount).toBe(before?.amount);
        expect(new Decimal(each.vat).isNegative() || new Decimal(each.base).isNegative()).toBe(false);
        if (input.priceIncludesVat) expect(add([each.base, each.vat])).toBe(each.amount);
        else expect(each.base).toBe(each.amount);
      });

      // A rate within the tolerance keeps its row.
      const breaches = new Set(findVatBreaches(literal, input.voucherType).map((breach) => breach.taxType));
      for (const row of literal.vatRows.filter((each) => !breaches.has(each.taxType)))
        expect(split.vatRows).toContainEqual(row);
    }),
    propertyRuns(5_000),
  );
});

test("the authority's split moves the fewest cents: with one less the authority would still refuse", () => {
  fc.assert(
    fc.property(basket, (input) => {
      const literal = computeAmounts({ ...input, tributes: [] });
      const split = computeAmounts({ ...input, tributes: [] }, "authority");
      for (const breach of findVatBreaches(literal, input.voucherType)) {
        if (breach.code === 10018) continue;
        const after = split.vatRows.find((row) => row.taxType === breach.taxType);
        const moved = new Decimal(after?.amount ?? 0).minus(breach.amount);
        expect(moved.isZero()).toBe(false);
        const oneLess = moved.minus(moved.isNegative() ? "-0.01" : "0.01");
        const row = {
          ...breach,
          amount: new Decimal(breach.amount).plus(oneLess).toFixed(2),
          base: input.priceIncludesVat ? new Decimal(breach.base).minus(oneLess).toFixed(2) : breach.base,
        };
        expect(findVatBreaches({ vat: "1.00", vatRows: [row] }, input.voucherType)).toHaveLength(1);
      }
    }),
    propertyRuns(2_000),
  );
});

test("for three lines of 100 including 21 %, which breach the tolerance, the split moves one cent and keeps the total", () => {
  const input = {
    voucherType: 6,
    priceIncludesVat: true,
    tributes: [],
    items: [1, 2, 3].map(() => sampleItem({ quantity: 1, price: 100, taxType: 5 })),
  };
  expect(computeAmounts(input)).toMatchObject({ net: "247.92", vat: "52.08", total: "300.00", rounding: "line" });
  expect(findVatBreaches(computeAmounts(input), 6)).toMatchObject([
    { taxType: 5, base: "247.92", amount: "52.08", expected: "52.06" },
  ]);
  expect(computeAmounts(input, "authority")).toMatchObject({
    net: "247.93",
    vat: "52.07",
    total: "300.00",
    rounding: "authority",
  });
});

test("a voucher whose lines all round to no VAT breaches too, notes included, and its split has VAT", () => {
  const items = Array.from({ length: 60 }, () => sampleItem({ quantity: 1, price: 0.02, taxType: 5 }));
  for (const [voucherType, code] of [
    [6, 10051],
    [8, 10018],
    [3, 10018],
    [52, 10018],
  ] as const) {
    const input = { voucherType, priceIncludesVat: true, tributes: [], items };
    expect(findVatBreaches(computeAmounts(input), voucherType)).toMatchObject([{ code, amount: "0.00" }]);
    expect(findVatBreaches(computeAmounts(input, "authority"), voucherType)).toEqual([]);
  }
  const one = { voucherType: 6, priceIncludesVat: true, tributes: [], items: items.slice(0, 1) };
  expect(findVatBreaches(computeAmounts(one), 6)).toMatchObject([{ code: 10018, expected: "0.01" }]);
  expect(computeAmounts(one, "authority")).toMatchObject({ net: "0.01", vat: "0.01", total: "0.02" });
  const exempt = { ...one, items: [sampleItem({ quantity: 1, price: 0.02, taxType: 3 })] };
  expect(findVatBreaches(computeAmounts(exempt), 6)).toEqual([]);
});

test("the tolerance does not apply to notes and C vouchers", () => {
  const items = [1, 2, 3].map(() => sampleItem({ quantity: 1, price: 100, taxType: 5 }));
  for (const voucherType of [2, 3, 7, 8, 11, 12, 13]) {
    expect(
      findVatBreaches(computeAmounts({ voucherType, priceIncludesVat: true, tributes: [], items }), voucherType),
    ).toEqual([]);
  }
});
