import fc from "fast-check";
import { expect, test } from "vitest";
import type { Customer, IssuanceRequest, Tribute } from "../../../../../shared/domain/issuance-request.js";
import { Decimal } from "../../../../../shared/domain/money.js";
import { isLawCode, type LawRemark, lawCodes } from "../../../../../shared/domain/remarks/law-codes.js";
import type { NamedOriginal } from "../../../../../shared/domain/remarks/named-original.js";
import { remarkOnTerm } from "../../../../../shared/domain/remarks/note-late.js";
import { remarkOnReceiver } from "../../../../../shared/domain/remarks/note-receiver.js";
import { remarkOnTaxId } from "../../../../../shared/domain/remarks/receiver-tax-id.js";
import { remarkOnTributes } from "../../../../../shared/domain/remarks/tribute-amount.js";
import { isSpanish } from "../../../../support/readers/said-texts.js";
import { invoiceB } from "../../../issuer/authority/samples.js";

const toSummary = (remarks: LawRemark[]) => remarks.map(({ field, code }) => [field, code]);
const customer = (over: Partial<Customer> = {}): Customer => ({ ...invoiceB().customer, ...over });
const company = customer({ docType: 80, docNumber: "30710151543", taxType: 4 });

const original = (over: Partial<NamedOriginal> = {}): NamedOriginal => ({
  voucherType: 6,
  posNumber: 2,
  voucherNumber: 12,
  voucherDate: "20260801",
  docType: 80,
  docNumber: "30710151543",
  condition: 4,
  ...over,
});
/** Voucher that a note names: a voucher of ours, or one of which the body says the date. */
const naming = (over: Partial<NamedOriginal> = {}) => {
  const { voucherType, posNumber, voucherNumber } = original(over);
  return { associated: { voucherType, posNumber, voucherNumber, cuit: null }, original: original(over) };
};
const note = (over: Partial<IssuanceRequest> = {}) => invoiceB({ voucherType: 8, customer: company, ...over });

test.each<[string, Partial<NamedOriginal>, RegExp | null]>([
  ["the same receiver", {}, null],
  ["the same number with zeros in front of it", { docNumber: "030710151543" }, null],
  ["an imported voucher without a condition", { condition: null }, null],
  ["another number", { docNumber: "20111111112" }, /^the receiver of voucher 2-6-12 has another document:/],
  ["another type of document", { docType: 86 }, /has another document:/],
  ["another condition", { condition: 5 }, /has another VAT condition:/],
  ["both", { docType: 99, docNumber: "0", condition: 5 }, /has another document and VAT condition:/],
])("NOTE_RECEIVER compares a note's receiver with the original's: %s", (_, over, message) => {
  const found = remarkOnReceiver(note(), [naming(over)]);
  expect(toSummary(found)).toEqual(message ? [["customer.docNumber", "NOTE_RECEIVER"]] : []);
  if (message) expect(found[0]?.message.en).toMatch(message);
});

test("NOTE_RECEIVER is told once for each voucher of ours, and never of others'", () => {
  const [one, other] = [naming({ docType: 86 }), naming({ voucherNumber: 13, docType: 86 })];
  const foreign = { associated: { ...one.associated, cuit: "30500010912" } };
  expect(remarkOnReceiver(note(), [one, foreign, other]).map(({ message }) => message.en.slice(0, 30))).toEqual([
    "the receiver of voucher 2-6-12",
    "the receiver of voucher 2-6-13",
  ]);
});

test("NOTE_RECEIVER takes the declared condition, which receiverTaxConditionId overrides", () => {
  expect(remarkOnReceiver(note({ receiverTaxConditionId: 6 }), [naming({ condition: 6 })])).toEqual([]);
});

test.each<[string, string, boolean]>([
  ["the day of the voucher", "20260801", false],
  ["15 days later", "20260816", false],
  ["16 days later", "20260817", true],
])("NOTE_LATE counts 15 calendar days: %s", (_, voucherDate, isLate) => {
  const expected = isLate ? [["voucherDate", "NOTE_LATE"]] : [];
  expect(toSummary(remarkOnTerm(note({ voucherDate }), [naming()]))).toEqual(expected);
  const associatedPeriod = { from: "20260701", to: "20260801" };
  expect(toSummary(remarkOnTerm(note({ voucherDate, associatedPeriod }), []))).toEqual(expected);
  const foreign = { associated: { ...naming().associated, cuit: "30500010912", date: "20260801" } };
  expect(toSummary(remarkOnTerm(note({ voucherDate }), [foreign]))).toEqual(expected);
});

