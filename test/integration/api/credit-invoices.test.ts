import { beforeAll, describe, expect, test } from "vitest";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { creditInvoice, fce, largeCustomer } from "../../support/samples/fce.js";
import { invoiceA, invoiceB, today } from "../../support/samples/invoice.js";

const own = "30712345671";
let nowMs = 0;
const api = await openForFile(() => openIssuingApp({}, { now: () => nowMs || Date.now() }));
beforeAll(async () => {
  await setFce(fce);
});

const setFce = (value: object | null, company = "demo") =>
  api.db.$executeRaw`UPDATE company SET fce = ${value && JSON.stringify(value)}::jsonb WHERE code = ${company}`;
const item = (price: number) => ({ description: "Harina", quantity: 1, price, taxType: 5 });
const strict = { headers: { prefer: "handling=strict" } };

interface Issued {
  id: number;
  voucherNumber: number;
}
async function issue(body: object, options = {}): Promise<Issued> {
  const answer = await api.post(body, options);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.result;
}
const rowOf = async (id: number) => (await api.get(`/invoices/${id}`)).body.result;
const declaredOf = async (id: number) => {
  const { issuanceId } = await api.db.voucher.findUniqueOrThrow({ where: { id } });
  const { declared } = await api.db.issuance.findUniqueOrThrow({ where: { id: issuanceId as number } });
  return declared as Record<string, unknown>;
};
let keys = 0;
const credit = (id: number, body: object = {}, options = {}) =>
  api.postTo(`/invoices/${id}/credit-notes`, { idempotency: `fce-credit-${++keys}`, ...body }, options);
const refused = (field: string, message: RegExp | string) => ({
  ok: false,
  code: "VALIDATION_ERROR",
  error: expect.any(String),
  details: { errors: [{ field, message: typeof message === "string" ? message : expect.stringMatching(message) }] },
});
const nameOf = ({ voucherNumber }: Issued, voucherType = 201) => ({ voucherType, posNumber: 1, voucherNumber });
const noteOf = (original: Issued, over: object = {}) =>
  creditInvoice({
    voucherType: 203,
    serviceExpiration: undefined,
    associatedVouchers: [nameOf(original)],
    items: [item(100)],
    ...over,
  });

test("[F1] a company without fce is refused these types everywhere, and one with it has them listed with their fce", async () => {
  await setFce(null);
  const message = /does not issue: set its fce with PATCH \/fiscal-data first/;
  for (const path of ["/invoices", "/invoices/preview"])
    expect((await api.postTo(path, creditInvoice())).body).toEqual(refused("voucherType", message));
  await setFce(fce);
  const { id } = await issue(creditInvoice());
  expect(await rowOf(id)).toMatchObject({ voucherType: 201, totalAmount: "6050000.00", fce });
  expect((await api.get(`/invoices?id=${id}`)).body.result[0]).toMatchObject({ fce });
  expect((await declaredOf(id)).optionals).toEqual([
    { id: "2101", value: fce.cbu },
    { id: "2102", value: fce.alias },
    { id: "27", value: "SCA" },
  ]);
  const plain = await issue(invoiceB());
  expect(await rowOf(plain.id)).toMatchObject({ fce: null });

  await setFce(null);
  const answer = await credit(id);
  expect([answer.status, answer.body]).toEqual([
    400,
    { ok: false, code: "VALIDATION_ERROR", error: expect.stringMatching(message) },
  ]);
  expect((await rowOf(id)).fce).toEqual(fce);
  await setFce(fce);
});

describe("what does not count of fce", () => {
  test("[F2] is said of an issuance and its preview, and with strict handling refused", async () => {
    const plain = invoiceB({ fce: { cbu: "1" } });
    const ofPlain = { field: "fce", message: expect.stringMatching(/type 6 is none/) };
    expect((await api.postTo("/invoices/preview", plain)).body.warnings).toEqual([ofPlain]);
    expect((await api.post(plain, strict)).body.details.errors).toEqual([ofPlain]);
    expect((await api.post(plain)).body).toMatchObject({ ok: true, warnings: [ofPlain] });
    // What is ignored of a body does not make it another body.
    const again = await api.post({ ...plain, fce: undefined });
    expect([again.status, again.body.warnings]).toEqual([200, undefined]);

    const invoice = creditInvoice({ fce: { transfer: "ADC", cancellation: true, colour: 1 } });
    const answer = await api.post(invoice);
    expect(answer.body.warnings.map(({ field }: { field: string }) => field).sort()).toEqual([
      "fce.cancellation",
      "fce.colour",
    ]);
    expect((await rowOf(answer.body.result.id)).fce).toEqual({ ...fce, transfer: "ADC" });
    const note = await api.post(noteOf(answer.body.result, { fce: { cbu: "1", cancellation: true } }));
    expect(note.body).toMatchObject({ ok: true, warnings: [{ field: "fce.cbu" }] });
    expect((await rowOf(note.body.result.id)).fce).toEqual({ cancellation: true });
  });

  test("[F2] is said of a credit note as well", async () => {
    const { id } = await issue(invoiceA());
    const answer = await credit(id, { items: [item(1)], fce: { cancellation: true } });
    const message = expect.stringMatching(/type 3 is none/);
    expect(answer.body).toMatchObject({ ok: true, warnings: [{ field: "fce", message }] });
    expect((await credit(id, { fce: { cancellation: true } }, strict)).body).toEqual(refused("fce", /type 3 is none/));
    const invoice = await issue(creditInvoice());
    expect((await credit(invoice.id, { items: [item(1)], fce: { transfer: "SCA" } })).body).toMatchObject({
      ok: true,
      warnings: [{ field: "fce.transfer" }],
    });
    expect((await credit(invoice.id, { fce: { cancellation: "S" } })).body).toEqual(
      refused("fce.cancellation", /true or false/),
    );
  });
});

