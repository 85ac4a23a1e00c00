import { expect, test } from "vitest";
import { daysBefore, isOfDaysBefore } from "../../../../shared/domain/days-before.js";

test.each([
  ["the same day", "20260303", "20260303", true],
  ["the day before, over the end of a month", "20260228", "20260301", true],
  ["ten days before, over the end of a year", "20251226", "20260105", true],
  ["eleven days before", "20251225", "20260105", false],
  ["the day after", "20260106", "20260105", false],
])("a voucher of an earlier attempt is of the sale's day or of the ten before: %s", (_, voucher, sale, is) => {
  expect(isOfDaysBefore(voucher, sale)).toBe(is);
  expect(daysBefore(sale).includes(voucher)).toBe(is);
});
