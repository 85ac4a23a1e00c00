import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../shared/db/pool/database.js";
import { type System, startSystem } from "../support/processes/system.js";
import { invoiceA, invoiceB, today } from "../support/samples/invoice.js";

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
});
afterAll(() => system[Symbol.asyncDispose]());

const item = (over: Record<string, unknown> = {}) => ({
  description: "Artículo",
  quantity: 1,
  price: 100,
  taxType: 5,
  ...over,
});

/** Issues a voucher. Gives the answer, and what the authority received, from its ledger. */
async function declare(body: ReturnType<typeof invoiceB>, options: { key?: string; company?: string } = {}) {
  const answer = await system.request("/invoices", { method: "POST", body, ...options });
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ ok: true });
  const ledger = await system.authority.ledger();
  const granted = ledger.find((voucher) => voucher.cae === answer.body.result.cae);
  return { answer, granted, declared: granted?.declared as Record<string, unknown> | undefined };
}

describe("what the authority receives (api/README.md, rules 8 to 13)", () => {
  test("[R8 R11 R12] a mixed letter A voucher sends every sum, one row per rate and one entry per tribute", async () => {
    const { answer, granted, declared } = await declare(
      invoiceA({
        items: [
          item(),
          item({ taxType: 4, price: 110.5 }),
          item({ taxType: 3, price: 50 }),
          item({ taxType: 2, price: 30 }),
          item({ taxType: 1, price: 20 }),
        ],
        tributes: [
          { type: 7, baseAmount: 100, aliquot: 3, subtotal: 3, description: "Percepción IIBB" },
          { type: 99, baseAmount: 10, aliquot: 1.5, subtotal: 0.15, description: "Tasa" },
        ],
      }),
    );
    expect(granted).toMatchObject({
      net: "232.64",
      vat: "27.86",
      exempt: "30.00",
      notTaxable: "20.00",
      tributes: "3.15",
      total: "313.65",
    });
    expect(answer.body.result.totalAmount).toBe(313.65);
    expect(declared).toMatchObject({
      Concepto: 1,
      DocTipo: 80,
      CbteFch: today(),
      MonId: "PES",
      MonCotiz: "1",
      CondicionIVAReceptorId: 1,
      Iva: [
        { Id: 3, BaseImp: "50", Importe: "0" },
        { Id: 4, BaseImp: "100", Importe: "10.5" },
        { Id: 5, BaseImp: "82.64", Importe: "17.36" },
      ],
      Tributos: [
        { Id: 7, Desc: "Percepción IIBB", BaseImp: "100", Alic: "3", Importe: "3" },
        { Id: 99, Desc: "Tasa", BaseImp: "10", Alic: "1.5", Importe: "0.15" },
      ],
    });
  });

  test("[R7] the discounted net is sent, and the discount is not", async () => {
    const { granted } = await declare(invoiceB({ items: [item({ quantity: 3, price: 40.33, discount: 10 })] }));
    expect(granted).toMatchObject({ total: "108.89", net: "89.99", vat: "18.90" });
  });

  test("[R13 R10] a C voucher sends everything as net, without VAT rows", async () => {
    const body = invoiceB({ voucherType: 11, items: [item(), item({ taxType: 2 })], posNumber: 1 });
    const { granted, declared } = await declare(body, { company: "mono", key: system.keys.mono.keys.test });
    expect(granted).toMatchObject({ net: "200.00", vat: "0.00", exempt: "0.00", notTaxable: "0.00", total: "200.00" });
    expect(declared?.Iva ?? []).toEqual([]);
  });

  test("[R17] associatedVouchers become CbtesAsoc", async () => {
    const original = await declare(invoiceB());
    const { declared } = await declare(
      invoiceB({
        voucherType: 8,
        associatedVouchers: [
          { voucherType: 6, posNumber: 1, voucherNumber: original.answer.body.result.voucherNumber },
        ],
      }),
    );
    expect(declared?.CbtesAsoc).toMatchObject([{ Tipo: 6, PtoVta: 1, Nro: original.answer.body.result.voucherNumber }]);
  });

  test("[R17] associatedPeriod becomes PeriodoAsoc, and the row has it", async () => {
    const associatedPeriod = { from: "20260101", to: "20260131" };
    const { answer, declared } = await declare(invoiceB({ voucherType: 8, associatedPeriod }));
    expect(declared).toMatchObject({ PeriodoAsoc: { FchDesde: "20260101", FchHasta: "20260131" } });
    expect(declared?.CbtesAsoc ?? []).toEqual([]);
    const row = await system.request<object>(`/invoices/${answer.body.result.id}`);
    expect(row.body.result).toMatchObject({ associatedPeriod, associatedVouchers: null });
  });

  test("services send their dates; receiverTaxConditionId overrides customer.taxType", async () => {
    const { declared } = await declare(
      invoiceB({
        concept: 2,
        serviceFrom: today(),
        serviceTo: today(),
        serviceExpiration: today(),
        receiverTaxConditionId: 4,
      }),
    );
    expect(declared).toMatchObject({
      Concepto: 2,
      FchServDesde: today(),
      FchServHasta: today(),
      FchVtoPago: today(),
      CondicionIVAReceptorId: 4,
    });
  });

  test("a foreign currency sends its quotation and whether it is paid in that currency", async () => {
    const { declared } = await declare(
      invoiceB({ currency: { id: "DOL", quotation: 1155.114 }, cancelsInSameForeignCurrency: "N" }),
    );
    expect(declared).toMatchObject({ MonId: "DOL", MonCotiz: "1155.114", CanMisMonExt: "N" });
  });

  test("[R15 R16 R17 E3] the authority refuses a wrong letter or document, and the answer is 422 with its codes", async () => {
    const answer = await system.request("/invoices", {
      method: "POST",
      body: invoiceA({ customer: invoiceB().customer }),
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ ok: false, code: "TAXAUTH_ERROR", error: expect.stringMatching(/^\(\d+\) /) });
    expect(answer.body.details).toEqual(expect.arrayContaining([{ code: 10013, msg: expect.any(String) }]));
  });

  test("[R16] observations come with the approval", async () => {
    const body = invoiceA({ customer: { docType: 80, docNumber: "20111111112", name: "Taller", taxType: 6 } });
    const { answer } = await declare(body);
    expect(answer.body.result).toMatchObject({ taxAuthObservations: [{ code: 10217, msg: expect.any(String) }] });
  });

  test("[R6 E1] a rejection consumes no number", async () => {
    const first = await declare(invoiceB({ posNumber: 3 }));
    await system.request("/invoices", {
      method: "POST",
      body: invoiceB({ posNumber: 3, customer: { ...invoiceB().customer, taxType: 1 } }),
    });
    const second = await declare(invoiceB({ posNumber: 3 }));
    expect(second.answer.body.result.voucherNumber).toBe(first.answer.body.result.voucherNumber + 1);
  });
});