test("[F3] a payment due before today is refused, but a voucher that exists is answered on any later day", async () => {
  const body = creditInvoice();
  const before = creditInvoice({ voucherDate: "20200101", serviceExpiration: "20200102" });
  expect((await api.post(before)).body).toEqual(refused("serviceExpiration", /must not be before today/));
  expect((await api.postTo("/invoices/preview", before)).body.result.problems).toContainEqual(
    expect.objectContaining({ field: "serviceExpiration", code: 10164 }),
  );
  const { id } = await issue(body);
  nowMs = Date.now() + 86_400_000;
  try {
    expect((await api.post(body)).body).toMatchObject({ ok: true, result: { id, idempotencyHit: true } });
    const late = creditInvoice();
    for (let time = 0; time < 2; time++)
      expect((await api.post(late)).body).toEqual(refused("serviceExpiration", /must not be before today/));
  } finally {
    nowMs = 0;
  }
});

describe("what a note modifies", () => {
  test("[F4] gets the company's CUIT, and its date from our records", async () => {
    const original = await issue(creditInvoice());
    const note = await issue(noteOf(original));
    const whole = [{ ...nameOf(original), cuit: own, date: today() }];
    expect((await rowOf(note.id)).associatedVouchers).toEqual(whole);
    expect(await declaredOf(note.id)).toMatchObject({
      associatedVouchers: whole,
      serviceExpiration: null,
      optionals: [{ id: "22", value: "N" }],
    });
    expect(await rowOf(original.id)).toMatchObject({ creditedAmount: "100.00", notes: [{ id: note.id }] });

    const given = { ...nameOf(original), cuit: own, date: "20260101" };
    const dated = await issue(noteOf(original, { associatedVouchers: [given] }));
    expect((await rowOf(dated.id)).associatedVouchers).toEqual([given]);
  });

  test("[F4] must have its date in the body when it is not in our records, those of this environment alone", async () => {
    const field = "associatedVouchers.0.date";
    const message = "is required: this voucher is not in our records";
    const elsewhere = { voucherType: 201, posNumber: 1, voucherNumber: 9_999 };
    for (const path of ["/invoices", "/invoices/preview"])
      expect((await api.postTo(path, noteOf({ id: 0, voucherNumber: 9_999 }))).body).toEqual(refused(field, message));
    const date = "20260801";
    const note = await issue(noteOf({ id: 0, voucherNumber: 0 }, { associatedVouchers: [{ ...elsewhere, date }] }));
    expect((await rowOf(note.id)).associatedVouchers).toEqual([{ ...elsewhere, cuit: own, date }]);

    const original = await issue(creditInvoice());
    const foreign = noteOf(original, { associatedVouchers: [{ ...nameOf(original), cuit: "30710151543" }] });
    expect((await api.post(foreign)).body).toEqual(refused(field, message));
    const inProduction = { key: api.keys.keys.production };
    expect((await api.post(noteOf(original), inProduction)).body).toEqual(refused(field, message));
    const mono = { company: "mono", key: api.keys.mono.keys.test };
    await setFce(fce, "mono");
    const ofMono = noteOf(original, { voucherType: 213, associatedVouchers: [nameOf(original)] });
    expect((await api.post(ofMono, mono)).body).toEqual(refused(field, message));
  });
});