test("NOTE_LATE is told once, of the earliest voucher, whose date our records know best", () => {
  const early = { ...naming({ voucherDate: "20260701", voucherNumber: 7 }) };
  early.associated = { ...early.associated, ...{ date: "20260818" } };
  const found = remarkOnTerm(note({ voucherDate: "20260818" }), [naming(), early]);
  expect(found.map(({ message }) => message.en)).toEqual([
    "is more than 15 days after voucher 2-6-7 (20260701): the norm wants a note within 15 calendar days of its cause (RG 4540/2019)",
  ]);
  const unknown = { associated: { voucherType: 6, posNumber: 2, voucherNumber: 12, cuit: "30500010912" } };
  expect(remarkOnTerm(note(), [unknown])).toEqual([]);
});

test.each([1, 4, 6, 13, 15, 16])(
  "RECEIVER_WITHOUT_TAX_ID: condition %i goes with a CUIT, whatever the amount",
  (taxType) => {
    for (const docType of [31, 86, 87, 96, 99])
      expect(toSummary(remarkOnTaxId(invoiceB({ customer: customer({ docType, taxType }) })))).toEqual([
        ["customer.docType", "RECEIVER_WITHOUT_TAX_ID"],
      ]);
    expect(remarkOnTaxId(invoiceB({ customer: customer({ docType: 80, taxType }) }))).toEqual([]);
  },
);

test.each([5, 7, 8, 9, 10])("RECEIVER_WITHOUT_TAX_ID: condition %i needs none", (taxType) => {
  expect(remarkOnTaxId(invoiceB({ customer: customer({ docType: 99, taxType }) }))).toEqual([]);
});

const tribute = (over: Partial<Tribute>): Tribute => ({
  type: 7,
  baseAmount: 100,
  aliquot: 1.5,
  subtotal: 1.5,
  description: null,
  ...over,
});

test.each<[string, Partial<Tribute>, string | null]>([
  ["the exact amount", {}, null],
  ["a half cent, rounded up", { baseAmount: 12.35, aliquot: 10, subtotal: 1.24 }, null],
  ["a half cent, rounded down", { baseAmount: 12.35, aliquot: 10, subtotal: 1.23 }, "1.24"],
  ["a half cent that binary numbers lack", { baseAmount: 1.005, aliquot: 100, subtotal: 1.01 }, null],
  ["a rate of 0: no rate makes the amount", { aliquot: 0, subtotal: 77 }, null],
  ["more than two decimals", { subtotal: 1.501 }, "1.50"],
])("TRIBUTE_AMOUNT expects base times rate: %s", (_, over, expected) => {
  const found = remarkOnTributes(invoiceB({ tributes: [tribute({}), tribute(over)] }));
  expect(toSummary(found)).toEqual(expected === null ? [] : [["tributes.1.subtotal", "TRIBUTE_AMOUNT"]]);
  if (expected !== null) expect(found[0]?.message.en).toContain(`which is ${expected}:`);
});

test("TRIBUTE_AMOUNT: the amount that it names has no remark, and a cent more or less has", () => {
  const cents = (most: number) => fc.integer({ min: 1, max: most }).map((count) => count / 100);
  fc.assert(
    fc.property(cents(1e12), cents(1e5), (baseAmount, aliquot) => {
      const given = (subtotal: number) =>
        remarkOnTributes(invoiceB({ tributes: [tribute({ baseAmount, aliquot, subtotal })] }));
      const [told] = given(-1);
      const expected = new Decimal(/which is (\d+\.\d\d):/.exec(told?.message.en ?? "")?.[1] ?? Number.NaN);
      fc.pre(expected.lt(1e12));
      expect(given(expected.toNumber())).toEqual([]);
      expect(given(expected.plus("0.01").toNumber())).toHaveLength(1);
      expect(expected.minus(new Decimal(baseAmount).times(aliquot).div(100)).abs().lte("0.005")).toBe(true);
    }),
  );
});

test("each code has its case in both languages, and each remark whole Spanish sentences", () => {
  const said = [
    ...remarkOnReceiver(note(), [
      naming({ docType: 86 }),
      naming({ condition: 5 }),
      naming({ docType: 99, condition: 5 }),
    ]),
    ...remarkOnTerm(note({ voucherDate: "20261001" }), [naming()]),
    ...remarkOnTerm(note({ voucherDate: "20261001", associatedPeriod: { from: "20260701", to: "20260731" } }), []),
    ...remarkOnTaxId(invoiceB({ customer: customer({ taxType: 1 }) })),
    ...remarkOnTributes(invoiceB({ tributes: [tribute({ subtotal: 9 })] })),
  ];
  expect(said).toHaveLength(7);
  expect(said.filter(({ message }) => !isSpanish(message.es)).map(({ message }) => message.es)).toEqual([]);
  for (const { code } of said) expect(isLawCode(code)).toBe(true);
  for (const { en, es } of Object.values(lawCodes)) expect([en, es]).not.toContain("");
  expect([isLawCode("ZERO_TOTAL"), isLawCode(10051), isLawCode("toString")]).toEqual([false, false, false]);
});