describe("a rate whose lines come to nothing is not declared (issuer/authority/README.md, section 4.3)", () => {
  const gift = item({ price: 0, taxType: 4 });
  test.each<[string, Record<string, unknown>[]]>([
    ["a gift at a rate of its own", [item({ price: 121 }), gift]],
    ["a discount of the whole price", [item({ price: 121 }), item({ price: 50, taxType: 4, discount: 100 })]],
    ["a quantity that rounds to nothing", [item({ price: 121 }), item({ quantity: 0.0001, price: 10, taxType: 4 })]],
    ["a free line at 0 %", [item({ price: 121 }), item({ price: 0, taxType: 3 })]],
    ["a free line beside exempt ones", [item({ price: 15_000, taxType: 2 }), item({ price: 0 })]],
  ])("%s", async (_, items) => {
    const { answer, declared } = await declare(invoiceB({ items }));
    const { body } = await system.request<{ vat: unknown[]; items: unknown[] }>(`/invoices/${answer.body.result.id}`);
    const isTaxed = items[0]?.taxType === 5;
    expect(body.result.vat).toEqual(isTaxed ? [{ taxType: 5, rate: "21", base: "100.00", amount: "21.00" }] : []);
    expect(declared?.Iva).toEqual(isTaxed ? [{ Id: 5, BaseImp: "100", Importe: "21" }] : undefined);
    expect(body.result.items).toHaveLength(2);
  });

  test("0 % with a base stays, and a voucher that comes to 0.00 is authorized without a rate", async () => {
    const zeroRated = await declare(invoiceB({ items: [item({ price: 100, taxType: 3 })] }));
    expect(zeroRated.declared?.Iva).toEqual([{ Id: 3, BaseImp: "100", Importe: "0" }]);
    const nothing = await declare(invoiceB({ items: [item({ price: 0 })] }));
    expect(nothing.granted).toMatchObject({ total: "0.00", vat: "0.00" });
    expect(nothing.declared?.Iva).toBeUndefined();
  });
});

