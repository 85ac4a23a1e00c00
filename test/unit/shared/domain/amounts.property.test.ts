import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

/** An independent oracle, written from api/README.md, rules 7 to 13: exact integer fractions, without a decimal library. */
type Cents = bigint;
const roundHalfUp = (numerator: bigint, denominator: bigint): Cents =>
  (2n * numerator + denominator) / (2n * denominator);
const rates = new Map<number, bigint>([
  [3, 0n],
  [4, 105n],
  [5, 210n],
  [6, 270n],
  [8, 50n],
  [9, 25n],
]);

interface Line {
  quantity: bigint; // millionths
  price: bigint; // millionths
  discount: bigint; // millionths, of a percentage or of an amount
  discountType: "percentage" | "amount";
  taxType: number;
}

function oracle(lines: Line[], priceIncludesVat: boolean, isC: boolean) {
  const totals = { net: 0n, vat: 0n, exempt: 0n, notTaxable: 0n };
  const rows = new Map<number, { base: Cents; amount: Cents }>();
  for (const line of lines) {
    const subtotal = roundHalfUp(line.quantity * line.price * 100n, 10n ** 12n);
    const discount =
      line.discountType === "percentage"
        ? roundHalfUp(subtotal * line.discount, 10n ** 8n)
        : roundHalfUp(line.discount, 10n ** 4n);
    const amount = subtotal - discount;
    const rate = rates.get(line.taxType);
    if (isC) totals.net += amount;
    else if (rate === undefined) totals[line.taxType === 2 ? "exempt" : "notTaxable"] += amount;
    else {
      const base = priceIncludesVat ? roundHalfUp(amount * 1000n, 1000n + rate) : amount;
      const vat = priceIncludesVat ? amount - base : roundHalfUp(base * rate, 1000n);
      totals.net += base;
      totals.vat += vat;
      const row = rows.get(line.taxType) ?? { base: 0n, amount: 0n };
      rows.set(line.taxType, { base: row.base + base, amount: row.amount + vat });
    }
  }
  for (const [taxType, { base }] of rows) if (base === 0n) rows.delete(taxType);
  return { ...totals, rows };
}

const toText = (cents: Cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
const toNumber = (millionths: bigint) =>
  Number(`${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, "0")}`);

/** Millionths with at most `decimals` decimals, small enough for a JSON number to hold exactly. */
const millionths = (most: number, decimals: number) =>
  fc.integer({ min: 0, max: most * 10 ** decimals }).map((scaled) => BigInt(scaled) * 10n ** BigInt(6 - decimals));

const line = fc
  .record({
    quantity: fc
      .oneof(millionths(1000, 2), millionths(100, 4), millionths(20, 6))
      .filter((quantity) => quantity >= 100n),
    price: fc.oneof(millionths(1_000_000, 2), millionths(10_000, 4), millionths(100, 6)),
    taxType: fc.constantFrom(1, 2, 3, 4, 5, 6, 8, 9, 77),
    discountType: fc.constantFrom("percentage" as const, "amount" as const),
    share: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  })
  .map(({ share, ...rest }): Line => {
    const subtotal = (rest.quantity * rest.price) / 10n ** 6n;
    const most = rest.discountType === "percentage" ? 100_000_000n : (subtotal / 10_000n) * 10_000n;
    return { ...rest, discount: (most * BigInt(share)) / 10_000n };
  })
  .filter((each) => each.discount <= 10n ** 15n);

test("[R7 R8 R9 R10 R11 R12 R13] computeAmounts equals an exact rational oracle (api/README.md, rules 7 to 13)", () => {
  const voucher = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    priceIncludesVat: fc.boolean(),
    voucherType: fc.constantFrom(1, 3, 6, 8, 11, 13),
    tributes: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(voucher, ({ lines, priceIncludesVat, voucherType, tributes }) => {
      const expected = oracle(lines, priceIncludesVat, voucherType >= 11);
      const amounts = computeAmounts({
        voucherType,
        priceIncludesVat,
        items: lines.map((each) => ({
          description: "x",
          code: null,
          unitType: 7,
          quantity: toNumber(each.quantity),
          price: toNumber(each.price),
          discount: toNumber(each.discount),
          discountType: each.discountType,
          taxType: each.taxType,
        })),
        tributes: tributes.map((cents) => ({
          type: 99,
          baseAmount: 0,
          aliquot: 0,
          subtotal: cents / 100,
          description: null,
        })),
      });
      const { net, vat, exempt, notTaxable } = expected;
      const tributesTotal = tributes.reduce((total, cents) => total + BigInt(cents), 0n);
      const rows = [...expected.rows].sort(([a], [b]) => a - b);
      // `expect` takes several times as long, in a hundred thousand cases.
      assert.deepEqual(
        {
          sums: [amounts.net, amounts.vat, amounts.exempt, amounts.notTaxable, amounts.tributes, amounts.total],
          rows: amounts.vatRows.map((row) => [row.taxType, row.base, row.amount]),
        },
        {
          sums: [net, vat, exempt, notTaxable, tributesTotal, net + vat + exempt + notTaxable + tributesTotal].map(
            toText,
          ),
          rows: rows.map(([taxType, row]) => [taxType, toText(row.base), toText(row.amount)]),
        },
      );
    }),
    propertyRuns(100_000),
  );
});
