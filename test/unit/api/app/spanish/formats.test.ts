import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  counted,
  cuit,
  decimal,
  fiscalDate,
  instant,
  money,
  monthName,
  withSmallInitial,
} from "../../../../../api/app/spanish/formats.js";
import { parseDecimal, toDateInput } from "../../../../../api/app/spanish/typed.js";
import { Decimal } from "../../../../../shared/domain/money.js";
import { parseDate } from "../../../../../shared/domain/written-date.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

describe("what people read", () => {
  test.each([
    ["1234.5", "PES", "$ 1.234,50"],
    ["-1234.50", "PES", "-$ 1.234,50"],
    [0, "PES", "$ 0,00"],
    [0.1 + 0.2, "DOL", "US$ 0,30000000000000004"],
    ["1e3", "060", "€ 1.000,00"],
    ["9999999999999.99", "009", "009 9.999.999.999.999,99"],
  ])("the amount %s in %s is %s", (amount, currency, text) => {
    expect(money(amount, currency)).toBe(text);
  });

  test("numbers, days, instants and tax ids are written as Argentines write them", () => {
    expect(decimal("1234567.5")).toBe("1.234.567,5");
    expect(decimal(2, 2)).toBe("2,00");
    expect(counted(1234, "comprobante", "comprobantes")).toBe("1.234 comprobantes");
    expect(counted(1, "comprobante", "comprobantes")).toBe("1 comprobante");
    expect(fiscalDate("20261123")).toBe("23/11/2026");
    expect(fiscalDate("2026-11-23")).toBe("23/11/2026");
    expect(instant("2026-11-23T23:15:00.000Z")).toBe("23/11/2026 20:15");
    expect(instant("2026-11-24T02:59:59.999Z")).toBe("23/11/2026 23:59");
    expect(cuit("20111111112")).toBe("20-11111111-2");
    expect(monthName("202611")).toBe("noviembre de 2026");
    expect(withSmallInitial("Elegí otro.")).toBe("elegí otro.");
    expect(withSmallInitial("ARCA no responde.")).toBe("ARCA no responde.");
  });
});

describe("what people type", () => {
  test.each([
    ["1.234,56", "1234.56"],
    ["1234,56", "1234.56"],
    ["1234.56", "1234.56"],
    ["1.234.567", "1234567"],
    ["1.500", "1500"],
    ["0.125", "0.125"],
    ["1234.567", "1234.567"],
    ["12.5", "12.5"],
    [" $ 1.234,50 ", "1234.50"],
    ["US$ 10", "10"],
    ["10,5 %", "10.5"],
    ["-5", "-5"],
    ["\u22125", "-5"],
    [",5", "0.5"],
    ["5,", "5"],
    ["007", "7"],
    ["0", "0"],
  ])("%j is the number %s", (typed, number) => {
    expect(parseDecimal(typed)).toBe(number);
  });

  test.each([
    "",
    " ",
    "-",
    ",",
    ".",
    "$",
    "abc",
    "1,2,3",
    "1,234.56",
    "1.23,4",
    "12.34.56",
    "1e5",
    "--1",
    "1-2",
    "٣",
    "9".repeat(41),
  ])("%j is no number", (typed) => {
    expect(parseDecimal(typed)).toBeUndefined();
  });

  test("every number that is shown is read as itself", () => {
    const number = fc
      .tuple(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, places]) => new Decimal(digits.toString()).div(new Decimal(10).pow(places)).toFixed(places));
    fc.assert(
      fc.property(number, (value) => {
        expect(new Decimal(parseDecimal(decimal(value)) ?? Number.NaN)).toEqual(new Decimal(value));
        expect(new Decimal(parseDecimal(money(value)) ?? Number.NaN)).toEqual(new Decimal(value));
      }),
      propertyRuns(2_000),
    );
  });

  test("whatever is typed, a number is one that the API can read, or nothing", () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 50 }),
      fc.string({ unit: fc.constantFrom(..."0123456789.,-$ %"), maxLength: 20 }),
    );
    fc.assert(
      fc.property(typed, (text) => {
        expect(parseDecimal(text) ?? "0").toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
      }),
      propertyRuns(2_000),
    );
  });

  test.each([
    ["23/11/2026", "20261123"],
    ["3/1/2026", "20260103"],
    ["23-11-2026", "20261123"],
    ["23.11.2026", "20261123"],
    ["2026-11-23", "20261123"],
    [" 20261123 ", "20261123"],
    ["29/02/2028", "20280229"],
  ])("%j is the day %s", (typed, day) => {
    expect(parseDate(typed)).toBe(day);
  });

  test.each(["", "hoy", "31/11/2026", "29/02/2026", "11/23/2026", "23/11/26", "2026-1-1", "2026/11/23", "23/11/20261"])(
    "%j is no day",
    (typed) => {
      expect(parseDate(typed)).toBeUndefined();
    },
  );

  test("every day that is shown is read as itself", () => {
    const day = fc
      .date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10).replaceAll("-", ""));
    fc.assert(
      fc.property(day, (date) => {
        expect(parseDate(fiscalDate(date))).toBe(date);
        expect(parseDate(toDateInput(date))).toBe(date);
      }),
      propertyRuns(500),
    );
  });
});
