import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { csvOf } from "../../support/samples/batch-csv.js";
import { creditInvoice, fce } from "../../support/samples/fce.js";
import { invoiceB, today } from "../../support/samples/invoice.js";

let api: AdminApp;
beforeAll(async () => {
  api = await openAdminApp();
});
afterAll(() => api[Symbol.asyncDispose]());

const post = (invoices: object[], headers = {}) => api.call("POST", "/batches", { body: { invoices }, headers });
const postCsv = (invoices: Record<string, unknown>[]) =>
  api.call("POST", "/batches", {
    body: Buffer.from(csvOf(invoices, { delimiter: ",", lineEnd: "\n" })),
    headers: { "content-type": "text/csv" },
  });
const setFce = (value: object | null) =>
  api.db.$executeRaw`UPDATE company SET fce = ${value && JSON.stringify(value)}::jsonb WHERE code = 'demo'`;
const bodyOf = async (idempotency: string) =>
  (await api.db.issuance.findFirstOrThrow({ where: { idempotency } })).body as Record<string, unknown>;
const note = (over: Record<string, unknown> = {}) =>
  creditInvoice({
    voucherType: 203,
    serviceExpiration: undefined,
    associatedVouchers: [{ voucherType: 201, posNumber: 1, voucherNumber: 7, date: "20260801" }],
    ...over,
  });

test("[F1 F3 F4] every element of a batch is held to the rules of credit invoices, each fault with its place", async () => {
  await setFce(null);
  const without = await post([invoiceB(), creditInvoice()]);
  expect(without.body.details.errors).toEqual([
    { field: "invoices.1.voucherType", message: expect.stringContaining("does not issue") },
  ]);
  await setFce(fce);
  const unknown = { voucherType: 201, posNumber: 1, voucherNumber: 99 };
  const { status, body } = await post([
    creditInvoice(),
    creditInvoice({ voucherDate: "20200101", serviceExpiration: "20200101" }),
    note({ associatedVouchers: [unknown] }),
    note({ serviceExpiration: today() }),
    creditInvoice({ fce: { cbu: "1" } }),
  ]);
  expect(status).toBe(400);
  expect(body.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    "invoices.1.serviceExpiration",
    "invoices.2.associatedVouchers.0.date",
    "invoices.3.serviceExpiration",
    "invoices.4.fce.cbu",
  ]);
  expect(await api.db.issuance.count()).toBe(0);
});

test("[F2] elements of a batch are recorded with the company's fce or their own, and what is ignored is said", async () => {
  const [plain, own, adjusts] = [
    invoiceB({ fce: { cbu: "1" } }),
    creditInvoice({ fce: { transfer: "ADC" } }),
    note({ fce: { cancellation: true, alias: "x" } }),
  ];
  const answer = await post([plain, own, adjusts]);
  expect([answer.status, answer.body.warnings.map(({ field }: { field: string }) => field)]).toEqual([
    202,
    ["invoices.0.fce", "invoices.2.fce.alias"],
  ]);
  expect((await bodyOf(plain.idempotency)).fce).toBeNull();
  expect((await bodyOf(own.idempotency)).fce).toEqual({ ...fce, transfer: "ADC" });
  expect(await bodyOf(adjusts.idempotency)).toMatchObject({
    fce: { cancellation: true },
    associatedVouchers: [{ voucherNumber: 7, cuit: "30712345671", date: "20260801" }],
  });
  const strict = await post([invoiceB({ fce: { cbu: "1" } })], { prefer: "handling=strict" });
  expect(strict.body.details.errors).toMatchObject([{ field: "invoices.0.fce" }]);
});

test("[F2 F3] CSV has the columns of fce, and its faults have lines", async () => {
  const other = { cbu: "0170099220000067797370", alias: "otra.cuenta", transfer: "ADC" };
  const [own, cancels] = [creditInvoice({ fce: other }), note({ fce: { cancellation: true } })];
  const plain = creditInvoice();
  const answer = await postCsv([own, cancels, plain]);
  expect([answer.status, answer.body]).toEqual([202, { ok: true, result: expect.objectContaining({ total: 3 }) }]);
  expect((await bodyOf(own.idempotency)).fce).toEqual(other);
  expect((await bodyOf(cancels.idempotency)).fce).toEqual({ cancellation: true });
  expect((await bodyOf(plain.idempotency)).fce).toEqual(fce);

  const { body } = await postCsv([
    creditInvoice({ fce: { cbu: "285059094009041813520" } }),
    creditInvoice({ voucherDate: "20200101", serviceExpiration: "20200102" }),
    note({ associatedVouchers: [{ voucherType: 201, posNumber: 1, voucherNumber: 98 }] }),
  ]);
  expect(body.details.errors.map(({ field }: { field: string }) => field)).toEqual([
    "line 2: fce.cbu",
    "line 3: serviceExpiration",
    "line 4: associatedVouchers.date",
  ]);
});