describe("rounding and the authority's tolerance (issuer/README.md, section 7)", () => {
  const basket = { items: [item(), item(), item()] };
  const setRounding = (vatRounding: string) =>
    system.request("/fiscal-data", { method: "PATCH", body: { vatRounding } });

  test("auto sends the literal sums and, if only the rounding is refused, the authority's split under the same number", async () => {
    const before = await system.authority.calls("FECAESolicitar");
    const { answer, granted } = await declare(invoiceB(basket));
    expect(granted).toMatchObject({ net: "247.93", vat: "52.07", total: "300.00" });
    expect(answer.body.result.totalAmount).toBe(300);
    expect(await system.authority.calls("FECAESolicitar")).toBe(before + 2);
    const row = await system.request<{ netAmount: string; vatAmount: string }>(`/invoices/${answer.body.result.id}`);
    expect(row.body.result).toMatchObject({ netAmount: "247.93", vatAmount: "52.07", totalAmount: "300.00" });
  });

  test("auto also sends the split when the refusal comes with observations", async () => {
    const customer = { ...invoiceA().customer, taxType: 6 };
    const before = await system.authority.calls("FECAESolicitar");
    const { granted } = await declare(invoiceA({ ...basket, customer }));
    expect(granted).toMatchObject({ net: "247.93", vat: "52.07", total: "300.00" });
    expect(await system.authority.calls("FECAESolicitar")).toBe(before + 2);
  });

  test.each([
    ["60 lines of 0.02", Array.from({ length: 60 }, () => item({ price: 0.02 })), "1.20"],
    ["100 lines of 0.01", Array.from({ length: 100 }, () => item({ price: 0.01 })), "1.00"],
  ])("auto also gives %s the VAT that rounding made nothing of (10018 beside 10051)", async (_, items, total) => {
    const before = await system.authority.calls("FECAESolicitar");
    const { body: preview } = await system.request<{ totals: { vat: string; total: string } }>("/invoices/preview", {
      method: "POST",
      body: invoiceB({ items }),
    });
    const { granted } = await declare(invoiceB({ items }));
    expect(await system.authority.calls("FECAESolicitar")).toBe(before + 2);
    expect(granted).toMatchObject({ total, vat: preview.result.totals.vat });
    expect(Number(granted?.vat)).toBeGreaterThan(0);
  });

  const tiny = Array.from({ length: 60 }, () => item({ price: 0.02 }));

  test("auto gives a note of such lines its VAT, though no note is held to the tolerance (10018 alone)", async () => {
    const { answer: invoice } = await declare(invoiceB({ items: tiny }));
    const { voucherNumber } = invoice.body.result;
    const note = invoiceB({
      ...{ voucherType: 8, items: tiny },
      associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber }],
    });
    const before = await system.authority.calls("FECAESolicitar");
    const { body: preview } = await system.request<{ totals: { vat: string }; notes: { code: number }[] }>(
      "/invoices/preview",
      { method: "POST", body: note },
    );
    expect(preview.result.notes).toMatchObject([{ code: 10018 }]);
    const { granted } = await declare(note);
    expect(await system.authority.calls("FECAESolicitar")).toBe(before + 2);
    expect(granted).toMatchObject({ total: "1.20", vat: preview.result.totals.vat });
    expect(Number(granted?.vat)).toBeGreaterThan(0);
  });

  test.each([
    ["sixty lines of 0.02", tiny],
    ["one line of 0.02", [item({ price: 0.02 })]],
  ])("auto gives an invoice of %s its VAT where the authority answers 10018 alone", async (_, items) => {
    await system.authority.set({ vatCheck: "off" });
    const { granted } = await declare(invoiceB({ items }));
    expect(Number(granted?.vat)).toBeGreaterThan(0);
    await system.authority.set({ vatCheck: "strict" });
  });

  test("authority sends the split of such a note at once, and line is told why it is refused", async () => {
    const { answer: invoice } = await declare(invoiceB({ items: tiny }));
    const note = (over = {}) =>
      invoiceB({
        ...{ voucherType: 8, items: tiny, ...over },
        associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: invoice.body.result.voucherNumber }],
      });
    await setRounding("authority");
    const before = await system.authority.calls("FECAESolicitar");
    await declare(note());
    expect(await system.authority.calls("FECAESolicitar")).toBe(before + 1);
    await setRounding("line");
    const answer = await system.request("/invoices", { method: "POST", body: note() });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatch(/^\(10018\) .*must come to some VAT.*vatRounding/);
    await setRounding("auto");
  });

  test("a preview under auto gives the totals that are then issued, and notes 10051", async () => {
    const items = Array.from({ length: 40 }, () => item({ price: 0.12 }));
    const body = invoiceB({ items, priceIncludesVat: false });
    const { body: preview } = await system.request<{ totals: { net: string; vat: string; total: string } }>(
      "/invoices/preview",
      { method: "POST", body },
    );
    expect(preview.result).toMatchObject({ problems: [], notes: [{ field: "items", code: 10051 }] });
    const { answer, granted } = await declare(body);
    const { net, vat, total } = preview.result.totals;
    expect(granted).toMatchObject({ net, vat, total });
    expect(answer.body.result.totalAmount).toBe(Number(total));
  });

  test("authority predicts the breach and sends the split at once", async () => {
    await setRounding("authority");
    const before = await system.authority.calls("FECAESolicitar");
    const { granted } = await declare(invoiceB(basket));
    expect(granted).toMatchObject({ net: "247.93", vat: "52.07", total: "300.00" });
    expect(await system.authority.calls("FECAESolicitar")).toBe(before + 1);
  });

  test("line sends only the literal sums, and its 422 explains the breach", async () => {
    await setRounding("line");
    const answer = await system.request("/invoices", { method: "POST", body: invoiceB(basket) });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatch(/^\(10051\) .*vatRounding/);
    await setRounding("auto");
  });
});

