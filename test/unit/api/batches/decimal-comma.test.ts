import fc from "fast-check";
import { expect, test } from "vitest";
import { writeTemplate } from "../../../../api/batches/csv/template.js";
import { readCsv } from "../../../../api/parsing/csv/read-csv.js";
import { saidFaults } from "../../../support/readers/said-faults.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const read = (text: string) => readCsv(Buffer.from(text), null);
const prices = (cells: string[], separator = ";") =>
  ["idempotency", "items.price"].join(separator) +
  `\n${cells.map((cell, at) => `k${at}${separator}${cell}\n`).join("")}`;
const pricesOf = async (cells: string[]) =>
  (await read(prices(cells))).invoices.map((body) => (body as { items: { price: unknown }[] }).items[0]?.price);

test("a decimal comma is taken where semicolons separate and no number of the column has a point", async () => {
  expect(await pricesOf(["12,50", "7", "-3,5"])).toEqual([12.5, 7, -3.5]);
  expect((await read(prices(["12,50", "7"]))).faults).toEqual([]);
  // Another column's points say nothing about this one.
  const { faults, invoices } = await read("idempotency;items.quantity;items.price\nk;1.25;12,5\n");
  expect([saidFaults(faults), invoices]).toEqual([
    [],
    [{ idempotency: "k", items: [{ quantity: 1.25, price: 12.5 }] }],
  ]);
});

test("a comma beside points, in thousands or between commas is a fault as before", async () => {
  for (const text of [prices(["12,50", "7.5"]), prices(["1.234,50"]), prices(["1,234,567"]), prices(['"12,50"'], ",")])
    expect((await read(text)).faults, text).not.toEqual([]);
});

test("whatever amounts a column has, their decimal commas give the same numbers as decimal points", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1, maxLength: 20 }),
      async (cents) => {
        const amounts = cents.map((one) => (one / 100).toFixed(2));
        expect(await pricesOf(amounts.map((amount) => amount.replace(".", ",")))).toEqual(amounts.map(Number));
      },
    ),
    propertyRuns(200),
  );
});

const example = { posNumber: 1, voucherType: 6, voucherDate: "20261128" };

test("the template says what its prices mean, and in Spanish has semicolons and decimal commas", async () => {
  const [english, spanish] = [writeTemplate(example, "en"), writeTemplate(example, "es")];
  expect(english.split("\r\n")[0]).toContain(",priceIncludesVat,");
  expect(english).toContain(",3500.5,");
  expect(spanish.split("\r\n")[0]).toBe(english.split("\r\n")[0]?.replaceAll(",", ";"));
  expect(spanish).toContain(";3500,5;");
  const [one, other] = [await read(english), await read(spanish)];
  expect([one.faults, other.faults]).toEqual([[], []]);
  expect(other.invoices).toEqual(one.invoices);
  expect(one.invoices).toMatchObject([{ priceIncludesVat: true }, { priceIncludesVat: true }]);
});
