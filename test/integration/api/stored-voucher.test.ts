import { describe, expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB, today } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);

const full = () =>
  invoiceB({
    voucherType: 8,
    concept: 3,
    serviceFrom: today(),
    serviceTo: today(),
    serviceExpiration: today(),
    associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 7 }],
    customer: { docType: 96, docNumber: "28111222", name: "Ana Gómez", taxType: 5, address: "Mitre 1", stateId: 0 },
    items: [
      { description: "Silla", quantity: 2.5, price: 10.1234, taxType: 5, code: "S-1", unitType: 2, discount: 10 },
    ],
    currency: { id: "DOL", quotation: 1155.114 },
    cancelsInSameForeignCurrency: "N",
    tributes: [{ type: 99, baseAmount: 10, aliquot: 1, subtotal: 0.1, description: "Tasa" }],
    emails: [{ email: "ana@example.com", name: "Ana", comments: "Hola", pdfVersions: [1, 2] }],
    settings: { quantityPrecision: 4, pricePrecision: 6 },
    legend: "Leyenda",
    comments: "Interno",
    externalReference: "venta-1",
    additionalData: { vendedor: "Juan", codigos: [1, 2] },
    receiverTaxConditionId: 5,
    activityCode: "011111",
    saleCondition: "Cuenta corriente",
  });

describe('the stored voucher (api/README.md, "Voucher")', () => {
  test("[S3] a voucher has the whole payload, amounts as strings of fixed precision, and its VAT rows", async () => {
    const body = full();
    const issued = await system.post(body);
    expect(issued.status).toBe(201);
    const { body: listed } = await system.get(`/invoices/${issued.body.result.id}`);
    expect(listed).toEqual({
      ok: true,
      result: {
        id: issued.body.result.id,
        voucherType: 8,
        posNumber: 1,
        voucherNumber: 1,
        voucherDate: today(),
        docType: 96,
        docNumber: "28111222",
        optionals: null,
        activities: null,
        buyers: null,
        perceptions: null,
        totalAmount: "22.88",
        netAmount: "18.83",
        vatAmount: "3.95",
        exemptAmount: "0.00",
        notTaxableAmount: "0.00",
        tributesAmount: "0.10",
        creditedAmount: "0.00",
        debitedAmount: "0.00",
        notes: [],
        cae: expect.stringMatching(/^\d{14}$/),
        caeExpirationDate: expect.stringMatching(/^\d{8}$/),
        status: "APPROVED",
        production: false,
        currency: "DOL",
        currencyQuotation: "1155.114000",
        externalReference: "venta-1",
        idempotency: body.idempotency,
        apiKeyId: expect.any(Number),
        userEmail: null,
        source: "api",
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        hasPdf: false,
        vat: [{ taxType: 5, rate: "21", base: "18.83", amount: "3.95" }],
        concept: 3,
        serviceFrom: today(),
        serviceTo: today(),
        serviceExpiration: today(),
        customer: { docType: 96, docNumber: "28111222", name: "Ana Gómez", taxType: 5, address: "Mitre 1", stateId: 0 },
        items: [
          {
            description: "Silla",
            quantity: 2.5,
            price: 10.1234,
            taxType: 5,
            code: "S-1",
            unitType: 2,
            discount: 10,
            discountType: "percentage",
          },
        ],
        associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 7, cuit: null, date: null }],
        associatedPeriod: null,
        fce: null,
        priceIncludesVat: true,
        tributes: [{ type: 99, baseAmount: 10, aliquot: 1, subtotal: 0.1, description: "Tasa" }],
        emails: null,
        settings: { quantityPrecision: 4, pricePrecision: 6 },
        legend: "Leyenda",
        comments: "Interno",
        additionalData: { vendedor: "Juan", codigos: [1, 2] },
        cancelsInSameForeignCurrency: "N",
        receiverTaxConditionId: 5,
        activityCode: "011111",
        saleCondition: "Cuenta corriente",
        authorization: "CAE",
        taxAuthObservations: null,
      },
    });
  });

  test("a field that was not sent has its default or is null", async () => {
    const issued = await system.post(invoiceB());
    const { body } = await system.get(`/invoices/${issued.body.result.id}`);
    expect(body.result).toMatchObject({
      currency: "PES",
      currencyQuotation: "1.000000",
      priceIncludesVat: true,
      settings: { quantityPrecision: 2, pricePrecision: 2 },
      legend: null,
      comments: null,
      externalReference: null,
      additionalData: null,
      tributes: null,
      associatedVouchers: null,
      serviceFrom: null,
      activityCode: null,
      saleCondition: null,
      customer: { address: null, stateId: null },
      items: [{ code: null, unitType: 7, discount: 0, discountType: "percentage" }],
    });
  });

  test("[S8] a voucher cannot be edited or deleted, not even in the database", async () => {
    const issued = await system.post(invoiceB());
    const { id } = issued.body.result;
    await expect(system.db.$executeRaw`UPDATE voucher SET total_amount = 1 WHERE id = ${id}`).rejects.toThrow(
      /is final/,
    );
    await expect(system.db.$executeRaw`DELETE FROM voucher WHERE id = ${id}`).rejects.toThrow(/is final/);
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const headers = { authorization: `Bearer ${system.keys.keys.test}` };
      expect((await system.app.request(`/api/demo/invoices/${id}`, { method, headers })).status).toBe(405);
    }
  });
});

describe('the listing\'s query (api/README.md, "Versioning", rule 2)', () => {
  test("[V2] unknown names, suffixes and invalid values are ignored, and invalid paging gets the defaults", async () => {
    const total = (await system.get("/invoices")).body.total;
    expect(total).toBeGreaterThanOrEqual(3);
    for (const query of [
      "colour=blue",
      "pos__like=1",
      "pos=abc",
      "created__gte=yesterday",
      "limit=abc",
      "offset=-1",
      "ordering=colour",
      "__proto__=1",
      "id__in=",
      "date=",
    ]) {
      const { status, body } = await system.get(`/invoices?${query}`);
      expect([query, status, body.total, body.result.length]).toEqual([query, 200, total, total]);
    }
  });

  test("the default order is newest first, limit and offset select a page, and total counts all matches", async () => {
    const all = (await system.get("/invoices")).body.result.map((row: { id: number }) => row.id);
    expect(all).toEqual([...all].sort((a, b) => b - a));
    const page = (await system.get("/invoices?limit=1&offset=1")).body;
    expect([page.total, page.result.map((row: { id: number }) => row.id)]).toEqual([all.length, [all[1]]]);
    const ascending = (await system.get("/invoices?ordering=id")).body.result.map((row: { id: number }) => row.id);
    expect(ascending).toEqual([...all].reverse());
  });

  test("filters combine with AND", async () => {
    const { body } = await system.get(`/invoices?type=6&pos=1&total__gte=99.99&total__lte=100&date=${today()}`);
    expect(
      body.result.every(
        (row: { voucherType: number; totalAmount: string }) => row.voucherType === 6 && row.totalAmount === "100.00",
      ),
    ).toBe(true);
    expect((await system.get("/invoices?type__in=8,99")).body.total).toBe(1);
    expect((await system.get("/invoices?docType=96&docNumber=28111222")).body.total).toBe(1);
    expect((await system.get("/invoices?type=8&docNumber=0")).body.total).toBe(0);
  });
});
