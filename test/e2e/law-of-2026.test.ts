import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { invoiceA, invoiceB } from "../support/samples/invoice.js";

// Source: issuer/authority/README.md, section 16.

let system: System;
const cuit = "30712345671";
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
});
afterAll(() => system?.[Symbol.asyncDispose]());

const post = (path: string, body: object) =>
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  system.request<any>(path, { method: "POST", body: body as Record<string, unknown> });
const fiscalData = (body: object) =>
  system.request("/fiscal-data", { method: "PATCH", body: body as Record<string, unknown> });
let keys = 0;
const noteOf = (id: unknown, kind: "credit" | "debit", more: object = {}) =>
  post(`/invoices/${id}/${kind}-notes`, { idempotency: `withheld-${++keys}`, ...more });
const line = [{ description: "Intereses", quantity: 1, price: 10, taxType: 5 }];

test("[R18] 51, 52 and 53 are refused until the company says that it is under withholding", async () => {
  for (const voucherType of [51, 52, 53]) {
    const answer = await post(
      "/invoices",
      invoiceA({ voucherType, associatedPeriod: { from: "20261101", to: "20261101" } }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.details).toMatchObject({
      errors: [
        { field: "voucherType", message: expect.stringContaining("set its withheldA with PATCH /fiscal-data first") },
      ],
    });
  }
});

test("a company under withholding issues 51 with its own numbers, and 53 and 52 as notes to it", async () => {
  expect((await fiscalData({ withheldA: true })).body.result).toMatchObject({ withheldA: true });
  const issued = await post("/invoices", invoiceA({ voucherType: 51 }));
  expect([issued.status, issued.body.error]).toEqual([201, undefined]);
  const { id, voucherNumber } = issued.body.result;
  expect(voucherNumber).toBe(1);

  const debit = await noteOf(id, "debit", { items: line });
  expect([debit.status, debit.body.error]).toEqual([201, undefined]);
  const credit = await noteOf(id, "credit", { items: line });
  expect([credit.status, credit.body.error]).toEqual([201, undefined]);
  const row = (await system.request<Record<string, unknown>>(`/invoices/${id}`)).body.result;
  const notes = row.notes as { voucherType: number }[];
  expect(notes.map(({ voucherType }) => voucherType).sort()).toEqual([52, 53]);
  expect(row).toMatchObject({ voucherType: 51, creditedAmount: "10.00", debitedAmount: "10.00" });
  // A debit of the credit, too.
  expect((await noteOf(credit.body.result.id, "debit", { items: line })).status).toBe(201);
  const [sequence] = await system.sql<{ types: number[] }>(
    "SELECT array_agg(voucher_type ORDER BY voucher_type) AS types FROM sequence WHERE voucher_type BETWEEN 51 AND 53",
  );
  expect(sequence?.types).toEqual([51, 52, 53]);

  await system.authority.set({ classA: [{ cuit, class: "ordinary" }] });
  const refused = await post("/invoices", invoiceA({ voucherType: 51 }));
  expect([refused.status, refused.body.details]).toEqual([422, [{ code: 10000, msg: expect.any(String) }]]);
  expect(refused.body.error).toContain("another class of A");
  await system.authority.set({ classA: [] });

  await fiscalData({ withheldA: false });
  const barred = await noteOf(id, "credit", { items: line });
  expect([barred.status, barred.body.error]).toEqual([400, expect.stringContaining("set its withheldA")]);
});

test("issuers of condition 13, 15 and 16 issue letter C, and a preview tells that A and B are not theirs", async () => {
  await system.authority.set({ issuerLetters: "free" });
  for (const taxType of [13, 15, 16]) {
    expect((await fiscalData({ taxType })).body.result).toMatchObject({ taxType });
    const c = invoiceB({ voucherType: 11 });
    expect((await post("/invoices/preview", c)).body.result).toMatchObject({ problems: [] });
    expect((await post("/invoices", c)).status).toBe(201);
    expect((await post("/invoices/preview", invoiceB())).body.result.problems).toEqual([
      {
        field: "voucherType",
        code: 10000,
        message: "an issuer that is not registered in VAT issues letter C only: 11, 12, 13",
      },
    ]);
  }
  expect((await fiscalData({ taxType: 5 })).status).toBe(400);
  await fiscalData({ taxType: 1 });
  await system.authority.set({ issuerLetters: "checked" });
});

test("what the authority announces is kept once, listed, told to webhooks, and changes no voucher", async () => {
  // No mailer runs, so the API takes no webhook.
  await system.sql(
    "INSERT INTO webhook (company_id, production, url, events) SELECT id, false, 'https://example.com/hook', '{authority.notice}' FROM company WHERE code = 'demo'",
  );
  const notices = async () =>
    (await system.request<Record<string, unknown>[]>("/taxauth/notices")).body.result as unknown as {
      code: number;
      firstSeen: string;
    }[];
  const events = [
    { code: 0, msg: "Ok" },
    { code: 41, msg: "Mantenimiento <programado> & avisado" },
  ];
  await system.authority.set({ events });
  for (const _ of [1, 2, 3]) expect((await post("/invoices", invoiceB())).status).toBe(201);
  await waitFor(async () => (await notices()).length > 0, { message: "the notice" });
  expect(await notices()).toEqual([
    {
      code: 41,
      message: "Mantenimiento <programado> & avisado",
      service: "wsfe",
      environment: "homologation",
      firstSeen: expect.stringMatching(/Z$/),
      lastSeen: expect.stringMatching(/Z$/),
    },
  ]);
  await system.authority.set({ events: [{ code: 41, msg: "Otro aviso con el mismo código" }] });
  expect((await post("/invoices", invoiceB())).status).toBe(201);
  await waitFor(async () => (await notices()).length === 2, { message: "the other text" });
  const told = await system.sql<{ body: string }>(
    "SELECT body FROM webhook_delivery WHERE type = 'authority.notice' ORDER BY id",
  );
  expect(told.map((row) => JSON.parse(row.body).data)).toEqual([
    { code: 41, message: events[1]?.msg, service: "wsfe", environment: "homologation" },
    { code: 41, message: "Otro aviso con el mismo código", service: "wsfe", environment: "homologation" },
  ]);
  // Nobody else hears of it: neither the other environment nor another company.
  const production = await system.request("/taxauth/notices", { key: system.keys.keys.production });
  expect(production.body.result).toEqual([]);
});

test("a preview names what manual 4.7 refuses where the body alone decides, and remarks on a missing perception", async () => {
  const preview = async (customer: object, more: object = {}) => {
    const { problems, notes } = (await post("/invoices/preview", invoiceB({ customer, ...more }))).body.result;
    const codes = (list: { field: string; code: number }[]) => list.map(({ field, code }) => [field, code]);
    return [codes(problems), codes(notes)];
  };
  const fund = { docType: 31, docNumber: "1234", name: "Fondo Común", taxType: 15 };
  const withoutCuit = [["customer.docType", "RECEIVER_WITHOUT_TAX_ID"]];
  expect(await preview(fund)).toEqual([[], withoutCuit]);
  expect(await preview({ ...fund, docNumber: "12345" })).toEqual([[["customer.docNumber", 10271]], withoutCuit]);
  expect(await preview({ ...fund, taxType: 5 })).toEqual([[["customer.taxType", 10272]], []]);
  expect(await preview({ docType: 80, docNumber: "30710151544", name: "X", taxType: 4 })).toEqual([
    [
      ["customer.docNumber", 10015],
      ["customer.docNumber", 10284],
    ],
    [],
  ]);
  const nobody = { docType: 80, docNumber: "23000000000", name: "X", taxType: 7 };
  expect(await preview(nobody)).toEqual([[["tributes", 10067]], []]);
  const tributes = [{ type: 7, baseAmount: 100, aliquot: 1, subtotal: 1 }];
  expect(await preview(nobody, { tributes })).toEqual([[], [["tributes", 10283]]]);

  const refused = await post("/invoices", invoiceB({ customer: fund }));
  expect([refused.status, refused.body.details]).toEqual([422, [{ code: 10270, msg: expect.any(String) }]]);
  expect(refused.body.error).toContain("by financial entities alone");
});

test("a receiver whom the register stops gets no invoice, but a credit note, with the remark", async () => {
  const customer = { docType: 80, docNumber: "30710151543", name: "Cooperativa", taxType: 4 };
  const sold = await post("/invoices", invoiceB({ customer }));
  await system.authority.set({ receiverStates: [{ cuit: customer.docNumber, state: "unreliable" }] });
  const refused = await post("/invoices", invoiceB({ customer }));
  expect([refused.status, refused.body.details]).toEqual([422, [{ code: 10248, msg: expect.any(String) }]]);
  expect(refused.body.error).toContain("limits the receiver's tax id as unreliable");
  const credit = await noteOf(sold.body.result.id, "credit");
  expect(credit.status).toBe(201);
  expect(credit.body.result.taxAuthObservations).toEqual([{ code: 10248, msg: expect.any(String) }]);
  await system.authority.set({ receiverStates: [{ cuit: customer.docNumber, state: "deceased" }] });
  const granted = await post("/invoices", invoiceB({ customer }));
  expect([granted.status, granted.body.result.taxAuthObservations]).toEqual([
    201,
    [{ code: 10249, msg: expect.any(String) }],
  ]);
  await system.authority.set({ receiverStates: [] });
});
