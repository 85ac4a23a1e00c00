import fc from "fast-check";
import { expect, test } from "vitest";
import { toDetail } from "../../../../issuer/authority/wsfe/cae-request.js";
import { cleanText } from "../../../../shared/domain/clean-text.js";
import type { Declaration } from "../../../../shared/domain/declaration.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";
import { item, numbered } from "../../issuer/authority/samples.js";
import { expectSchemaOrder } from "../../issuer/authority/schema-order.js";

const declarationOf = (changes: Partial<IssuanceRequest>) => numbered(changes).declared;

const service = { serviceFrom: "20260801", serviceTo: "20260831", serviceExpiration: "20260910" };
const noService = { serviceFrom: null, serviceTo: null, serviceExpiration: null };
const tribute = { type: 99, baseAmount: 100, aliquot: 1.5, subtotal: 1.5, description: " Tasa <&>\n municipal " };
const associated = { voucherType: 1, posNumber: 2, voucherNumber: 1234, cuit: "20123456786", date: null };
const company = { docType: 80, docNumber: "30710151543", name: "SA", taxType: 1, address: null, stateId: null };
const quoted = (quotation: number) => ({ currency: { id: "DOL", quotation } });

test("B to a final consumer, field by field", () => {
  expect(declarationOf({})).toEqual({
    concept: 1,
    docType: 99,
    docNumber: "0",
    voucherDate: "20260818",
    total: "100.00",
    notTaxable: "0.00",
    net: "82.64",
    exempt: "0.00",
    tributesTotal: "0.00",
    vat: "17.36",
    ...noService,
    currency: "PES",
    quotation: "1",
    cancelsInSameForeignCurrency: null,
    receiverTaxConditionId: 5,
    associatedVouchers: [],
    associatedPeriod: null,
    tributes: [],
    vatRows: [{ taxType: 5, base: "82.64", amount: "17.36" }],
    optionals: [],
  });
});

const rows: [name: string, changes: Partial<IssuanceRequest>, declared: Partial<Declaration>][] = [
  [
    "A with two rates, exempt and not taxable lines",
    {
      voucherType: 1,
      customer: company,
      priceIncludesVat: false,
      items: [item(1000000, 5), item(10.5, 4), item(7, 2), item(3, 1)],
    },
    {
      docType: 80,
      docNumber: "30710151543",
      total: "1210021.60",
      net: "1000010.50",
      exempt: "7.00",
      notTaxable: "3.00",
      vat: "210001.10",
      receiverTaxConditionId: 1,
      vatRows: [
        { taxType: 4, base: "10.50", amount: "1.10" },
        { taxType: 5, base: "1000000.00", amount: "210000.00" },
      ],
    },
  ],
  [
    "C carries no VAT",
    { voucherType: 11, items: [item(121, null)] },
    { net: "121.00", total: "121.00", vat: "0.00", vatRows: [] },
  ],
  ["only exempt lines carry no VAT", { items: [item(50, 2)] }, { exempt: "50.00", net: "0.00", vatRows: [] }],
  ["services carry their dates", { ...service, concept: 2 }, { concept: 2, ...service }],
  [
    "services with some dates declare those",
    { ...service, concept: 2, serviceTo: null },
    { ...service, serviceTo: null },
  ],
  ["goods with all three dates carry them", { ...service, concept: 1 }, { concept: 1, ...service }],
  ["goods with some dates carry none", { ...service, serviceTo: null }, noService],
  [
    "a note carries its associated vouchers in their order",
    { voucherType: 8, associatedVouchers: [associated, { ...associated, voucherNumber: 7, cuit: null }] },
    { associatedVouchers: [associated, { ...associated, voucherNumber: 7, cuit: null }] },
  ],
  [
    "a note carries the date of its associated voucher",
    { voucherType: 8, associatedVouchers: [{ ...associated, date: "20260801" }] },
    { associatedVouchers: [{ ...associated, date: "20260801" }] },
  ],
  [
    "a note carries the period that it modifies",
    { voucherType: 8, associatedPeriod: { from: "20260701", to: "20260731" } },
    { associatedPeriod: { from: "20260701", to: "20260731" } },
  ],
  [
    "a credit invoice carries how and until when it is paid, also of goods",
    {
      voucherType: 201,
      serviceExpiration: "20260910",
      fce: { cbu: "2850590940090418135201", alias: null, transfer: "ADC" },
    },
    {
      ...noService,
      serviceExpiration: "20260910",
      optionals: [
        { id: "2101", value: "2850590940090418135201" },
        { id: "27", value: "ADC" },
      ],
    },
  ],
  [
    "its note carries whether it cancels, and no date of payment",
    { voucherType: 203, concept: 2, ...service, fce: { cancellation: true } },
    { ...service, serviceExpiration: null, optionals: [{ id: "22", value: "S" }] },
  ],
  [
    "a foreign currency carries its quotation and the currency of the payment",
    { ...quoted(1155.5), cancelsInSameForeignCurrency: "S" },
    { currency: "DOL", quotation: "1155.5", cancelsInSameForeignCurrency: "S" },
  ],
  ["a quotation has six decimals", quoted(1155.1140004), { quotation: "1155.114" }],
  ["a quotation is rounded half up", quoted(0.0000125), { quotation: "0.000013" }],
  ["a small quotation has no exponent", quoted(1e-6), { quotation: "0.000001" }],
  [
    "pesos have quotation 1 and no currency of the payment",
    { currency: { id: "PES", quotation: 3 }, cancelsInSameForeignCurrency: "N" },
    { currency: "PES", quotation: "1", cancelsInSameForeignCurrency: null },
  ],
  [
    "a tribute is declared as given, with its text in one line",
    { tributes: [tribute, { ...tribute, type: 7, description: null, aliquot: 0.1 + 0.2, subtotal: 1e-7 }] },
    {
      tributesTotal: "1.50",
      total: "101.50",
      tributes: [
        { type: 99, description: "Tasa <&> municipal", baseAmount: "100", aliquot: "1.5", subtotal: "1.5" },
        { type: 7, description: null, baseAmount: "100", aliquot: "0.30000000000000004", subtotal: "0.0000001" },
      ],
    },
  ],
  ["the receiver's condition can be given separately", { receiverTaxConditionId: 6 }, { receiverTaxConditionId: 6 }],
  [
    "leading zeros of a document are dropped",
    { customer: { ...company, docType: 96, docNumber: " 0012345678 " } },
    { docNumber: "12345678" },
  ],
  [
    "a document of only zeros becomes 0",
    { customer: { ...company, docType: 99, docNumber: "000" } },
    { docNumber: "0" },
  ],
];

