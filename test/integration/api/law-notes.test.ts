import { expect, test } from "vitest";
import { argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { lawCodes } from "../../../shared/domain/remarks/law-codes.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceA, invoiceB } from "../../support/samples/invoice.js";

const api = await openForFile(openIssuingApp);

const daysAgo = (days: number) => toFiscalDate(argentineDay(Date.now() - days * 86_400_000));
const preview = async (body: object, headers: Record<string, string> = {}) =>
  (await api.postTo("/invoices/preview", body, { headers })).body;
const notesOf = async (body: object) => {
  const { result, warnings } = await preview(body);
  expect([result.problems, warnings]).toEqual([[], undefined]);
  return result.notes.map(({ field, code }: { field: string; code: string }) => [field, code]);
};
const exempt = { docType: 80, docNumber: "30710151543", name: "Librería del Sur", taxType: 4 };

async function issue(body: object) {
  const { status, body: answer } = await api.post(body);
  expect([status, answer.error]).toEqual([201, undefined]);
  const { id } = answer.result;
  const { voucherType, posNumber, voucherNumber } = (await api.get(`/invoices/${id}`)).body.result;
  return { id, named: { voucherType, posNumber, voucherNumber } };
}
const noteOf = (associatedVouchers: object[], over: object = {}) =>
  invoiceB({ voucherType: 8, customer: exempt, associatedVouchers, ...over });

test("NOTE_RECEIVER: a note to another receiver than that of a voucher of ours, once for each", async () => {
  const [own, other] = [await issue(invoiceB({ customer: exempt })), await issue(invoiceB())];
  expect(await notesOf(noteOf([own.named]))).toEqual([]);
  const told = ["customer.docNumber", "NOTE_RECEIVER"];
  expect(await notesOf(noteOf([own.named, other.named]))).toEqual([told]);
  expect(await notesOf(noteOf([own.named, other.named], { customer: { ...exempt, docType: 86 } }))).toEqual([
    told,
    told,
    ["customer.docType", "RECEIVER_WITHOUT_TAX_ID"],
  ]);
  expect(await notesOf(noteOf([{ ...other.named, cuit: "30500010912" }]))).toEqual([]);
  expect(await notesOf(noteOf([{ ...other.named, voucherNumber: 9_999 }]))).toEqual([]);
});

test("NOTE_RECEIVER: the vouchers of another environment and of another company are none of ours", async () => {
  const { named } = await issue(invoiceB());
  const inProduction = await api.postTo("/invoices/preview", noteOf([named]), { key: api.keys.keys.production });
  expect(inProduction.body.result.notes).toEqual([]);
});

test("NOTE_LATE: a note more than 15 days after the voucher, or the period, that it modifies", async () => {
  const dated = (days: number) => [{ voucherType: 6, posNumber: 7, voucherNumber: 1, date: daysAgo(days) }];
  expect(await notesOf(noteOf(dated(15)))).toEqual([]);
  expect(await notesOf(noteOf(dated(16)))).toEqual([["voucherDate", "NOTE_LATE"]]);
  const period = (days: number) => ({ associatedPeriod: { from: daysAgo(60), to: daysAgo(days) } });
  const inPeriod = (days: number) => invoiceB({ voucherType: 8, customer: exempt, ...period(days) });
  expect(await notesOf(inPeriod(15))).toEqual([]);
  expect(await notesOf(inPeriod(16))).toEqual([["voucherDate", "NOTE_LATE"]]);
});

test("RECEIVER_WITHOUT_TAX_ID and TRIBUTE_AMOUNT: told of an invoice, which is issued all the same", async () => {
  const body = invoiceB({
    customer: { ...exempt, docType: 96, docNumber: "12345678" },
    tributes: [{ type: 7, baseAmount: 100, aliquot: 1.5, subtotal: 1.51 }],
  });
  expect(await notesOf(body)).toEqual([
    ["customer.docType", "RECEIVER_WITHOUT_TAX_ID"],
    ["tributes.0.subtotal", "TRIBUTE_AMOUNT"],
  ]);
  const strict = await api.post(body, { headers: { Prefer: "handling=strict" } });
  expect([strict.status, strict.body.warnings]).toEqual([201, undefined]);
});

test("the notes of the law are told in Spanish to who reads it", async () => {
  const { result } = await preview(invoiceB({ customer: { ...exempt, docType: 99, docNumber: "0" } }), {
    "Accept-Language": "es-AR",
  });
  expect(result.notes).toEqual([
    {
      field: "customer.docType",
      code: "RECEIVER_WITHOUT_TAX_ID",
      message: "El receptor no es consumidor final: la norma pide su CUIT, sea cual sea el importe (RG 1415).",
    },
  ]);
});

test("letter A to a CUIT and a final consumer have no notes", async () => {
  expect(await notesOf(invoiceA())).toEqual([]);
  expect(await notesOf(invoiceB())).toEqual([]);
});

test("the OpenAPI document names each code, in both languages", async () => {
  for (const path of ["/openapi.json", "/openapi.json?lang=es"]) {
    const document = await (await api.app.request(path)).text();
    expect(Object.keys(lawCodes).filter((code) => !document.includes(code))).toEqual([]);
  }
});
