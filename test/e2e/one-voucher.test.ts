import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { openApiClient } from "../support/readers/api-client.js";
import { readPdfText } from "../support/readers/read-pdf.js";
import { invoiceB, today } from "../support/samples/invoice.js";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system?.[Symbol.asyncDispose]());

test("[S1 S3 S4 R14 R19 R20 V3] one request gives an authorized voucher, its PDF and its e-mail", async () => {
  const sent = invoiceB({
    legend: "Gracias por su compra",
    externalReference: "sale-77",
    items: [
      { description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 },
      { description: "Libro de cocina", quantity: 1, price: 12000, taxType: 2, code: "LB-1" },
    ],
    emails: [{ email: "cliente@example.com", name: "Ana Cliente", comments: "Su compra de hoy" }],
  });

  const issued = await system.request("/invoices", { method: "POST", body: sent });
  expect(issued.status).toBe(201);
  expect(issued.body).toEqual({
    ok: true,
    result: {
      id: expect.any(Number),
      voucherNumber: 1,
      cae: expect.stringMatching(/^\d{14}$/),
      totalAmount: 19001,
      taxAuthObservations: null,
      idempotencyHit: false,
    },
    quota: {
      type: "invoices",
      granted: 100_000,
      used: 1,
      remaining: 99_999,
      overage: 0,
      periodEnd: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      breakdown: { production: 0, homologation: 1 },
    },
  });
  const { id, cae } = issued.body.result;

  const [granted] = await system.authority.ledger();
  expect(granted).toMatchObject({ number: 1, cae, pos: 1, type: 6 });

  const pdf = await waitFor(
    async () => {
      const response = await system.download(`/invoices/${id}/pdf`);
      if (response.status === 409) expect(response.body).toMatchObject({ ok: false, code: "PDF_NOT_READY" });
      return response.status === 200 && response;
    },
    { message: "the PDF" },
  );
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(pdf.headers.get("content-disposition")).toBe('attachment; filename="Factura-B-00001-00000001.pdf"');
  const text = await readPdfText(pdf.bytes);
  for (const part of [
    "ORIGINAL",
    "FACTURA",
    "00001",
    "00000001",
    cae,
    "Yerba mate 1 kg",
    "19.001,00",
    "Gracias por su compra",
  ]) {
    expect(text).toContain(part);
  }

  const [mail] = await waitFor(
    async () => {
      const messages = (await (await fetch(`${system.mailboxUrl}/messages`)).json()) as unknown[];
      return messages.length > 0 && messages;
    },
    { message: "the e-mail" },
  );
  expect(mail).toMatchObject({
    to: ["cliente@example.com"],
    attachments: [{ filename: "Factura-B-00001-00000001.pdf", contentType: "application/pdf" }],
  });

  const listed = await system.request("/invoices?externalReference=sale-77");
  expect(listed.body).toMatchObject({
    ok: true,
    total: 1,
    result: [
      {
        id,
        voucherType: 6,
        posNumber: 1,
        voucherNumber: 1,
        voucherDate: today(),
        totalAmount: "19001.00",
        netAmount: "5785.95",
        vatAmount: "1215.05",
        exemptAmount: "12000.00",
        currency: "PES",
        currencyQuotation: "1.000000",
        status: "APPROVED",
        production: false,
        hasPdf: true,
        cae,
        source: "api",
        legend: "Gracias por su compra",
        vat: [{ taxType: 5, rate: "21", base: "5785.95", amount: "1215.05" }],
        comments: null,
      },
    ],
  });

  const replayed = await system.request("/invoices", { method: "POST", body: sent });
  expect(replayed.status).toBe(200);
  expect(replayed.body).toMatchObject({
    ok: true,
    result: { id, cae, voucherNumber: 1, idempotencyHit: true },
    quota: null,
  });
  expect(await system.authority.calls("FECAESolicitar")).toBe(1);

  const keyTest = await system.request("/api-keys/test");
  expect(keyTest.body).toEqual({ ok: true, environment: "homologation", certificates: true, pos: true });
});

test("[S1 S3 R19] a client built from the OpenAPI document alone can issue, list and download", async () => {
  const { GET, POST } = openApiClient(system.baseUrl, system.keys.keys.test);
  const params = { path: { company_id: "demo" } };
  const quota = await GET("/{company_id}/quota", { params });

  const issued = await POST("/{company_id}/invoices", {
    params,
    body: {
      idempotency: "typed-1",
      posNumber: 2,
      voucherType: 6,
      concept: 3,
      voucherDate: today(),
      serviceFrom: today(),
      serviceTo: today(),
      serviceExpiration: today(),
      customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
      items: [{ description: "Curso de cocina", quantity: 1, price: 121, taxType: 5 }],
      settings: { pricePrecision: 4 },
    },
  });
  expect(issued.error).toBeUndefined();
  const { id, cae } = issued.data?.result ?? { id: 0, cae: "" };
  const used = (quota.data?.result?.used ?? 0) + 1;
  expect(issued.data).toMatchObject({ ok: true, result: { voucherNumber: 1 }, quota: { used } });

  const listed = await GET("/{company_id}/invoices", { params: { ...params, query: { cae } } });
  expect(listed.data?.result.map((voucher) => [voucher.id, voucher.concept, voucher.totalAmount])).toEqual([
    [id, 3, "121.00"],
  ]);

  const path = { ...params.path, id };
  const pdf = await waitFor(
    async () => {
      const { data, error } = await GET("/{company_id}/invoices/{id}/pdf", {
        params: { path },
        parseAs: "arrayBuffer",
      });
      if (error) expect(error).toMatchObject({ code: "PDF_NOT_READY" });
      return data;
    },
    { message: "the PDF" },
  );
  expect(await readPdfText(new Uint8Array(pdf))).toContain(cae);

  const refused = await GET("/{company_id}/quota", { params: { path: { company_id: "nobody" } } });
  expect([refused.response.status, refused.error]).toEqual([401, { ok: false, error: expect.any(String) }]);
});
