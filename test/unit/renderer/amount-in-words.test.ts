import fc from "fast-check";
import { expect, test } from "vitest";
import { amountInWords } from "../../../renderer/credit-view.js";
import { readSpanishNumber } from "../../support/readers/spanish-number.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

const wordsOf = (whole: bigint) =>
  /^Son pesos argentinos (.*) con 00\/100$/.exec(amountInWords(`${whole}.00`, "PES"))?.[1] ?? "";

test.each([
  ["0.05", "cero con 05/100"],
  ["1.00", "uno con 00/100"],
  ["16.50", "dieciséis con 50/100"],
  ["21.00", "veintiuno con 00/100"],
  ["31.99", "treinta y uno con 99/100"],
  ["100.00", "cien con 00/100"],
  ["101.00", "ciento uno con 00/100"],
  ["1000.00", "mil con 00/100"],
  ["21000.00", "veintiún mil con 00/100"],
  ["31001.00", "treinta y un mil uno con 00/100"],
  ["101000.00", "ciento un mil con 00/100"],
  ["121021.00", "ciento veintiún mil veintiuno con 00/100"],
  ["1000000.00", "un millón con 00/100"],
  ["6050000.00", "seis millones cincuenta mil con 00/100"],
  ["21000000.00", "veintiún millones con 00/100"],
  ["1001000000.00", "mil un millones con 00/100"],
  ["21021000000.00", "veintiún mil veintiún millones con 00/100"],
  ["1000000000000.00", "un billón con 00/100"],
])("%s pesos are %s", (amount, words) => {
  expect(amountInWords(amount, "PES")).toBe(`Son pesos argentinos ${words}`);
});

test("the largest total", () => {
  expect(amountInWords("9999999999999.99", "PES")).toBe(
    "Son pesos argentinos nueve billones novecientos noventa y nueve mil novecientos noventa y nueve millones novecientos " +
      "noventa y nueve mil novecientos noventa y nueve con 99/100",
  );
});

test("a foreign currency has the name that the page prints beside its rate", () => {
  expect(amountInWords("1200.50", "DOL")).toBe("Son mil doscientos con 50/100 (Dólar Estadounidense)");
  expect(amountInWords("1.00", "XYZ")).toBe("Son uno con 00/100 (XYZ)");
});

test("every number below 30 000 reads as itself", () => {
  const numbers = Array.from({ length: 30_000 }, (_, whole) => BigInt(whole));
  expect(numbers.filter((whole) => readSpanishNumber(wordsOf(whole)) !== whole)).toEqual([]);
});

test("every amount that a voucher can have reads as itself", () => {
  const group = fc.oneof(fc.constantFrom(0, 1, 16, 21, 31, 100, 101, 121, 200, 500, 999), fc.nat(999));
  const whole = fc
    .tuple(fc.nat(9), group, group, group, group)
    .map((groups) => groups.reduce((sum, part) => sum * 1_000n + BigInt(part), 0n));
  fc.assert(
    fc.property(whole, fc.nat(99), (value, cents) => {
      const fraction = String(cents).padStart(2, "0");
      const [, words = ""] =
        new RegExp(`^Son pesos argentinos (.*) con ${fraction}/100$`).exec(
          amountInWords(`${value}.${fraction}`, "PES"),
        ) ?? [];
      expect(readSpanishNumber(words)).toBe(value);
    }),
    propertyRuns(5_000),
  );
});

test.each([
  "veintiuno mil",
  "treinta y uno mil",
  "uno mil",
  "un mil",
  "un millones",
  "uno millón",
  "un millon",
  "mil uno millones",
  "dieciseis",
  "veintiun mil",
  "ciento",
  "ciento mil",
  "cien uno",
  "veintiún",
  "treinta uno",
  "mil millones un millón",
])("the reader does not take %s", (words) => {
  expect(() => readSpanishNumber(words)).toThrow();
});
