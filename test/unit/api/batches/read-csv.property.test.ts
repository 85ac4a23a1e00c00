import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvColumn, issuanceColumns } from "../../../../api/parsing/csv/columns.js";
import { readCsv } from "../../../../api/parsing/csv/read-csv.js";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { csvOf } from "../../../support/samples/batch-csv.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const anyText = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\t", "\n", "\r", " ", "ñ", "'", "=", "1") }),
  )
  .filter((text) => text.trim() !== "");

const anyNumber = fc
  .oneof(
    fc.integer(),
    fc.integer({ min: 0, max: 10 ** 9 }).map((value) => value / 10_000),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  )
  // 1.234 has two readings: test/unit/api/batches/csv-as-saved.test.ts
  .filter((value) => !/^[1-9]\d{0,2}\.\d{3}$/.test(String(value)));

const anyValue = ({ kind }: CsvColumn): fc.Arbitrary<unknown> => {
  const one = { text: anyText, number: anyNumber, boolean: fc.boolean() };
  if (typeof kind === "string") return one[kind];
  const part = kind.list === "text" ? anyText.filter((text) => !/\s/.test(text)) : one[kind.list];
  return fc.array<unknown>(part, { minLength: 1, maxLength: 3 });
};

const columns = [...issuanceColumns.byName.values()];

/** An object with some of these fields, at least one. */
function someOf(fields: CsvColumn[]): fc.Arbitrary<object> {
  const values = Object.fromEntries(fields.map((column) => [column.name, anyValue(column)]));
  return fc
    .record(values, { requiredKeys: [] })
    .filter((given) => Object.keys(given).length > 0)
    .map((given) => {
      const result: Record<string, Record<string, unknown>> = {};
      for (const [name, value] of Object.entries(given)) {
        const [head = "", tail] = fields.find((column) => column.name === name)?.path ?? [];
        if (tail === undefined) result[head] = value as never;
        else result[head] = { ...result[head], [tail]: value };
      }
      return result;
    });
}

const anyAdditionalData = fc.dictionary(
  fc
    .oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom("__proto__", "a.b", "constructor"))
    .filter((name) => name === name.trim() && name !== ""),
  anyText,
  { minKeys: 1, maxKeys: 3, noNullPrototype: true },
);

/** A body with any of the fields that a file can have, whatever their values. */
const anyBody = fc
  .record(
    {
      own: someOf(columns.filter(({ list, name }) => list === undefined && name !== "idempotency")),
      additionalData: fc.option(anyAdditionalData, { nil: undefined }),
      ...Object.fromEntries(
        [...issuanceColumns.lists].map((name) => [
          name,
          fc.option(fc.array(someOf(columns.filter(({ list }) => list === name)), { minLength: 1, maxLength: 4 }), {
            nil: undefined,
          }),
        ]),
      ),
    },
    { noNullPrototype: true },
  )
  .map(({ own, ...others }) => ({
    ...own,
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
  }));

const anyForm = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  mark: fc.boolean(),
  quoteAll: fc.boolean(),
  repeat: fc.boolean(),
  trailing: fc.integer({ min: 0, max: 3 }),
});

test("any list of bodies that is written as CSV, however a program writes it, is read as the same bodies", () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyBody, { minLength: 1, maxLength: 5 }), anyForm, async (some, form) => {
      const bodies = some.map((body, at) => ({ idempotency: `key-${at}`, ...body }));
      const sent = await readCsv(Buffer.from(csvOf(bodies, form)), null);
      expect(sent.faults).toEqual([]);
      expect([...sent.ignored]).toEqual([]);
      expect(sent.invoices).toEqual(bodies);
    }),
    propertyRuns(300),
  ));

test("a valid body with every field has a column for each of them", async () => {
  const body = {
    idempotency: "all-1",
    posNumber: 1,
    voucherType: 8,
    concept: 2,
    voucherDate: "20261121",
    customer: {
      docType: 80,
      docNumber: "30710151543",
      name: 'Librería; "del\nSur"',
      taxType: 5,
      address: "Mitre 1",
      stateId: 0,
    },
    items: [
      {
        description: "Té",
        quantity: 2,
        price: 12.5,
        taxType: 5,
        code: "T1",
        unitType: 7,
        discount: 1.5,
        discountType: "amount",
      },
      { description: "Café", quantity: 0.5, price: 1e-7, taxType: 4 },
    ],
    serviceFrom: "20261101",
    serviceTo: "20261130",
    serviceExpiration: "20261210",
    associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 7, cuit: "30712345671" }],
    currency: { id: "DOL", quotation: 1150.5 },
    priceIncludesVat: false,
    tributes: [{ type: 99, baseAmount: 10, aliquot: 1.5, subtotal: 0.15, description: "IIBB" }],
    emails: [
      { email: "a@example.com", name: "Ana", comments: "hola", pdfVersions: [1, 2] },
      { email: "b@example.com" },
    ],
    settings: { quantityPrecision: 4, pricePrecision: 6 },
    legend: "x",
    comments: "y",
    externalReference: "z",
    additionalData: { order: "17", "ship to": "Salta" },
    cancelsInSameForeignCurrency: "N",
    receiverTaxConditionId: 5,
    activityCode: "011111",
    saleCondition: "Cuenta corriente",
  };
  const { invoices } = await readCsv(Buffer.from(csvOf([body], { delimiter: ";", lineEnd: "\r\n" })), null);
  expect(invoices).toEqual([body]);
  expect(checkIssuance(invoices[0])).toMatchObject({ ok: true });
});
