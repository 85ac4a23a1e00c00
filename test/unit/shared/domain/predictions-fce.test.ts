import { expect, test } from "vitest";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../../../shared/domain/issuance-request.js";
import { predictProblems } from "../../../../shared/domain/predictions/predict-problems.js";
import type { PredictionSubject } from "../../../../shared/domain/predictions/problem.js";
import { findVatBreaches, isHeldToTolerance } from "../../../../shared/domain/tolerance.js";
import { issuableTypes } from "../../../../shared/domain/voucher-types.js";
import { invoiceB, item } from "../../issuer/authority/samples.js";

const today = "20260818";
const own = "30712345671";
const large = { docType: 80, docNumber: "30500010912", name: "Gran Empresa", taxType: 1, address: null, stateId: null };

const invoice = (changes: Partial<IssuanceRequest> = {}) =>
  invoiceB({
    voucherType: 201,
    customer: large,
    serviceExpiration: "20260930",
    fce: { cbu: "2850590940090418135201", alias: null, transfer: "SCA" },
    ...changes,
  });
const associated = (over: Partial<IssuanceRequest["associatedVouchers"][number]> = {}) => ({
  voucherType: 201,
  posNumber: 1,
  voucherNumber: 1,
  cuit: own,
  date: "20260810",
  ...over,
});
const note = (changes: Partial<IssuanceRequest> = {}, of: Parameters<typeof associated>[0] = {}) =>
  invoice({
    voucherType: 203,
    serviceExpiration: null,
    fce: { cancellation: false },
    associatedVouchers: [associated(of)],
    ...changes,
  });

function predict(body: IssuanceRequest, subject: Partial<PredictionSubject> = {}): [string, number][] {
  const issuer = { cuit: own, taxType: body.voucherType > 210 ? 6 : 1 };
  const problems = predictProblems({ body, amounts: computeAmounts(body), issuer, today, lastDate: null, ...subject });
  return problems.map(({ field, code }) => [field, code]);
}
const exempt = { ...large, taxType: 4 };

test.each([
  [
    "an invoice of each letter",
    [invoice(), invoice({ voucherType: 206, customer: exempt }), invoice({ voucherType: 211 })],
  ],
  [
    "a note of each letter",
    [
      note(),
      note({ voucherType: 202 }),
      note({ voucherType: 208, customer: exempt }, { voucherType: 206 }),
      note({ voucherType: 212 }, { voucherType: 211 }),
    ],
  ],
  [
    "a cancellation",
    [note({ fce: { cancellation: true } }), note({ fce: { cancellation: true } }, { voucherType: 202 })],
  ],
  ["a delivery note", [invoice({ associatedVouchers: [associated({ voucherType: 91 })] })]],
])("%s has no problems", (_, bodies) => {
  for (const body of bodies) expect([body.voucherType, predict(body)]).toEqual([body.voucherType, []]);
});

