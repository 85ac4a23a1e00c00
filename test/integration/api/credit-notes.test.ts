import { describe, expect, test } from "vitest";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, type Fate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceA, invoiceB, today } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);

let keys = 0;
const key = () => `credit-${++keys}`;
const item = (price: number, over: Record<string, unknown> = {}) => ({
  description: "Silla",
  quantity: 1,
  price,
  taxType: 5,
  ...over,
});

async function issue(
  over: Record<string, unknown> = {},
  make = invoiceB,
): Promise<{ id: number; voucherNumber: number }> {
  const { status, body } = await system.post(make(over));
  expect([status, body.error]).toEqual([201, undefined]);
  return body.result;
}
const credit = (id: number, body: Record<string, unknown> = {}, options = {}) =>
  system.postTo(`/invoices/${id}/credit-notes`, { idempotency: key(), ...body }, options);
const rowOf = async (id: number) => (await system.get(`/invoices/${id}`)).body.result;
const of = (price: number) => ({ items: [item(price)] });

const businessFault = (message: RegExp) => ({
  ok: false,
  code: "VALIDATION_ERROR",
  error: expect.stringMatching(message),
});
const fieldFault = (field: string, message: RegExp) => ({
  ok: false,
  code: "VALIDATION_ERROR",
  error: expect.any(String),
  details: { errors: [{ field, message: expect.stringMatching(message) }] },
});

/** Leaves the issuance in a state of before its outcome, and the caller without an answer. */
const left =
  (state: "queued" | "unconfirmed"): Fate =>
  async (db, id) => {
    if (state === "unconfirmed")
      await db.$executeRaw`UPDATE issuance SET state = 'submitted', number = 77, submitted_at = now(), epoch = 1, doubt = 'unconfirmed' WHERE id = ${id}`;
    return true;
  };
async function withFate<Result>(fate: Fate, work: () => Promise<Result>): Promise<Result> {
  system.fate = fate;
  try {
    return await work();
  } finally {
    system.fate = approvedFate;
  }
}

describe('what is left of a voucher whose VAT was rounded (api/README.md, "Credit notes")', () => {
  const net = (quantity: number) => ({ items: [item(0.12, { quantity })], priceIncludesVat: false });

  test("its last part takes what is left of it, and prints that", async () => {
    const original = await issue(net(5), invoiceA);
    expect(await rowOf(original.id)).toMatchObject({ totalAmount: "0.73", vatAmount: "0.13" });
    const totals: number[] = [];
    for (let part = 0; part < 5; part += 1) {
      const { status, body } = await credit(original.id, net(1));
      expect([status, body.error]).toEqual([201, undefined]);
      totals.push(body.result.totalAmount);
      if (part === 4) expect(await rowOf(body.result.id)).toMatchObject({ netAmount: "0.12", vatAmount: "0.01" });
    }
    expect(totals).toEqual([0.15, 0.15, 0.15, 0.15, 0.13]);
  });

  test("a part that is on its way counts", async () => {
    const original = await issue(net(5), invoiceA);
    await withFate(left("unconfirmed"), () => credit(original.id, net(4), { timeoutMs: 500 }));
    expect((await credit(original.id, net(1))).body.result).toMatchObject({ totalAmount: 0.15 });
  });

  test("what is too much is told with what is left, and how to credit it", async () => {
    const original = await issue(net(5), invoiceA);
    await credit(original.id, net(4));
    const { status, body } = await credit(original.id, { items: [item(0.3)], priceIncludesVat: false });
    expect([status, body.error]).toEqual([
      400,
      expect.stringMatching(/: 0\.\d\d PES with its VAT\. To credit the rest/),
    ]);
  });
});

