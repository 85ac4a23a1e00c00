import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameVoucher } from "../../../../../api/app/new-voucher/same-voucher.js";
import { toBody } from "../../../../../api/app/new-voucher/to-body.js";
import { toTyped } from "../../../../../api/app/new-voucher/to-typed.js";
import { issuanceRequestShape } from "../../../../../api/schemas/issuance-request.js";
import { printDecimal } from "../../../../../shared/domain/formats.js";
import { Decimal } from "../../../../../shared/domain/money.js";
import { toStoredPayload } from "../../../../../shared/domain/stored-payload.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

/** An amount, and the ways in which somebody in Argentina types it. */
const typedAmount = fc
  .record({ integer: fc.integer({ min: 0, max: 999_999_999 }), cents: fc.integer({ min: 0, max: 99 }) })
  .chain(({ integer, cents }) => {
    const amount = `${integer}.${String(cents).padStart(2, "0")}`;
    const grouped = printDecimal(amount);
    const ways = [amount, amount.replace(".", ","), grouped, `$ ${grouped}`, ` ${grouped} `];
    return fc.record({ amount: fc.constant(amount), typed: fc.constantFrom(...ways) });
  });

test("an amount that is typed in any of the usual ways reaches the body exactly", () => {
  fc.assert(
    fc.property(fc.array(typedAmount, { minLength: 1, maxLength: 5 }), (amounts) => {
      const typed = Object.fromEntries(
        amounts.flatMap(({ typed }, place) => [
          [`items.${place}.description`, "x"],
          [`items.${place}.price`, typed],
        ]),
      );
      const { body } = toBody("key", typed, { taxType: 1 });
      const prices = body.items.map((item) => (item as { price: number }).price);
      prices.forEach((price, at) => {
        expect(new Decimal(price).eq(amounts[at]?.amount ?? "")).toBe(true);
      });
    }),
    propertyRuns(500),
  );
});

test("whatever is typed, a number of the body is the number that was typed, or the text itself", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-$ 0-9.,%]{0,24}$/)), (text) => {
      const trimmed = text.trim();
      const { body } = toBody("key", { "items.0.description": "x", "items.0.price": trimmed }, { taxType: 1 });
      const { price } = body.items[0] as { price: unknown };
      if (typeof price === "number") expect(Number.isFinite(price)).toBe(true);
      else expect(price).toBe(trimmed === "" ? undefined : trimmed);
    }),
    propertyRuns(500),
  );
});

const amount = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100);
const words = fc.stringMatching(/^[A-Za-zñáé]{1,20}$/);
const line = fc.record({
  description: words,
  quantity: fc.integer({ min: 1, max: 99_999_999 }).map((number) => number / 10_000),
  price: amount,
  taxType: fc.constantFrom(1, 2, 3, 4, 5, 6, 8, 9),
  code: fc.option(words),
  unitType: fc.constantFrom(7, 1, 98),
  discount: fc.integer({ min: 0, max: 10_000 }).map((number) => number / 100),
  discountType: fc.constant("percentage" as const),
});
const tribute = fc.record({
  type: fc.constantFrom(2, 7, 99),
  baseAmount: amount,
  aliquot: fc.integer({ min: 1, max: 900 }).map((number) => number / 100),
  subtotal: amount,
  description: fc.constant(null),
});
const sent = fc.record({
  idempotency: fc.constant("key"),
  posNumber: fc.integer({ min: 1, max: 99_998 }),
  voucherType: fc.constantFrom(1, 6, 2, 8),
  concept: fc.constantFrom(1, 2, 3),
  voucherDate: fc.constantFrom("20261123", "20260228"),
  customer: fc.constantFrom(
    { docType: 80, docNumber: "30710151543", name: "Librería", taxType: 1, address: "San Martín 1", stateId: 0 },
    { docType: 96, docNumber: "12345678", name: "Ana", taxType: 5, address: null, stateId: null },
    { docType: 86, docNumber: "20111111112", name: "Ana", taxType: 5, address: null, stateId: 3 },
    { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5, address: null, stateId: null },
  ),
  items: fc.array(line, { minLength: 1, maxLength: 4 }),
  priceIncludesVat: fc.boolean(),
  tributes: fc.array(tribute, { maxLength: 2 }),
  emails: fc.array(fc.constantFrom({ email: "ana@example.com" }, { email: "luz@example.com" }), { maxLength: 3 }),
  legend: fc.option(words),
  comments: fc.option(words),
  externalReference: fc.option(words),
  settings: fc.constantFrom(null, { quantityPrecision: 4, pricePrecision: 2 }),
  currency: fc.constantFrom({ id: "PES", quotation: 1 }, { id: "DOL", quotation: 1050.5 }),
  contingency: fc.constantFrom(null, "never"),
  activityCode: fc.constantFrom(null, "620100"),
  saleCondition: fc.constantFrom(null, "Contado"),
  service: fc.constant({ serviceFrom: "20261101", serviceTo: "20261130", serviceExpiration: "20261210" }),
});

/** A body as the API keeps it: with its defaults. */
const kept = sent.map(({ service, ...body }) =>
  issuanceRequestShape.parse({
    ...body,
    ...(body.concept !== 1 && service),
    ...([2, 8].includes(body.voucherType) && {
      associatedVouchers: [{ voucherType: 1, posNumber: 1, voucherNumber: 12 }],
    }),
  }),
);

test("the form of a body that was sent gives the same body again, so nothing is lost when it was not issued", () => {
  fc.assert(
    fc.property(kept, (body) => {
      const typed = toTyped({ ...body, fce: null }, { taxType: 1 });
      const again = issuanceRequestShape.parse(JSON.parse(JSON.stringify(toBody("key", typed, { taxType: 1 }).body)));
      expect(again).toEqual(body);
    }),
    propertyRuns(300),
  );
});

const rowOf = (body: typeof kept extends fc.Arbitrary<infer Body> ? Body : never) => ({
  ...toStoredPayload({ ...body, fce: null }),
  voucherDate: body.voucherDate,
  externalReference: body.externalReference,
  currency: body.currency.id,
  currencyQuotation: body.currency.quotation.toFixed(6),
});

test("a voucher says the same as the body that made it, and not the same once a price, a receiver or a text changed", () => {
  fc.assert(
    fc.property(kept, (body) => {
      const row = rowOf(body);
      expect(isSameVoucher(body, row)).toBe(true);
      const [first, ...others] = body.items;
      expect(isSameVoucher({ ...body, items: [{ ...first, price: (first?.price ?? 0) + 1 }, ...others] }, row)).toBe(
        false,
      );
      expect(isSameVoucher({ ...body, customer: { ...body.customer, name: "Otra" } }, row)).toBe(false);
      expect(isSameVoucher({ ...body, legend: "otra leyenda" }, row)).toBe(false);
      expect(isSameVoucher({ ...body, saleCondition: "Otra" }, row)).toBe(false);
      // The point of sale's.
      expect(isSameVoucher({ ...body, saleCondition: undefined }, { ...row, saleCondition: "Contado" })).toBe(true);
    }),
    propertyRuns(100),
  );
});
