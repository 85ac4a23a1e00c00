import fc from "fast-check";
import { expect, test } from "vitest";
import { nameOfNumber, readVoucherName } from "../../../../shared/domain/voucher-name.js";

test("a voucher is read from its name", () => {
  const name = fc.record({
    posNumber: fc.integer({ min: 1, max: 99_999 }),
    voucherType: fc.integer({ min: 1, max: 999 }),
    number: fc.integer({ min: 1, max: 99_999_999 }),
  });
  fc.assert(
    fc.property(name, (one) => {
      expect(readVoucherName(nameOfNumber(one))).toEqual(one);
    }),
  );
});

test("as it is printed, too", () => {
  expect(readVoucherName("00003-006-00000054")).toEqual({ posNumber: 3, voucherType: 6, number: 54 });
});

test.each(["", "54", "3-54", "3-6-54-1", "3-6-0", "0-6-54", "3-6-x", "3-6--54", "100000-6-54"])(
  "what names no voucher is none: %j",
  (text) => {
    expect(readVoucherName(text)).toBeUndefined();
  },
);
