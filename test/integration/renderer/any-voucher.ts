import fc from "fast-check";
import type { PrintOptions } from "../../../renderer/print-options.js";
import type { IssuanceRequest, Item, Tribute } from "../../../shared/domain/issuance-request.js";
import type { PrintableVoucher } from "../../../shared/domain/printable-voucher.js";
import { customers, sampleItem, sampleVoucher } from "../../unit/renderer/sample-voucher.js";

export interface DrawnPrint {
  voucher: PrintableVoucher;
  options: Pick<PrintOptions, "versions">;
}

/** Words as a shop writes them, a few of them longer than a line. */
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("yerba", "mate", "x 500 g", "Nº 4", "ñandú", "Óptica", "1/2", "caja") },
  { weight: 3, arbitrary: fc.stringMatching(/^[a-zA-ZñÑáéíóúü0-9.,/-]{1,14}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Z0-9]{30,90}$/) },
);
const phrase = (most: number) =>
  fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(" ").slice(0, most).trim() || "x");
const lines = (most: number, maxLength: number) =>
  fc.array(phrase(120), { minLength: 1, maxLength }).map((some) => some.join("\n").slice(0, most));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const cents = (most: number) => fc.integer({ min: 1, max: most * 100 }).map((amount) => amount / 100);

const anyItem: fc.Arbitrary<Item> = fc
  .record({
    description: fc.oneof({ weight: 6, arbitrary: phrase(200) }, { weight: 1, arbitrary: lines(600, 6) }),
    quantity: fc.oneof(fc.integer({ min: 1, max: 99_999 }), cents(1_000)),
    price: fc.oneof(cents(10_000), cents(9_999_999)),
    taxType: fc.constantFrom(1, 2, 3, 4, 5, 6, 8, 9),
    code: maybe(fc.stringMatching(/^[A-Z0-9-]{1,30}$/)),
    unitType: fc.constantFrom(1, 7, 41, 98),
    discount: fc.constantFrom(0, 0, 10, 33.33),
  })
  .map((item) => sampleItem(item));

const anyTribute: fc.Arbitrary<Tribute> = fc.record({
  type: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 99),
  baseAmount: cents(99_999_999),
  aliquot: fc.constantFrom(0, 1.25, 3, 8.7, 100),
  subtotal: cents(9_999_999),
  description: maybe(phrase(80)),
});

const isNoteType = (type: number) => [2, 3, 7, 8, 13].includes(type);

const anyBody: fc.Arbitrary<Partial<IssuanceRequest>> = fc
  .record({
    voucherType: fc.constantFrom(1, 2, 3, 6, 7, 8, 11, 13),
    concept: fc.constantFrom(1 as const, 2 as const),
    items: fc.array(anyItem, { minLength: 1, maxLength: 60 }),
    tributes: fc.oneof(fc.constant<Tribute[]>([]), fc.array(anyTribute, { maxLength: 30 })),
    customer: fc.record({
      docType: fc.constantFrom(80, 96),
      docNumber: fc.constant("30500010912"),
      name: phrase(200),
      taxType: fc.constantFrom(1, 4, 5, 6),
      address: maybe(phrase(200)),
      stateId: maybe(fc.integer({ min: 0, max: 24 })),
    }),
    associated: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 60 })),
    legend: maybe(lines(1_000, 20)),
    saleCondition: maybe(phrase(40)),
    currency: fc.constantFrom({ id: "PES", quotation: 1 }, { id: "DOL", quotation: 1234.567891 }),
    priceIncludesVat: fc.boolean(),
    settings: fc.record({
      quantityPrecision: fc.constantFrom(2 as const, 4 as const, 6 as const),
      pricePrecision: fc.constantFrom(2 as const, 4 as const, 6 as const),
    }),
  })
  .map(({ associated, concept, customer, ...body }) => ({
    ...body,
    concept,
    customer: [1, 2, 3].includes(body.voucherType) ? { ...customers.registered, name: customer.name } : customer,
    ...(concept === 2 && { serviceFrom: "20261101", serviceTo: "20261130", serviceExpiration: "20261210" }),
    associatedVouchers: isNoteType(body.voucherType)
      ? Array.from({ length: associated }, (_, at) => ({
          ...{ voucherType: 6, posNumber: 2, voucherNumber: at + 1, date: "20261101" },
          cuit: at % 7 === 6 ? "30500010912" : null,
        }))
      : [],
  }));

/** A voucher with anything that a person can fill in, in copies, as a company prints it that fills in much or little. */
export const anyPrint: fc.Arbitrary<DrawnPrint> = fc
  .record({
    body: anyBody,
    issuer: fc.record({
      name: phrase(120),
      address: phrase(200),
      consumerComplaints: maybe(phrase(200)),
      footerText: maybe(phrase(200)),
    }),
    printedName: maybe(phrase(100)),
    production: fc.boolean(),
    versions: fc.constantFrom<PrintOptions["versions"]>([1], [1], [1, 2, 3]),
  })
  .map(({ body, issuer, printedName, production, versions }) => {
    const plain = sampleVoucher(body);
    const voucher = sampleVoucher(body, {
      production,
      issuer: { ...plain.issuer, ...issuer },
      pointOfSale: { ...plain.pointOfSale, printedName },
    });
    return { voucher, options: { versions } };
  });