describe("credits", () => {
  test("[F5] of an invoice name it, have no date of payment, and say whether they cancel", async () => {
    const service = { concept: 2, serviceFrom: "20260801", serviceTo: "20260831" };
    const original = await issue(creditInvoice(service));
    const part = await credit(original.id, { items: [item(50)] });
    expect(await rowOf(part.body.result.id)).toMatchObject({
      voucherType: 203,
      serviceFrom: "20260801",
      serviceTo: "20260831",
      serviceExpiration: null,
      fce: { cancellation: false },
      customer: { docNumber: largeCustomer.docNumber },
      associatedVouchers: [{ ...nameOf(original), cuit: own, date: today() }],
    });
    expect((await credit(original.id, { serviceExpiration: today() })).body).toEqual(
      refused("serviceExpiration", /must be left out/),
    );
    const rejected = await issue(creditInvoice({ voucherType: 206, customer: { ...largeCustomer, taxType: 4 } }));
    const cancelled = await credit(rejected.id, { fce: { cancellation: true } });
    expect(await rowOf(cancelled.body.result.id)).toMatchObject({
      voucherType: 208,
      totalAmount: "6050000.00",
      fce: { cancellation: true },
      associatedVouchers: [{ ...nameOf(rejected, 206), cuit: own }],
    });
  });

  const debitOf = (original: Issued, over: object = {}) => issue(noteOf(original, { voucherType: 202, ...over }));

  test("[F5] of a debit note name its invoice, and count for both", async () => {
    const original = await issue(creditInvoice({ items: [item(1_000)] }));
    const debit = await debitOf(original);
    expect(await rowOf(original.id)).toMatchObject({ debitedAmount: "100.00", creditedAmount: "0.00" });

    const { body } = await credit(debit.id);
    expect(await rowOf(body.result.id)).toMatchObject({
      voucherType: 203,
      totalAmount: "100.00",
      associatedVouchers: [{ ...nameOf(original), cuit: own, date: today() }],
    });
    for (const { id } of [original, debit])
      expect(await rowOf(id)).toMatchObject({
        creditedAmount: "100.00",
        notes: expect.arrayContaining([expect.objectContaining({ id: body.result.id, voucherType: 203 })]),
      });
    for (const again of [await credit(debit.id), await credit(debit.id, { items: [item(1)] })])
      expect([again.status, again.body]).toEqual([
        400,
        { ok: false, code: "VALIDATION_ERROR", error: expect.stringMatching(/0\.00/) },
      ]);
    // Of 1000 and the 100 debited, 100 are credited.
    expect((await credit(original.id, { items: [item(1_000.01)] })).body.error).toMatch(
      /1000\.01 PES is more .*1000\.00 PES/,
    );
    expect((await credit(original.id, { items: [item(1_000)] })).status).toBe(201);
  });

  test("[F5] that cancel a debit note name the debit note itself", async () => {
    const original = await issue(creditInvoice({ items: [item(1_000)] }));
    const debit = await debitOf(original);
    const { body } = await credit(debit.id, { fce: { cancellation: true } });
    expect(await rowOf(body.result.id)).toMatchObject({
      associatedVouchers: [{ ...nameOf(debit, 202), cuit: own, date: today() }],
      fce: { cancellation: true },
    });
    expect(await rowOf(debit.id)).toMatchObject({ creditedAmount: "100.00" });
  });

  test("[F5] of a debit note that are on their way are bound as well", async () => {
    const original = await issue(creditInvoice({ items: [item(1_000)] }));
    const debit = await debitOf(original);
    const answers = await Promise.all(Array.from({ length: 8 }, () => credit(debit.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
    expect(await rowOf(debit.id)).toMatchObject({ creditedAmount: "100.00" });
  });
});

test("[F5] an imported credit invoice is credited with items, and its fce is what the authority has", async () => {
  const { id: companyId } = await api.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const amounts = { totalAmount: "1210", netAmount: "1000", vatAmount: "210" };
  const others = { exemptAmount: "0", notTaxableAmount: "0", tributesAmount: "0" };
  await importVouchers(api.db, { companyId, production: false, posNumber: 7, voucherType: 201 }, [
    {
      ...amounts,
      ...others,
      voucherNumber: 1,
      voucherDate: "20261101",
      authorization: "CAE",
      cae: "86470000000077",
      caeExpirationDate: "20261111",
      concept: 1,
      docType: 80,
      docNumber: largeCustomer.docNumber,
      serviceFrom: null,
      serviceTo: null,
      serviceExpiration: "20261130",
      currency: "PES",
      currencyQuotation: "1",
      cancelsInSameForeignCurrency: null,
      receiverTaxConditionId: 1,
      vat: [{ taxType: 5, base: "1000", amount: "210" }],
      tributes: [],
      associatedVouchers: [],
      associatedPeriod: null,
      optionals: [
        { id: "2101", value: fce.cbu },
        { id: "27", value: "ADC" },
        { id: "23", value: "OC 17" },
      ],
      others: [],
      processedAt: "2026-11-01T12:00:00Z",
      observations: [],
    },
  ] as unknown as Parameters<typeof importVouchers>[2]);
  const [row] = (await api.get("/invoices?pos=7&type=201")).body.result;
  expect(row).toMatchObject({ fce: { cbu: fce.cbu, alias: null, transfer: "ADC" }, serviceExpiration: "20261130" });
  const answer = await credit(row.id, { posNumber: 1, items: [item(100)] });
  expect(await rowOf(answer.body.result.id)).toMatchObject({
    voucherType: 203,
    associatedVouchers: [{ voucherType: 201, posNumber: 7, voucherNumber: 1, cuit: own, date: "20261101" }],
  });
});
