import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CreditForm,
  creditFieldOf,
  emptyCreditForm,
  toCreditBody,
} from "../../../../../api/app/invoices/credit/credit-form.js";
import { creditNoteShape } from "../../../../../api/schemas/note-request.js";
import { computeAmounts } from "../../../../../shared/domain/amounts.js";
import type { Item } from "../../../../../shared/domain/issuance-request.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

const item: Item = {
  description: "Yerba mate 1 kg",
  quantity: 3,
  price: 1_000,
  taxType: 5,
  code: null,
  unitType: 7,
  discount: 0,
  discountType: "percentage",
};
const typed = (given: Partial<CreditForm>): CreditForm => ({ ...emptyCreditForm("app-credit-1"), ...given });

test("the whole voucher is asked for without items, whatever else is typed", () => {
  const asked = toCreditBody(typed({ whole: true, quantities: ["1"], amount: "x" }), { items: [item] });
  expect(asked).toEqual({ body: { idempotency: "app-credit-1" }, faults: [], fieldOf: [] });
});

test("lines without a quantity are left out, and an amount is a line of its own", () => {
  const form = typed({ quantities: ["", "1,5", "0"], amount: "1.234,56", description: "Bonificación", taxType: "5" });
  const { body, faults, fieldOf } = toCreditBody(form, { items: [item, { ...item, description: "Azúcar" }, item] });
  expect(faults).toEqual([]);
  expect(body["items"]).toEqual([
    { ...item, description: "Azúcar", quantity: 1.5 },
    { description: "Bonificación", quantity: 1, price: 1234.56, taxType: 5 },
  ]);
  expect(fieldOf).toEqual(["quantity-1", "amount"]);
});

test("a part of a line has its part of a discount in money", () => {
  const { body } = toCreditBody(typed({ quantities: ["1"] }), {
    items: [{ ...item, discount: 100, discountType: "amount" }],
  });
  expect(body["items"]).toEqual([{ ...item, quantity: 1, discount: 33.33, discountType: "amount" }]);
});

test.each<[Partial<CreditForm>, string]>([
  [{}, "quantity-0"],
  [{ quantities: ["0"] }, "quantity-0"],
  [{ quantities: ["tres"] }, "quantity-0"],
  [{ quantities: ["-1"] }, "quantity-0"],
  [{ quantities: ["3,01"] }, "quantity-0"],
  [{ amount: "0" }, "amount"],
  [{ amount: "-5" }, "amount"],
  [{ amount: "mucho" }, "amount"],
])("%j is a fault of %s, before the API is asked", (given, field) => {
  expect(toCreditBody(typed(given), { items: [item] }).faults).toEqual([{ field, message: expect.any(String) }]);
});

test("what the API finds at fault stands beside the field that it was typed in", () => {
  const fieldOf = ["quantity-2", "amount"];
  expect(creditFieldOf("items.0.quantity", fieldOf)).toBe("quantity-2");
  expect(creditFieldOf("items.1.price", fieldOf)).toBe("amount");
  expect(creditFieldOf("items.1.taxType", fieldOf)).toBe("taxType");
  expect(creditFieldOf("legend", fieldOf)).toBe("legend");
  expect(creditFieldOf("voucherDate", fieldOf)).toBeNull();
  expect(creditFieldOf(null, fieldOf)).toBeNull();
});

const amount = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((cents) => cents / 100);
const items = fc.array(
  fc.record({
    description: fc.constantFrom("Yerba", "Azúcar"),
    quantity: fc.integer({ min: 1, max: 99_999 }).map((tenths) => tenths / 10),
    price: amount(100_000).map((price) => price + 1),
    taxType: fc.constantFrom(1, 2, 3, 4, 5, 6),
    code: fc.constant(null),
    unitType: fc.constant(7),
    discount: amount(0.1),
    discountType: fc.constantFrom("percentage" as const, "amount" as const),
  }),
  { minLength: 1, maxLength: 5 },
);

test("whatever is typed, what goes to the API is a body that it takes, and never more of a line than was sold", () => {
  const texts = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("", "1", "0,5", "1.000", "99999,9", "2.5"));
  const forms = fc.record({ quantities: fc.array(texts, { maxLength: 5 }), amount: texts, taxType: texts });
  fc.assert(
    fc.property(items, forms, (sold, form) => {
      const { body, faults, fieldOf } = toCreditBody(typed(form), { items: sold });
      if (faults.length > 0) return;
      const read = creditNoteShape.safeParse(body);
      const refused = read.success ? [] : read.error.issues.map(({ path }) => path.join("."));
      // More than an amount or a quantity may be is for the API to say.
      expect(refused.filter((path) => !/\.(price|quantity)$/.test(path))).toEqual([]);
      for (const [at, line] of (body["items"] as Item[]).entries()) {
        const [, index] = /^quantity-(\d+)$/.exec(fieldOf[at] ?? "") ?? [];
        if (index !== undefined) expect(line.quantity).toBeLessThanOrEqual(sold[Number(index)]?.quantity ?? 0);
      }
    }),
    propertyRuns(1_000),
  );
});

test("all of every line comes to what the voucher came to", () => {
  fc.assert(
    fc.property(items, fc.boolean(), (sold, priceIncludesVat) => {
      const form = typed({ quantities: sold.map(({ quantity }) => String(quantity).replace(".", ",")) });
      const credited = toCreditBody(form, { items: sold }).body["items"] as Item[];
      const amountsOf = (lines: Item[]) =>
        computeAmounts({ voucherType: 6, items: lines, priceIncludesVat, tributes: [] });
      expect(amountsOf(credited)).toEqual(amountsOf(sold));
    }),
    propertyRuns(500),
  );
});
