import { expect, test } from "vitest";
import {
  printAmount,
  printDate,
  printDecimal,
  printFullNumber,
  printRate,
  printTaxId,
} from "../../../../shared/domain/formats.js";

test.each([
  ["0", "0,00"],
  ["999.5", "999,50"],
  ["1000.00", "1.000,00"],
  ["1234567.89", "1.234.567,89"],
  ["-1234.50", "-1.234,50"],
  ["9999999999999.99", "9.999.999.999.999,99"],
])("the amount %s is printed as %s", (amount, printed) => {
  expect(printAmount(amount)).toBe(printed);
});

test.each([
  ["82.644628", 2, "82,644628"],
  ["1234.5", 4, "1.234,5000"],
  ["21", 0, "21"],
])("the decimals of %s are padded to %i and never cut", (value, decimals, printed) => {
  expect(printDecimal(value, decimals)).toBe(printed);
});

test("rates, dates, tax ids and numbers are printed in Argentine notation", () => {
  expect(printRate("10.5")).toBe("10,5 %");
  expect(printDate("20261121")).toBe("21/11/2026");
  expect(printDate("2015-03-01")).toBe("01/03/2015");
  expect(printTaxId("30712345671")).toBe("30-71234567-1");
  expect(printTaxId("123")).toBe("123");
  expect(printFullNumber(2, 701)).toBe("00002-00000701");
});