test.each<[string, IssuanceRequest, [string, number][]]>([
  ["a receiver without a CUIT", invoice({ customer: { ...large, docType: 96 } }), [["customer.docType", 10015]]],
  [
    "an unidentified one of letter B",
    invoice({ voucherType: 206, customer: { ...exempt, docType: 99, docNumber: "0" } }),
    [["customer.docType", 10015]],
  ],
  ["a wrong CUIT", invoice({ customer: { ...large, docNumber: "30500010913" } }), [["customer.docNumber", 10015]]],
  [
    "the CUIT of nobody in particular",
    invoice({ voucherType: 206, customer: { ...exempt, docNumber: "23000000000" } }),
    [["customer.docNumber", 10178]],
  ],
  ["an invoice of five days ago", invoice({ voucherDate: "20260813" }), []],
  ["an invoice of six days ago", invoice({ voucherDate: "20260812" }), [["voucherDate", 10016]]],
  [
    "an invoice of services of six days ago",
    invoice({ concept: 2, voucherDate: "20260812" }),
    [["voucherDate", 10016]],
  ],
  ["an invoice of tomorrow", invoice({ voucherDate: "20260819" }), []],
  ["an invoice of the day after", invoice({ voucherDate: "20260820" }), [["voucherDate", 10016]]],
  ["a note of five days ago", note({ voucherDate: "20260813" }), []],
  ["a note of tomorrow", note({ voucherDate: "20260819" }), [["voucherDate", 10016]]],
  [
    "a payment due yesterday",
    invoice({ voucherDate: "20260817", serviceExpiration: "20260817" }),
    [["serviceExpiration", 10164]],
  ],
  [
    "a payment due before the voucher",
    invoice({ voucherDate: "20260819", serviceExpiration: "20260818" }),
    [["serviceExpiration", 10164]],
  ],
  ["a tribute without a description", invoice({ tributes: [tribute(7, null)] }), [["tributes.0.description", 10042]]],
  ["a tribute with one", invoice({ tributes: [tribute(7, "Percepción")] }), []],
  ["a note of a plain invoice", note({}, { voucherType: 1 }), [["associatedVouchers.0.voucherType", 10040]]],
  [
    "a plain note of a credit invoice",
    note({ voucherType: 3, fce: null }),
    [["associatedVouchers.0.voucherType", 10040]],
  ],
  ["a note of another letter", note({}, { voucherType: 206 }), [["associatedVouchers.0.voucherType", 10040]]],
  [
    "an invoice that names an invoice",
    invoice({ associatedVouchers: [associated()] }),
    [["associatedVouchers.0.voucherType", 10040]],
  ],
  ["an adjustment of a debit note", note({}, { voucherType: 202 }), [["associatedVouchers.0.voucherType", 10157]]],
  [
    "a credit that cancels a credit",
    note({ fce: { cancellation: true } }, { voucherType: 203 }),
    [["associatedVouchers.0.voucherType", 10186]],
  ],
  [
    "a debit note of letter B that cancels an invoice",
    note({ voucherType: 207, customer: exempt, fce: { cancellation: true } }, { voucherType: 206 }),
    [["associatedVouchers.0.voucherType", 10187]],
  ],
  [
    "a debit note of letter C that cancels an invoice",
    note({ voucherType: 212, fce: { cancellation: true } }, { voucherType: 211 }),
    [["associatedVouchers.0.voucherType", 10193]],
  ],
  ["a note of another's voucher", note({}, { cuit: "30710151543" }), [["associatedVouchers.0.cuit", 10155]]],
  ["a note of a later voucher", note({}, { date: "20260819" }), [["associatedVouchers.0.date", 10159]]],
])("%s", (_, body, expected) => {
  expect(predict(body)).toEqual(expected);
});

test("a later date stays in the month, also for services", () => {
  const last = { today: "20260831" };
  const body = invoice({ concept: 2, voucherDate: "20260901" });
  expect(predict(body, last)).toEqual([["voucherDate", 10152]]);
  expect(predict(invoice({ voucherDate: "20260831" }), last)).toEqual([]);
});

test("the letter's problems name the types of credit invoices", () => {
  const body = invoice();
  const issuer = { cuit: own, taxType: 6 };
  const problems = predictProblems({ body, amounts: computeAmounts(body), issuer, today, lastDate: null });
  expect(problems).toMatchObject([
    {
      field: "voucherType",
      code: 10000,
      message: { en: "an issuer that is not registered in VAT issues letter C only: 211, 212, 213" },
    },
  ]);
  expect(predict(invoice({ customer: exempt }))).toEqual([["customer.taxType", 10243]]);
});

test("the VAT of notes of credit invoices is held to the tolerance, that of plain notes is not", () => {
  expect(issuableTypes.map(([code]) => code).filter(isHeldToTolerance)).toEqual([
    1, 6, 51, 201, 202, 203, 206, 207, 208,
  ]);
  const items = Array.from({ length: 20 }, () => item(0.12, 5));
  const breachesOf = (body: IssuanceRequest) => findVatBreaches(computeAmounts(body), body.voucherType);
  expect(breachesOf(note({ items }))).toMatchObject([{ taxType: 5 }]);
  expect(findVatBreaches(computeAmounts(note({ items }), "authority"), 203)).toEqual([]);
  expect(breachesOf(note({ items, voucherType: 3 }))).toEqual([]);
});

function tribute(type: number, description: string | null) {
  return { type, baseAmount: 100, aliquot: 1, subtotal: 1, description };
}