describe('quota (api/README.md, "What the service does", rule 6)', () => {
  test("[S6 V1] of N + 5 simultaneous requests for the last N of the quota, N get vouchers and 5 get 429, and a replay costs nothing", async () => {
    const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
    const [usage] = await db.$queryRaw<[{ used: number }]>`
      SELECT (used_production + used_homologation)::int AS used FROM usage_period u JOIN company c ON c.id = u.company_id WHERE c.code = 'demo'`;
    const plan = await db.plan.create({ data: { name: "small", monthlyVouchers: usage.used + 6 } });
    await db.subscription.updateMany({ where: { company: { code: "demo" } }, data: { planId: plan.id } });

    const bodies = Array.from({ length: 11 }, (_, index) => invoiceB({ posNumber: 1 + (index % 3) }));
    const keys = [system.keys.keys.test, system.keys.keys.production];
    const answers = await Promise.all(
      bodies.map((body, index) => system.request("/invoices", { method: "POST", body, key: keys[index % 2] })),
    );

    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(6);
    const refused = answers.filter((answer) => answer.status !== 201);
    for (const answer of refused) {
      expect(answer.status).toBe(429);
      expect(answer.body).toEqual({
        ok: false,
        code: "SUBSCRIPTION_QUOTA_EXCEEDED",
        error: expect.any(String),
        details: {
          quota: {
            granted: usage.used + 6,
            used: expect.any(Number),
            remaining: expect.any(Number),
            periodEnd: expect.any(String),
          },
        },
      });
    }
    const [after] = await db.$queryRaw<[{ used: number; reserved: number }]>`
      SELECT (used_production + used_homologation)::int AS used, reserved FROM usage_period u JOIN company c ON c.id = u.company_id WHERE c.code = 'demo'`;
    expect(after).toEqual({ used: usage.used + 6, reserved: 0 });

    const issued = bodies[answers.findIndex((answer) => answer.status === 201)];
    const replay = await system.request("/invoices", {
      method: "POST",
      body: issued,
      key: keys[bodies.indexOf(issued ?? invoiceB()) % 2],
    });
    expect([replay.status, replay.body.quota]).toEqual([200, null]);
    await close();
  });
});
