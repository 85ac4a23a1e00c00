import fc from "fast-check";
import { expect, test } from "vitest";
import { type Amounts, computeAmounts } from "../../../../shared/domain/amounts.js";
import type { Item } from "../../../../shared/domain/issuance-request.js";
import { Decimal, sum } from "../../../../shared/domain/money.js";
import { amountsOfRest, type LinedVoucher } from "../../../../shared/domain/rest-of-original.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { sampleItem } from "../../renderer/sample-voucher.js";

const pesos = { id: "PES", quotation: 1 };
const inputOf = (items: Item[], priceIncludesVat: boolean, voucherType: number) => ({
  ...{ items, priceIncludesVat, voucherType, tributes: [] },
});
const add = (amounts: string[]) => sum(amounts.map((amount) => new Decimal(amount))).toFixed(2);

/** A voucher, and notes of parts of it, each with what the service declares for it. */
function creditInParts(items: Item[], parts: Item[][], priceIncludesVat: boolean, rounding: "line" | "authority") {
  const terms = { priceIncludesVat, currency: pesos };
  const original: LinedVoucher = {
    ...terms,
    items,
    amounts: computeAmounts(inputOf(items, priceIncludesVat, 1), rounding),
  };
  const credits: (LinedVoucher & { amounts: Amounts })[] = [];
  for (const part of parts) {
    const note = { ...terms, voucherType: 3, items: part, amounts: computeAmounts(inputOf(part, priceIncludesVat, 3)) };
    credits.push({ ...note, amounts: amountsOfRest(original, credits, note) });
  }
  return { original: original.amounts as Amounts, credits: credits.map(({ amounts }) => amounts) };
}

test("five units of 0.12 net are credited one by one, and the last note takes the 0.13 that is left", () => {
  const unit = (quantity: number) => sampleItem({ quantity, price: 0.12, taxType: 5 });
  const parts = Array.from({ length: 5 }, () => [unit(1)]);
  const { original, credits } = creditInParts([unit(5)], parts, false, "line");
  expect(original.total).toBe("0.73");
  expect(credits.map(({ total }) => total)).toEqual(["0.15", "0.15", "0.15", "0.15", "0.13"]);
  expect(credits.at(-1)).toMatchObject({ net: "0.12", vat: "0.01", lines: [{ base: "0.12", vat: "0.01" }] });
});

test("the parts of a voucher come to the whole, whatever was rounded, and every note's rows add up", () => {
  const item = fc
    .record({
      quantity: fc.integer({ min: 1, max: 6 }),
      price: fc.integer({ min: 1, max: 300 }).map((cents) => cents / 100),
      taxType: fc.constantFrom(1, 2, 3, 4, 5, 5, 6),
    })
    .map(sampleItem);
  const basket = fc.record({
    items: fc.array(item, { minLength: 2, maxLength: 12 }),
    owner: fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
    priceIncludesVat: fc.boolean(),
    rounding: fc.constantFrom("line" as const, "authority" as const),
  });
  let whole = 0;
  fc.assert(
    fc.property(basket, ({ items, owner, priceIncludesVat, rounding }) => {
      const parts = [0, 1, 2, 3]
        .map((part) => items.filter((_, index) => owner[index] === part))
        .filter((part) => part[0]);
      const { original, credits } = creditInParts(items, parts, priceIncludesVat, rounding);
      const last = credits.at(-1);
      if (!last) return;
      expect(add(last.lines.map(({ vat }) => vat))).toBe(last.vat);
      expect(add([last.net, last.vat, last.exempt, last.notTaxable])).toBe(last.total);
      expect(last.lines.every(({ vat, base }) => Number(vat) >= 0 && Number(base) >= 0)).toBe(true);
      if (priceIncludesVat) for (const { amount, base, vat } of last.lines) expect(add([base, vat])).toBe(amount);
      // Where the rest has VAT that its rates can have.
      if (Number(original.vat) > 0 && last.rounding === "authority") {
        whole += 1;
        expect(add(credits.map(({ total }) => total))).toBe(original.total);
        expect(add(credits.map(({ vat }) => vat))).toBe(original.vat);
      }
    }),
    propertyRuns(2_000),
  );
  expect(whole).toBeGreaterThan(50);
});

test.each<[string, Partial<LinedVoucher>]>([
  ["another currency", { currency: { id: "DOL", quotation: 1_000 } }],
  ["items that nobody knows", { items: null }],
  ["prices of the other kind", { priceIncludesVat: true }],
])("a credit of %s among the others leaves the note its own amounts", (_, change) => {
  const unit = (quantity: number) => sampleItem({ quantity, price: 0.12, taxType: 5 });
  const terms = { priceIncludesVat: false, currency: pesos };
  const lined = (items: Item[]) => ({ ...terms, items, amounts: computeAmounts(inputOf(items, false, 1)) });
  const note = { ...lined([unit(1)]), voucherType: 3 };
  const credits = [lined([unit(4)])];
  expect(amountsOfRest(lined([unit(5)]), credits, note)).toMatchObject({ rounding: "authority" });
  expect(amountsOfRest(lined([unit(5)]), [{ ...lined([unit(4)]), ...change }], note)).toBe(note.amounts);
  expect(amountsOfRest(lined([unit(6)]), credits, note)).toBe(note.amounts);
});
