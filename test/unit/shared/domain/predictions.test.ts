import { expect, test } from "vitest";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import type { PredictionSubject } from "../../../../shared/domain/predictions/problem.js";
import { invoiceB, item } from "../../issuer/authority/samples.js";

const today = "20260818";

function predict(changes: Partial<IssuanceRequest> = {}, subject: Partial<PredictionSubject> = {}): [string, number][] {
  const body = invoiceB(changes);
  const issuer = { cuit: "30712345671", taxType: 1 };
  const problems = predictProblems({ body, amounts: computeAmounts(body), issuer, today, lastDate: null, ...subject });
  return problems.map(({ field, code }) => [field, code]);
}

const customer = (docType: number, docNumber: string, taxType: number) => ({
  docType,
  docNumber,
  name: "Receptor",
  taxType,
  address: null,
  stateId: null,
});
const registered = customer(80, "30710151543", 1);
const note = (voucherType: number, associated: number) => ({
  voucherType,
  associatedVouchers: [{ voucherType: associated, posNumber: 1, voucherNumber: 1, cuit: null }],
});

test("a voucher without faults has no problems", () => {
  expect(predict()).toEqual([]);
  expect(predict({ voucherType: 1, customer: registered })).toEqual([]);
  expect(predict({ voucherType: 1, customer: customer(80, "20111111112", 6) })).toEqual([]);
});

// Source: api/README.md, rules 15 and 16.
test.each<[string, Partial<IssuanceRequest>, number, [string, number][]]>([
  ["a monotributista issues B", {}, 6, [["voucherType", 10000]]],
  ["an exempt issuer issues A", { voucherType: 1, customer: registered }, 4, [["voucherType", 10000]]],
  ["a monotributista issues C", { voucherType: 11 }, 6, []],
  ["a registered taxpayer issues C", { voucherType: 11 }, 1, [["voucherType", 10000]]],
  ["B to a registered taxpayer", { customer: registered }, 1, [["customer.taxType", 10243]]],
  [
    "A to an exempt receiver",
    { voucherType: 1, customer: customer(80, "30710151543", 4) },
    1,
    [["customer.taxType", 10243]],
  ],
  ["a condition that does not exist", { customer: customer(99, "0", 2) }, 1, [["customer.taxType", 10242]]],
  [
    "an overriding condition that does not fit the letter",
    { receiverTaxConditionId: 1 },
    1,
    [["receiverTaxConditionId", 10243]],
  ],
  [
    "letter A without a CUIT",
    { voucherType: 1, customer: customer(96, "12345678", 1) },
    1,
    [["customer.docType", 10013]],
  ],
  [
    "letter A with a short CUIT",
    { voucherType: 1, customer: customer(80, "1", 1) },
    1,
    [["customer.docNumber", 10013]],
  ],
])("%s", (_, changes, taxType, expected) => {
  expect(predict(changes, { issuer: { cuit: "30712345671", taxType } })).toEqual(expected);
});

test("a note keeps the letter of its original, even after the issuer's condition changed (api/README.md, rule 17)", () => {
  expect(predict(note(8, 6), { issuer: { cuit: "20111111112", taxType: 6 } })).toEqual([]);
  expect(predict(note(8, 1))).toEqual([["associatedVouchers.0.voucherType", 10040]]);
  expect(predict(note(6, 6))).toEqual([["associatedVouchers.0.voucherType", 10040]]);
});

test("the receiver must be identified from ten million pesos up", () => {
  const items = (price: number) => [item(price, 5)];
  expect(predict({ items: items(9_999_999.99) })).toEqual([]);
  expect(predict({ items: items(10_000_000) })).toEqual([["customer.docType", 10015]]);
  expect(
    predict({ voucherType: 11, items: items(10_000_000) }, { issuer: { cuit: "30712345671", taxType: 6 } }),
  ).toEqual([["customer.docType", 10015]]);
  expect(predict({ items: items(10_000_000), customer: customer(96, "12345678", 5) })).toEqual([]);
  expect(predict({ items: items(10_000), currency: { id: "DOL", quotation: 1_000 } })).toEqual([
    ["customer.docType", 10015],
  ]);
});

