import { describe, expect, test } from "vitest";
import { writeField } from "../../../../api/http/field.js";
import { selectFce, toTerms } from "../../../../api/schemas/asked-fce.js";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { findLatePayment } from "../../../../api/schemas/late-payment.js";
import type { FcePayment } from "../../../../shared/domain/fce.js";
import { inEnglish } from "../../../../shared/domain/localized-text.js";
import { saidFaults } from "../../../support/readers/said-faults.js";
import { cbu, creditInvoice, fce as payment } from "../../../support/samples/fce.js";
import { invoiceB } from "../../../support/samples/invoice.js";
import { invoiceB as checkedInvoice } from "../../issuer/authority/samples.js";

const fce = payment as FcePayment;
const otherCbu = "0170099220000067797370";

function faultsOf(body: unknown, issuer = { fce: fce as FcePayment | null, withheldA: false }): string[] {
  const checked = checkIssuance(body, issuer);
  return checked.ok ? [] : saidFaults(checked.faults);
}
function termsOf(body: unknown) {
  const checked = checkIssuance(body, { fce, withheldA: false });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.body.fce;
}

const associated = { voucherType: 201, posNumber: 1, voucherNumber: 1, date: "20260801" };
const note = (over: Record<string, unknown> = {}) =>
  creditInvoice({ voucherType: 203, serviceExpiration: null, associatedVouchers: [associated], ...over });
const service = { concept: 2, serviceFrom: "20260801", serviceTo: "20260831" };

describe('a company without fce (api/README.md, "Credit invoices")', () => {
  test.each([201, 202, 203, 206, 207, 208, 211, 212, 213])("[F1] has type %i refused", (voucherType) => {
    expect(faultsOf(creditInvoice({ voucherType }), { fce: null, withheldA: false })).toEqual([
      "voucherType is a credit invoice (FCE MiPyME), which this company does not issue: set its fce with PATCH /fiscal-data first",
    ]);
  });

  test("[R18] is told the types that it can issue, and one with fce all of them", () => {
    const faults = (issuer: Parameters<typeof faultsOf>[1]) => faultsOf(invoiceB({ voucherType: 4 }), issuer);
    expect(faults({ fce: null, withheldA: false })).toEqual([
      "voucherType is not a type that can be issued here: 1, 2, 3, 6, 7, 8, 11, 12, 13",
    ]);
    expect(faults({ fce, withheldA: false })).toEqual([
      "voucherType is not a type that can be issued here: 1, 2, 3, 6, 7, 8, 11, 12, 13, 201, 202, 203, 206, 207, 208, 211, 212, 213",
    ]);
  });
});

