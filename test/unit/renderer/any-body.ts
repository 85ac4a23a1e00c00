import fc from "fast-check";
import type { Item } from "../../../shared/domain/issuance-request.js";
import { Decimal, toCents } from "../../../shared/domain/money.js";
import { sampleItem } from "./sample-voucher.js";

const decimals = (min: number, max: number, places: number) =>
  fc.integer({ min: min * 10 ** places, max: max * 10 ** places }).map((value) => value / 10 ** places);

const anyItem = fc
  .record({
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 5_000 }),
      decimals(0, 100, 4).map((value) => Math.max(value, 0.0001)),
    ),
    price: fc.oneof(decimals(0, 10_000, 2), decimals(0, 100, 6), fc.integer({ min: 0, max: 10_000_000 })),
    taxType: fc.constantFrom(1, 2, 3, 4, 5, 6, 8, 9),
    discountType: fc.constantFrom("percentage" as const, "amount" as const),
    share: decimals(0, 100, 2),
  })
  .map(({ share, ...item }): Item => {
    const gross = toCents(new Decimal(item.quantity).times(item.price));
    const discount = item.discountType === "percentage" ? share : toCents(gross.times(share).div(100)).toNumber();
    return sampleItem({ ...item, discount });
  });

/** Arbitrary values for everything that decides the printed rows: letters, bases, rates, quantities, prices and so on. */
export const anyBody = fc.record({
  voucherType: fc.constantFrom(1, 3, 6, 8, 11, 13),
  priceIncludesVat: fc.boolean(),
  items: fc.array(anyItem, { minLength: 1, maxLength: 10 }),
  settings: fc.record({
    quantityPrecision: fc.constantFrom(2 as const, 4 as const, 6 as const),
    pricePrecision: fc.constantFrom(2 as const, 4 as const, 6 as const),
  }),
});