describe('what the note takes from its voucher (api/README.md, "Credit notes")', () => {
  test("without a body but its key, the whole voucher is credited as it was", async () => {
    const original = await issue({
      concept: 3,
      serviceFrom: "20260101",
      serviceTo: "20260131",
      serviceExpiration: "20260210",
      customer: { docType: 96, docNumber: "28111222", name: "Ana", taxType: 5, address: "Mitre 1", stateId: 0 },
      items: [item(100.123, { quantity: 3, discount: 10 }), item(50, { taxType: 2 }), item(7, { taxType: 1 })],
      priceIncludesVat: false,
      tributes: [{ type: 99, baseAmount: 10, aliquot: 1, subtotal: 0.1, description: "Tasa" }],
      currency: { id: "DOL", quotation: 1155.114 },
      cancelsInSameForeignCurrency: "N",
      receiverTaxConditionId: 4,
      settings: { quantityPrecision: 4, pricePrecision: 6 },
      legend: "Leyenda",
      externalReference: "venta-1",
      emails: [{ email: "ana@example.com" }],
      additionalData: { a: 1 },
      activityCode: "011111",
    });
    const { status, body } = await credit(original.id);
    expect(status).toBe(201);
    const [voucher, note] = [await rowOf(original.id), await rowOf(body.result.id)];
    const own = ["id", "voucherType", "voucherNumber", "idempotency", "created", "cae", "caeExpirationDate"];
    const same = Object.keys(voucher).filter(
      (field) =>
        ![...own, "voucherDate", "serviceExpiration", "associatedVouchers", "creditedAmount", "notes"].includes(
          field,
        ) && !["legend", "externalReference", "additionalData", "emails"].includes(field),
    );
    for (const field of same) expect([field, note[field]]).toEqual([field, voucher[field]]);
    expect(note).toMatchObject({
      voucherType: 8,
      voucherDate: today(),
      serviceExpiration: today(),
      associatedVouchers: [
        {
          voucherType: 6,
          posNumber: 1,
          voucherNumber: original.voucherNumber,
          cuit: "30712345671",
          date: voucher.voucherDate,
        },
      ],
      legend: null,
      externalReference: null,
      additionalData: null,
      emails: null,
    });
    expect(voucher).toMatchObject({
      creditedAmount: voucher.totalAmount,
      debitedAmount: "0.00",
      notes: [
        { id: note.id, voucherType: 8, posNumber: 1, voucherNumber: note.voucherNumber, totalAmount: note.totalAmount },
      ],
    });
    expect(body.result.totalAmount).toBe(Number(voucher.totalAmount));
    const listed = (await system.get(`/invoices?id=${original.id}`)).body.result[0];
    expect(listed).toMatchObject({ creditedAmount: voucher.totalAmount, debitedAmount: "0.00" });
    expect(listed).not.toHaveProperty("notes");
  });

  test("a voucher whose cents the authority's split moved is credited with exactly its amounts", async () => {
    const split: Fate = async (db, id) => {
      const row = await db.issuance.findUniqueOrThrow({ where: { id } });
      const amounts = computeAmounts(row.body as unknown as IssuanceRequest, "authority");
      await db.issuance.update({ where: { id }, data: { amounts: amounts as object } });
      return approvedFate(db, id);
    };
    for (const priceIncludesVat of [true, false]) {
      const items = Array.from({ length: 40 }, () => item(0.12));
      const original = await withFate(split, () => issue({ items, priceIncludesVat }, invoiceA));
      const { body } = await credit(original.id);
      const [voucher, note] = [await rowOf(original.id), await rowOf(body.result.id)];
      for (const field of ["totalAmount", "netAmount", "vatAmount", "vat"]) expect(note[field]).toEqual(voucher[field]);
      const literal = computeAmounts({ voucherType: 1, items: voucher.items, priceIncludesVat, tributes: [] });
      expect(note.vatAmount, "the sample is one that is split").not.toBe(literal.vat);
      const [rows] = await system.db.$queryRaw<[{ same: boolean }]>`
        SELECT (SELECT lines FROM voucher WHERE id = ${note.id}) = (SELECT lines FROM voucher WHERE id = ${voucher.id}) AS same`;
      expect(rows.same).toBe(true);
    }
  });

  test("what is given is taken instead, and with items the tributes are those given", async () => {
    const tribute = { type: 99, baseAmount: 10, aliquot: 1, subtotal: 0.1, description: null };
    const original = await issue({ items: [item(100)], tributes: [tribute], currency: { id: "DOL", quotation: 1000 } });
    const given = {
      posNumber: 2,
      voucherDate: "20260105",
      concept: 2,
      serviceFrom: "20260101",
      serviceTo: "20260102",
      items: [item(30)],
      currency: { id: "DOL", quotation: 1100 },
      priceIncludesVat: false,
      settings: { quantityPrecision: 6, pricePrecision: 4 },
      legend: "L",
      comments: "C",
      externalReference: "R",
      additionalData: { b: 2 },
      emails: [{ email: "otra@example.com" }],
    };
    const { status, body } = await credit(original.id, given);
    expect([status, body.error]).toEqual([201, undefined]);
    const { emails: _, currency, ...echoed } = given;
    const note = await rowOf(body.result.id);
    expect(note).toMatchObject({
      ...echoed,
      serviceExpiration: "20260105",
      items: [item(30)],
      currency: currency.id,
      currencyQuotation: "1100.000000",
      totalAmount: "36.30",
      tributes: null,
    });
    const other = await credit(original.id, { ...of(10), tributes: [{ ...tribute, subtotal: 0.05 }] });
    expect(await rowOf(other.body.result.id)).toMatchObject({ totalAmount: "10.05", tributesAmount: "0.05" });
    expect(await rowOf(original.id)).toMatchObject({ totalAmount: "100.10", creditedAmount: "46.35" });
  });

  test("serviceExpiration is the later of the voucher's and the note's date", async () => {
    const service = { concept: 2, serviceFrom: "20260101", serviceTo: "20260131", serviceExpiration: "20351231" };
    const original = await issue(service);
    expect(await rowOf((await credit(original.id, of(1))).body.result.id)).toMatchObject(service);
    const due = await credit(original.id, { ...of(1), serviceExpiration: "20270101", activityCode: "620100" });
    expect(await rowOf(due.body.result.id)).toMatchObject({ serviceExpiration: "20270101", activityCode: "620100" });
  });

  test.each([
    [1, 3],
    [2, 3],
    [6, 8],
    [7, 8],
    [11, 13],
    [12, 13],
  ])("a voucher of type %i is credited by one of type %i", async (voucherType, ofNote) => {
    const associatedPeriod = { from: "20260101", to: "20260131" };
    const original = await issue({ voucherType, ...([2, 7, 12].includes(voucherType) && { associatedPeriod }) });
    const { body } = await credit(original.id);
    expect(await rowOf(body.result.id)).toMatchObject({
      voucherType: ofNote,
      totalAmount: "100.00",
      associatedPeriod: null,
    });
  });
});