describe("the date of the payment", () => {
  test.each([
    ["goods", creditInvoice()],
    ["goods with their period", creditInvoice({ ...service, concept: 1 })],
    ["services", creditInvoice(service)],
    ["the day of the voucher", creditInvoice({ voucherDate: "20260818", serviceExpiration: "20260818" })],
    ["a note of goods without it", note()],
    ["a note of services without it", note(service)],
    ["letter B", creditInvoice({ voucherType: 206 })],
    ["letter C", creditInvoice({ voucherType: 211 })],
  ])("[F3] %s is accepted", (_, body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  test.each([
    [
      "goods without it",
      creditInvoice({ serviceExpiration: undefined }),
      "serviceExpiration is required for a credit invoice: the day until when it is to be paid, as YYYYMMDD",
    ],
    [
      "services without it",
      creditInvoice({ ...service, serviceExpiration: null }),
      "serviceExpiration is required when concept is 2 or 3: a date as YYYYMMDD",
    ],
    [
      "a day before the voucher",
      creditInvoice({ voucherDate: "20260818", serviceExpiration: "20260817" }),
      "serviceExpiration must not be before voucherDate",
    ],
    [
      "a note with it",
      note({ serviceExpiration: "20991231" }),
      "serviceExpiration must be left out: notes of credit invoices have no payment due date",
    ],
    [
      "a note of services with it",
      note({ ...service, serviceExpiration: "20301231" }),
      "serviceExpiration must be left out: notes of credit invoices have no payment due date",
    ],
    [
      "a note of services without their period",
      note({ ...service, serviceTo: null }),
      "serviceTo is required when concept is 2 or 3: a date as YYYYMMDD",
    ],
  ])("[F3] %s is refused", (_, body, fault) => {
    expect(faultsOf(body)).toEqual([fault]);
  });

  test("[F3] a plain invoice may be due on any day, and needs none for goods", () => {
    expect(faultsOf(invoiceB())).toEqual([]);
    expect(faultsOf(invoiceB({ serviceExpiration: "20000101" }))).toEqual([]);
  });

  test("[F3] of a new credit invoice is not before today", () => {
    const late = (over: object) => findLatePayment(checkedInvoice({ voucherType: 201, ...over }), "20260818");
    expect(late({ serviceExpiration: "20260817" })).toMatchObject({
      field: "serviceExpiration",
      message: { en: "must not be before today: a credit invoice can still be paid" },
    });
    expect(late({ serviceExpiration: "20260818" })).toBeUndefined();
    expect(late({ voucherType: 206, serviceExpiration: "20251231" })).toBeDefined();
    expect(late({ voucherType: 203, serviceExpiration: null })).toBeUndefined();
    expect(late({ voucherType: 6, serviceExpiration: "20260817" })).toBeUndefined();
  });
});

describe("what a note modifies", () => {
  const one = "associatedVouchers must be exactly one: the voucher that the note modifies";
  const noPeriod = "associatedPeriod must be left out: a note of a credit invoice modifies one voucher";
  const period = { from: "20260701", to: "20260731" };
  test.each([
    ["nothing", { associatedVouchers: undefined }, [one]],
    ["an empty list", { associatedVouchers: [] }, [one]],
    ["two vouchers", { associatedVouchers: [associated, { ...associated, voucherNumber: 2 }] }, [one]],
    ["a period", { associatedVouchers: null, associatedPeriod: period }, [noPeriod, one]],
    ["a period as well", { associatedPeriod: period }, [noPeriod]],
    ["a text", { associatedVouchers: "201-1-1" }, ["associatedVouchers must be a list"]],
  ])("[F4] %s is refused", (_, over, faults) => {
    for (const voucherType of [202, 203, 207, 208, 212, 213])
      expect(faultsOf(note({ voucherType, ...over }))).toEqual(faults);
  });

  test("[F4] a credit invoice may name what it modifies no more than any invoice", () => {
    expect(faultsOf(creditInvoice({ associatedPeriod: period }))).toEqual(
      faultsOf(invoiceB({ associatedPeriod: period })),
    );
  });
});

describe("the body's fce", () => {
  test("[F2] overrides what the company has, on an invoice", () => {
    expect(termsOf(creditInvoice())).toEqual(fce);
    expect(termsOf(creditInvoice({ fce: null, withheldA: false }))).toEqual(fce);
    expect(termsOf(creditInvoice({ fce: {} }))).toEqual(fce);
    expect(termsOf(creditInvoice({ fce: { cbu: null, alias: null, transfer: null } }))).toEqual({
      ...fce,
      alias: null,
    });
    expect(termsOf(creditInvoice({ fce: { transfer: "ADC" } }))).toEqual({ ...fce, transfer: "ADC" });
    expect(termsOf(creditInvoice({ fce: { cbu: otherCbu } }))).toEqual({ ...fce, cbu: otherCbu, alias: null });
  });

  test("[F2] says of a note only whether it cancels", () => {
    expect(termsOf(note())).toEqual({ cancellation: false });
    expect(termsOf(note({ fce: { cancellation: null } }))).toEqual({ cancellation: false });
    expect(termsOf(note({ fce: { cancellation: true } }))).toEqual({ cancellation: true });
    expect(toTerms(201, null, null)).toBeNull();
    expect(toTerms(6, { cbu, alias: null, transfer: "SCA", cancellation: null }, fce)).toBeNull();
  });

  test.each([
    ["cbu", `${cbu}0`, "fce.cbu must be 22 digits"],
    ["cbu", "2850590940090418135202", "fce.cbu is not a CBU: its check digits are wrong"],
    ["alias", "corto", "fce.alias must be 6 to 20 letters, digits, dots or dashes"],
    ["alias", "con espacios", "fce.alias must be 6 to 20 letters, digits, dots or dashes"],
    ["transfer", "XXX", 'fce.transfer must be one of "SCA", "ADC"'],
    ["cancellation", "S", "fce.cancellation must be true or false"],
  ])("[F2] a faulty %s is named", (name, value, fault) => {
    const body = name === "cancellation" ? note({ fce: { [name]: value } }) : creditInvoice({ fce: { [name]: value } });
    expect(faultsOf(body)).toEqual([fault]);
  });

  const ofNotes = "is for notes only";
  const ofInvoices = "is for invoices only: a note has just cancellation";
  test.each<[string, Record<string, unknown>, unknown, [string, string][]]>([
    ["all of an invoice", creditInvoice({ fce }), fce, []],
    [
      "a cancellation on an invoice",
      creditInvoice({ fce: { transfer: "ADC", cancellation: true } }),
      { transfer: "ADC" },
      [["fce.cancellation", ofNotes]],
    ],
    [
      "an account on a note, even a faulty one",
      note({ fce: { cbu: "1", alias: "a", transfer: "X", cancellation: true } }),
      { cancellation: true },
      [
        ["fce.cbu", ofInvoices],
        ["fce.alias", ofInvoices],
        ["fce.transfer", ofInvoices],
      ],
    ],
    ["nulls, of which nothing is said", note({ fce: { cbu: null, cancellation: null } }), { cancellation: null }, []],
    [
      "all of it on other types",
      invoiceB({ fce: { cbu: "1" } }),
      null,
      [["fce", "is for credit invoices (FCE MiPyME) and their notes, and type 6 is none"]],
    ],
    ["null on other types", invoiceB({ fce: null, withheldA: false }), null, []],
    ["a text, which is a fault", creditInvoice({ fce: "SCA" }), "SCA", []],
    ["a list, which is a fault", creditInvoice({ fce: ["SCA"] }), ["SCA"], []],
    ["what is of no type", creditInvoice({ voucherType: 4, fce: { cancellation: 1 } }), { cancellation: 1 }, []],
  ])("[F2] what does not count is ignored: %s", (_, body, selected, said) => {
    const { body: left, ignored } = selectFce(body);
    expect(left).toEqual({ ...body, fce: selected });
    expect(ignored.map(({ field, message }) => [writeField(field), inEnglish(message)])).toEqual(said);
  });

  test("a body that is no object is left as it is", () => {
    for (const body of [null, undefined, 7, "x", [1]]) expect(selectFce(body)).toEqual({ body, ignored: [] });
    expect(selectFce({ fce: { cancellation: true, cbu } }, 203)).toMatchObject({
      body: { fce: { cancellation: true } },
      ignored: [{ field: ["fce", "cbu"] }],
    });
  });
});