test.each<[string, Partial<IssuanceRequest>, [string, number][]]>([
  ["a number with docType 99", { customer: customer(99, "12345678", 5) }, [["customer.docNumber", 10015]]],
  ["a CUIT with a wrong check digit", { customer: customer(80, "20111111113", 5) }, [["customer.docNumber", 10015]]],
  [
    "the uncategorised CUIT without its perception",
    { customer: customer(80, "23000000000", 7) },
    [["tributes", 10067]],
  ],
  ["no document number", { customer: customer(96, "0", 5) }, [["customer.docNumber", 10015]]],
  ["an unknown document type", { customer: customer(55, "123", 5) }, [["customer.docType", 10015]]],
  ["the issuer itself", { customer: customer(80, "30712345671", 5) }, [["customer.docNumber", 10069]]],
  ["an unknown currency", { currency: { id: "ZZZ", quotation: 2 } }, [["currency.id", 10037]]],
  ["lines whose VAT rounds to 0", { items: [item(0.01, 5)] }, [["items", 10018]]],
  ["lines that come to 0", { items: [item(0, 5)] }, []],
  ["a rate that comes to 0 beside another", { items: [item(121, 5), item(0, 4)] }, []],
])("%s", (_, changes, expected) => {
  expect(predict(changes)).toEqual(expected);
});

test.each<[string, Partial<IssuanceRequest>, [string, number][]]>([
  ["products five days ago", { voucherDate: "20260813" }, []],
  ["products six days ago", { voucherDate: "20260812" }, [["voucherDate", 10016]]],
  ["products in six days", { voucherDate: "20260824" }, [["voucherDate", 10016]]],
  ["services ten days ago", { concept: 2, voucherDate: "20260808" }, []],
  ["services in eleven days", { concept: 3, voucherDate: "20260829" }, [["voucherDate", 10016]]],
  [
    "a service that ends before it begins",
    { concept: 2, serviceFrom: "20260802", serviceTo: "20260801", serviceExpiration: "20260901" },
    [["serviceFrom", 10032]],
  ],
  [
    "a payment due before the voucher",
    { concept: 2, serviceFrom: "20260801", serviceTo: "20260802", serviceExpiration: "20260817" },
    [["serviceExpiration", 10036]],
  ],
])("%s", (_, changes, expected) => {
  expect(predict(changes)).toEqual(expected);
});

test("a later date of products stays in the month, and no date is before the sequence's last voucher", () => {
  expect(predict({ voucherDate: "20260901" }, { today: "20260830" })).toEqual([["voucherDate", 10152]]);
  expect(predict({}, { lastDate: "20260819" })).toEqual([["voucherDate", 10016]]);
  expect(predict({}, { lastDate: today })).toEqual([]);
});

test("a tribute needs a known type, an amount and, if its type is 'other', a description", () => {
  const tribute = (type: number, subtotal: number, description: string | null = null) => ({
    type,
    baseAmount: 100,
    aliquot: 1,
    subtotal,
    description,
  });
  expect(predict({ tributes: [tribute(7, 1)] })).toEqual([]);
  expect(predict({ tributes: [tribute(50, 1)] })).toEqual([["tributes.0.type", 10025]]);
  expect(predict({ tributes: [tribute(7, 1), tribute(99, 1, " ")] })).toEqual([["tributes.1.description", 10042]]);
  expect(predict({ tributes: [tribute(7, 0)] })).toEqual([["tributes", 10024]]);
});

test.each([1, 6, 51])("type %i goes with the delivery notes of its activities, and with no others", (voucherType) => {
  const activities = [{ id: 101_011 }];
  const receiver = voucherType === 6 ? {} : { customer: registered };
  const of = (associated: number) => predict({ ...receiver, ...note(voucherType, associated), activities });
  for (const delivery of [88, 991, 993, 994, 995]) expect([delivery, of(delivery)]).toEqual([delivery, []]);
  for (const other of [91, 990, 996, voucherType])
    expect(of(other)).toEqual([["associatedVouchers.0.voucherType", 10040]]);
});

test("the same voucher may be associated only once", () => {
  const [first] = note(8, 6).associatedVouchers;
  if (!first) throw new Error("no associated voucher");
  expect(predict({ voucherType: 8, associatedVouchers: [first, { ...first }] })).toEqual([
    ["associatedVouchers.1", 10060],
  ]);
});