describe("what cannot be credited", () => {
  test("a credit note is a 400 without details", async () => {
    const original = await issue();
    const { body } = await credit(original.id);
    const answer = await credit(body.result.id);
    expect([answer.status, answer.body]).toEqual([400, businessFault(/type 8 cannot be credited/)]);
  });

  test("a voucher of the other environment, of another company, or none is 404", async () => {
    const original = await issue();
    const { keys, mono } = system.keys;
    for (const answer of [
      await credit(original.id, {}, { key: keys.production }),
      await credit(original.id, {}, { key: mono.keys.test, company: "mono" }),
      await credit(999_999_999),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("faults of the body have their fields; without items, tributes, prices and currency are the voucher's", async () => {
    const { id } = await issue({ currency: { id: "DOL", quotation: 1000 } });
    const tribute = { type: 99, baseAmount: 1, aliquot: 1, subtotal: 1 };
    for (const [body, field, message] of [
      [{ idempotency: "a b" }, "idempotency", /letters, digits/],
      [{ items: [] }, "items", /at least 1/],
      [{ items: [item(-1)] }, "items.0.price", /0 or more|at least 0/],
      [{ items: [item(1, { taxType: undefined })] }, "items.0.taxType", /required/],
      [{ ...of(1), concept: 2 }, "serviceFrom", /required when concept/],
      [{ ...of(1), currency: { id: "060" } }, "currency.quotation", /required/],
      [{ tributes: [tribute] }, "tributes", /together|must come with items/],
      [{ priceIncludesVat: false }, "priceIncludesVat", /must come with items/],
      [{ currency: { id: "PES", quotation: 1 } }, "currency.id", /must be DOL/],
      [{ voucherDate: "20261301" }, "voucherDate", /date that exists/],
    ] as const) {
      const answer = await credit(id, body);
      expect([field, answer.status]).toEqual([field, 400]);
      expect(answer.body.details.errors[0]).toEqual({ field, message: expect.stringMatching(message) });
    }
    // The quotation of the day may be given.
    expect((await credit(id, { currency: { id: "DOL", quotation: 1200 } })).status).toBe(201);
  });

  test("unknown properties are said, and refused with strict handling; the header may carry the key", async () => {
    const { id } = await issue();
    const customer = { name: "Otro" };
    const said = await credit(id, { ...of(1), customer, associatedPeriod: null });
    expect(said.status).toBe(201);
    expect(said.body.warnings.map(({ field }: { field: string }) => field)).toEqual(["customer", "associatedPeriod"]);
    const strict = await credit(id, { ...of(1), customer }, { headers: { prefer: "handling=strict" } });
    expect([strict.status, strict.body]).toEqual([400, fieldFault("customer", /not a known property/)]);
    const headers = { "idempotency-key": key() };
    expect((await credit(id, { ...of(1), idempotency: undefined }, { headers })).status).toBe(201);
    expect((await credit(id, { ...of(1), idempotency: undefined }, { headers })).body.result.idempotencyHit).toBe(true);
    expect((await credit(id, of(1), { headers })).body).toEqual(
      fieldFault("idempotency", /another key than the header/),
    );
  });
});

describe("a voucher that was issued elsewhere", () => {
  async function importVoucher(receiverTaxConditionId: number | null): Promise<number> {
    const [caller] = await system.db.$queryRaw<[{ id: number }]>`SELECT id FROM company WHERE code = 'demo'`;
    const sequence = { companyId: caller.id, production: false, posNumber: 3, voucherType: 1 };
    const voucherNumber = ++keys;
    await importVouchers(system.db, sequence, [
      {
        voucherNumber,
        voucherDate: "20260818",
        authorization: "CAE" as const,
        cae: "86330767799632",
        caeExpirationDate: "20260828",
        processedAt: "2026-08-18T16:07:42.000Z",
        observations: [],
        concept: 1,
        docType: 80,
        docNumber: "30710151543",
        totalAmount: "121",
        netAmount: "100",
        vatAmount: "21",
        exemptAmount: "0",
        notTaxableAmount: "0",
        tributesAmount: "0",
        serviceFrom: null,
        serviceTo: null,
        serviceExpiration: null,
        currency: "PES",
        currencyQuotation: "1",
        cancelsInSameForeignCurrency: null,
        receiverTaxConditionId,
        vat: [{ taxType: 5, base: "100", amount: "21" }],
        tributes: [],
        associatedVouchers: [],
        associatedPeriod: null,
        optionals: [],
        activities: [],
        buyers: [],
        others: [],
      },
    ]);
    const { body } = await system.get(`/invoices?pos=3&type=1&number=${voucherNumber}`);
    return body.result[0].id;
  }

  test("needs items, and takes the receiver that the authority told", async () => {
    const id = await importVoucher(1);
    const whole = await credit(id);
    expect([whole.status, whole.body]).toEqual([400, fieldFault("items", /is required/)]);
    const part = await credit(id, of(100));
    expect(part.status).toBe(201);
    expect(await rowOf(part.body.result.id)).toMatchObject({
      posNumber: 3,
      voucherType: 3,
      customer: { docType: 80, docNumber: "30710151543", name: "", taxType: 1 },
      totalAmount: "100.00",
    });
    const more = await credit(id, of(21.01));
    expect(more.body).toEqual(businessFault(/21\.01 PES.* 21\.00 PES/));
  });

  test("is refused when the authority did not tell the receiver's condition", async () => {
    const answer = await credit(await importVoucher(null), of(1));
    expect([answer.status, answer.body]).toEqual([400, businessFault(/VAT condition.*POST \/invoices/)]);
  });
});

describe("the bound", () => {
  test("credits never exceed the voucher: 400 without details, naming what was asked and what is left", async () => {
    const { id } = await issue();
    expect((await credit(id, of(60))).status).toBe(201);
    const answer = await credit(id, of(40.01));
    expect([answer.status, answer.body]).toEqual([400, businessFault(/40\.01 PES is more than .*: 40\.00 PES/)]);
    const whole = await credit(id);
    expect([whole.status, whole.body]).toEqual([400, businessFault(/credited already.*100\.00.*40\.00/)]);
    expect((await credit(id, of(40))).status).toBe(201);
    expect((await credit(id, of(0.01))).body).toEqual(businessFault(/0\.01 PES.* 0\.00 PES/));
    expect(await rowOf(id)).toMatchObject({ creditedAmount: "100.00", notes: [{}, {}] });
  });

  test("debit notes raise it, but a full credit is of the voucher alone, and only while nothing is credited", async () => {
    const { id, voucherNumber } = await issue();
    const associatedVouchers = [{ voucherType: 6, posNumber: 1, voucherNumber }];
    await issue({ voucherType: 7, associatedVouchers, ...of(50) });
    const whole = await credit(id);
    expect(whole.body.result.totalAmount).toBe(100);
    expect((await credit(id)).body).toEqual(businessFault(/credited already.*100\.00.*50\.00/));
    expect((await credit(id, of(50.01))).body).toEqual(businessFault(/50\.01.*50\.00/));
    expect((await credit(id, of(50))).status).toBe(201);
    expect(await rowOf(id)).toMatchObject({ creditedAmount: "150.00", debitedAmount: "50.00" });
  });

  test("notes made by POST invoices count in full for each of their vouchers, and are not bound themselves", async () => {
    const [one, two] = [await issue(), await issue()];
    const named = ({ voucherNumber }: { voucherNumber: number }) => ({ voucherType: 6, posNumber: 1, voucherNumber });
    const associatedVouchers = [named(one), { ...named(two), cuit: "30712345671" }, named(one)];
    const note = await issue({ voucherType: 8, associatedVouchers, ...of(70) });
    // Another issuer's voucher of the same number is not ours.
    await issue({ voucherType: 8, associatedVouchers: [{ ...named(one), cuit: "30500010912" }] });
    for (const { id } of [one, two]) {
      expect(await rowOf(id)).toMatchObject({ creditedAmount: "70.00", notes: [{ id: note.id }] });
      expect((await credit(id, of(30.01))).body).toEqual(businessFault(/30\.01.*30\.00/));
    }
    await issue({ voucherType: 8, associatedVouchers: [named(one)], ...of(500) });
    expect((await credit(one.id, of(1))).body).toEqual(businessFault(/1\.00 PES.* 0\.00 PES/));
    expect(await rowOf(one.id)).toMatchObject({ creditedAmount: "570.00" });
  });

  test("a note that is recorded before its voucher does not count", async () => {
    const [{ next }] = await system.db.$queryRaw<[{ next: number }]>`
      SELECT count(*)::int + 1 AS next FROM voucher WHERE pos_number = 2 AND voucher_type = 6 AND NOT production`;
    await issue({
      voucherType: 8,
      associatedVouchers: [{ voucherType: 6, posNumber: 2, voucherNumber: next }],
      ...of(10),
    });
    const original = await issue({ posNumber: 2 });
    expect(original.voucherNumber).toBe(next);
    expect(await rowOf(original.id)).toMatchObject({ creditedAmount: "0.00", notes: [] });
  });

  test("another currency is converted by both quotations, against the one who credits", async () => {
    const dollars = { id: "DOL", quotation: 1000 };
    const { id, voucherNumber } = await issue({ ...of(100), currency: dollars });
    expect((await credit(id, { ...of(60_000.01), currency: { id: "PES" } })).status).toBe(201);
    expect(await rowOf(id)).toMatchObject({ creditedAmount: "60.01", currency: "DOL" });
    expect((await credit(id, { ...of(39_990.01), currency: { id: "PES" } })).body).toEqual(
      businessFault(/40\.00 DOL.* 39\.99 DOL/),
    );
    const associatedVouchers = [{ voucherType: 6, posNumber: 1, voucherNumber }];
    await issue({ voucherType: 7, associatedVouchers, ...of(19.99) });
    expect(await rowOf(id)).toMatchObject({ debitedAmount: "0.01" });
    // The amounts are in dollars, whatever the day's quotation.
    expect((await credit(id, { ...of(40), currency: { id: "DOL", quotation: 2000 } })).status).toBe(201);
    expect(await rowOf(id)).toMatchObject({ creditedAmount: "100.01" });
  });

  test("open credits count, unconfirmed ones too; one that came to nothing frees its amount", async () => {
    const { id, voucherNumber } = await issue();
    const first = key();
    const pending = await withFate(left("unconfirmed"), () => credit(id, { ...of(60), idempotency: first }));
    expect(pending.body.code).toBe("TAXAUTH_UNCONFIRMED");
    expect((await credit(id, of(50))).body).toEqual(businessFault(/50\.00 PES.* 40\.00 PES/));
    expect((await credit(id)).body).toEqual(businessFault(/credited already.*40\.00/));
    // An open one of POST invoices counts as well.
    const associatedVouchers = [{ voucherType: 6, posNumber: 1, voucherNumber }];
    const open = invoiceB({ voucherType: 8, posNumber: 2, associatedVouchers, ...of(15) });
    await withFate(left("unconfirmed"), () => system.post(open));
    expect((await credit(id, of(40))).body).toEqual(businessFault(/40\.00 PES.* 25\.00 PES/));

    await system.db.$executeRaw`
      UPDATE issuance SET state = 'rejected', number = NULL, doubt = NULL, settled_at = now(), outcome = '{"code": "TAXAUTH_ERROR", "reasons": []}'
      WHERE state = 'submitted'`;
    expect((await credit(id, of(41))).status).toBe(201);
    // The rejected key is sent again with another body, of what is left by now.
    expect((await credit(id, { ...of(60), idempotency: first })).body).toEqual(
      businessFault(/60\.00 PES.* 59\.00 PES/),
    );
    expect((await credit(id, { ...of(59), idempotency: first })).status).toBe(201);
    expect(await rowOf(id)).toMatchObject({ creditedAmount: "100.00" });
  });

  test("a rejected credit frees its amount", async () => {
    const { id } = await issue();
    const reasons = [{ code: 10016, msg: "fecha" }];
    const refused = await withFate(refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons }), () => credit(id));
    expect(refused.status).toBe(422);
    expect((await credit(id)).status).toBe(201);
  });

  test("of fifty full credits at the same time one is issued", async () => {
    const { id } = await issue();
    const answers = await Promise.all(Array.from({ length: 50 }, () => credit(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of refused)
      expect([status, body]).toEqual([400, businessFault(/credited already.*100\.00.*0\.00 is left/)]);
    expect(await rowOf(id)).toMatchObject({ creditedAmount: "100.00", notes: [{}] });
  });

  test("of many partial credits at the same time as many are issued as fit, full credits and one key among them", async () => {
    const { id } = await issue();
    const shared = key();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 3 === 0 ? credit(id, { ...of(30), idempotency: shared }) : credit(id, n % 7 === 0 ? {} : of(30)),
      ),
    );
    const made = new Map(answers.flatMap(({ body }) => (body.ok ? [[body.result.id, body.result.totalAmount]] : [])));
    const total = [...made.values()].reduce((sum, amount) => sum + amount, 0);
    expect([90, 100]).toContain(total);
    expect(await rowOf(id)).toMatchObject({ creditedAmount: `${total}.00`, notes: { length: made.size } });
  });
});

describe("keys and the order of the checks", () => {
  test("a replay is answered with its note, whatever its body and whatever is left", async () => {
    const { id } = await issue();
    const idempotency = key();
    const first = await credit(id, { idempotency });
    for (const body of [{ idempotency }, { idempotency, ...of(1) }, { idempotency, voucherDate: "20260105" }]) {
      const again = await credit(id, body);
      expect([again.status, again.body.quota]).toEqual([200, null]);
      expect(again.body.result).toEqual({ ...first.body.result, idempotencyHit: true });
    }
  });

  test("a key of another voucher's credit note, or of an issuance, is 409", async () => {
    const [one, two] = [await issue(), await issue()];
    const idempotency = key();
    const note = await credit(one.id, { idempotency });
    const other = await credit(two.id, { idempotency });
    expect([other.status, other.body]).toEqual([409, businessFault(/already belongs to voucher 1-8-/)]);
    const associatedVouchers = [{ voucherType: 6, posNumber: 1, voucherNumber: two.voucherNumber }];
    const body = invoiceB({ voucherType: 8, associatedVouchers, ...of(1) });
    await system.post(body);
    expect((await credit(two.id, { ...of(1), idempotency: body.idempotency })).status).toBe(409);
    // POST invoices asks for the point of sale and the type alone.
    const plain = await system.post({ ...body, idempotency });
    expect([plain.status, plain.body.result.id]).toEqual([200, note.body.result.id]);
    expect((await credit(one.id, { idempotency, posNumber: 2 })).status).toBe(409);
  });

  test("402 comes before what is left, and that before the quota", async () => {
    const { id } = await issue();
    const [plan] = await system.db.$queryRaw<
      [{ vouchers: number }]
    >`SELECT monthly_vouchers AS vouchers FROM plan ORDER BY id LIMIT 1`;
    await system.db.$executeRaw`UPDATE plan SET monthly_vouchers = 0`;
    expect((await credit(id, of(200))).body).toEqual(businessFault(/200\.00.*100\.00/));
    expect((await credit(id)).body.code).toBe("SUBSCRIPTION_QUOTA_EXCEEDED");
    await system.db.$executeRaw`UPDATE subscription SET until = '2020-01-01'`;
    expect((await credit(id, of(200))).status).toBe(402);
    await system.db.$executeRaw`UPDATE subscription SET until = '2100-01-01'`;
    await system.db.$executeRaw`UPDATE plan SET monthly_vouchers = ${plan.vouchers}`;
    expect((await credit(id)).status).toBe(201);
  });

  test("a disabled point of sale is refused; another may be given", async () => {
    const { id } = await issue({ posNumber: 3 });
    await system.db.$executeRaw`UPDATE point_of_sale SET enabled = false WHERE number = 3`;
    expect((await credit(id)).body).toEqual(businessFault(/Point of sale 3 is disabled/));
    expect((await credit(id, { posNumber: 1 })).status).toBe(201);
    await system.db.$executeRaw`UPDATE point_of_sale SET enabled = true WHERE number = 3`;
  });
});