test.each(rows)("%s", (_, changes, declared) => {
  expect(declarationOf(changes)).toMatchObject(declared);
});

test.each([
  ["blanks", " \n\t ", null],
  ["characters that XML cannot carry", "\u0000\u001f\ufffe", null],
  ["80 characters", "x".repeat(80), "x".repeat(80)],
  ["81 characters", "x".repeat(81), "x".repeat(80)],
  ["a blank at the cut", `${"x".repeat(79)} y`, "x".repeat(79)],
  ["a surrogate pair at the cut", `${"x".repeat(79)}😀`, "x".repeat(79)],
  ["many blanks before the cut", `a${" ".repeat(200)}b`, "a b"],
])("the text of a tribute: %s", (_, description, expected) => {
  const [declared] = declarationOf({ tributes: [{ ...tribute, description }] }).tributes;
  expect(declared?.description).toBe(expected);
});

const factor = fc.oneof(
  fc.double({ min: 0, max: 1e12, noNaN: true }),
  fc.constantFrom(0, -0, 5e-324, 1e-7, 0.1 + 0.2, 1e21, 1e300, 99999999999999.98),
);
const digits = fc.stringMatching(/^ ?0{0,4}\d{0,11} ?$/);
const date = fc.option(fc.constantFrom("20260801", "20260831"), { nil: null });
const row = fc.integer({ min: 1, max: 99_999_999 });

const bodies = fc
  .record({
    voucherType: fc.constantFrom(1, 3, 6, 8, 11),
    concept: fc.constantFrom(1, 2, 3),
    customer: digits.map((docNumber) => ({ ...company, docNumber })),
    items: fc.array(
      fc
        .record({ price: factor.filter((price) => price < 1e15), taxType: fc.constantFrom(1, 2, 3, 4, 5, 6) })
        .map(({ price, taxType }) => item(price, taxType)),
      { minLength: 1, maxLength: 4 },
    ),
    serviceFrom: date,
    serviceTo: date,
    serviceExpiration: date,
    associatedVouchers: fc.array(
      fc.record({
        voucherType: row,
        posNumber: row,
        voucherNumber: row,
        cuit: fc.constantFrom(null, "30710151543"),
      }),
      { maxLength: 3 },
    ),
    currency: fc.record({ id: fc.constantFrom("PES", "DOL"), quotation: factor }),
    cancelsInSameForeignCurrency: fc.constantFrom(null, "S" as const, "N" as const),
    receiverTaxConditionId: fc.constantFrom(null, 5),
    tributes: fc.array(
      fc.record({
        type: fc.integer({ min: 1, max: 99 }),
        baseAmount: factor,
        aliquot: factor,
        subtotal: factor.filter((subtotal) => subtotal < 1e15),
        description: fc.option(fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string()), { nil: null }),
      }),
      { maxLength: 3 },
    ),
  })
  .map(numbered);

const decimalsOf = ({ tributes, vatRows, ...one }: Declaration): string[] => [
  ...[one.total, one.notTaxable, one.net, one.exempt, one.tributesTotal, one.vat, one.quotation],
  ...tributes.flatMap(({ baseAmount, aliquot, subtotal }) => [baseAmount, aliquot, subtotal]),
  ...vatRows.flatMap(({ base, amount }) => [base, amount]),
];

test("every declaration has plain decimals, survives storing, and gives a request in the schema's order", () => {
  fc.assert(
    fc.property(bodies, (voucher) => {
      const { declared } = voucher;
      for (const decimal of decimalsOf(declared)) expect(decimal).toMatch(/^\d+(\.\d+)?$/);
      expect(declared.docNumber).toMatch(/^(0|[1-9]\d*)$/);
      for (const { description } of declared.tributes) {
        if (description === null) continue;
        expect(description).toBe(cleanText(description));
        expect(description.length).toBeLessThanOrEqual(80);
      }
      const kept = JSON.stringify(declared);
      expect(kept).not.toContain("\\u0000");
      expect(JSON.parse(kept)).toEqual(declared);
      expectSchemaOrder("FECAEDetRequest", toDetail(voucher));
    }),
    propertyRuns(2_000),
  );
}, 240_000);
