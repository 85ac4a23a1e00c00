import fc from "fast-check";
import { expect, test } from "vitest";
import { importVouchers } from "../../../shared/db/reconcile/import-vouchers.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { publicCase } from "../../support/public-case.js";
import { invoiceB, today } from "../../support/samples/invoice.js";
import { propertyRuns } from "../../support/samples/property-runs.js";

const system = await openForFile(openIssuingApp);

let keys = 0;
const key = () => `debit-${++keys}`;
const of = (price: number) => ({ items: [{ description: "Intereses", quantity: 1, price, taxType: 5 }] });
const rowOf = async (id: number) => (await system.get(`/invoices/${id}`)).body.result;

async function issue(over: Record<string, unknown> = {}): Promise<{ id: number; voucherNumber: number }> {
  const { status, body } = await system.post(invoiceB(over));
  expect([status, body.error]).toEqual([201, undefined]);
  return body.result;
}
const note = (kind: "credit" | "debit", id: number, body: Record<string, unknown> = {}) =>
  system.postTo(`/invoices/${id}/${kind}-notes`, { idempotency: key(), ...body });

for (const [voucherType, ofNote] of [
  [1, 2],
  [3, 2],
  [6, 7],
  [8, 7],
  [11, 12],
  [13, 12],
] as const)
  publicCase(
    {
      kind: "A debit note from a voucher",
      sent: `POST /invoices/{id}/debit-notes of type ${voucherType}`,
      right: `type ${ofNote}, which names it and counts in its debitedAmount`,
      rule: "EXTENSIONS.md, section 2",
    },
    async () => {
      const associatedPeriod = { from: "20260101", to: "20260131" };
      const original = await issue({ voucherType, ...([3, 8, 13].includes(voucherType) && { associatedPeriod }) });
      const { status, body } = await note("debit", original.id, of(12.1));
      expect([status, body.error]).toEqual([201, undefined]);
      const [voucher, debit] = [await rowOf(original.id), await rowOf(body.result.id)];
      expect(debit).toMatchObject({
        voucherType: ofNote,
        voucherDate: today(),
        posNumber: voucher.posNumber,
        docNumber: voucher.docNumber,
        totalAmount: "12.10",
        associatedVouchers: [{ voucherType, posNumber: 1, voucherNumber: original.voucherNumber }],
      });
      expect(voucher).toMatchObject({ creditedAmount: "0.00", debitedAmount: "12.10", notes: [{ id: debit.id }] });
    },
  );

test("items are required, nothing bounds a debit, and a debit note cannot be debited", async () => {
  const { id } = await issue();
  const without = await note("debit", id);
  expect([without.status, without.body.details.errors]).toEqual([
    400,
    [{ field: "items", message: "is required: a list" }],
  ]);
  const { body } = await note("debit", id, of(1_000_000));
  expect(body.ok).toBe(true);
  const again = await note("debit", body.result.id, of(1));
  expect([again.status, again.body.error]).toEqual([
    400,
    "A voucher of type 7 cannot be debited: invoices and credit notes can (1, 3, 6, 8, 11, 13, 51, 53, 201, 203, 206, 208, 211, 213).",
  ]);
  // What was debited can be credited as well.
  expect((await note("credit", id, of(1_000_100))).status).toBe(201);
});

test("a replay needs the same voucher and the same kind of note", async () => {
  const [one, other] = [await issue(), await issue()];
  const sent = { idempotency: key(), ...of(10) };
  const { body: first } = await note("debit", one.id, sent);
  const { status, body } = await note("debit", one.id, sent);
  expect([status, body.result]).toEqual([200, { ...first.result, idempotencyHit: true }]);
  expect((await note("debit", other.id, sent)).body).toMatchObject({ code: "VALIDATION_ERROR", ok: false });
  expect((await note("credit", one.id, sent)).status).toBe(409);
});

const kind = "A note counts only of a voucher that existed";
const rule = "EXTENSIONS.md, section 2";
const naming = (voucherNumber: number) => ({
  voucherType: 8,
  associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber }],
});

publicCase(
  { kind, sent: "a credit note of number n+1, then the sale n+1", right: "nothing of it is credited", rule },
  async () => {
    const last = await issue();
    await issue(naming(last.voucherNumber + 1));
    const sale = await issue();
    expect(sale.voucherNumber).toBe(last.voucherNumber + 1);
    expect(await rowOf(sale.id)).toMatchObject({ creditedAmount: "0.00", notes: [] });
    const [listed] = (await system.get(`/invoices?id=${sale.id}`)).body.result;
    expect(listed).toMatchObject({ creditedAmount: "0.00" });
    // The whole of it can be credited.
    expect((await note("credit", sale.id)).status).toBe(201);
  },
);

publicCase(
  { kind, sent: "a credit note of a sale that was issued before it", right: "it counts, as ever", rule },
  async () => {
    const sale = await issue();
    await issue(naming(sale.voucherNumber));
    expect(await rowOf(sale.id)).toMatchObject({ creditedAmount: "100.00" });
  },
);

publicCase(
  { kind, sent: "a debit note of number n+1, then the sale n+1", right: "nothing of it is debited", rule },
  async () => {
    const last = await issue();
    await issue({ ...naming(last.voucherNumber + 1), voucherType: 7 });
    const sale = await issue();
    expect(await rowOf(sale.id)).toMatchObject({ debitedAmount: "0.00", notes: [] });
    const whole = await note("credit", sale.id, of(100.01));
    expect([whole.status, whole.body.error]).toEqual([400, expect.stringContaining("100.00")]);
  },
);

publicCase(
  { kind, sent: "one note of the numbers n and n+1, then the sale n+1", right: "it counts of the sale n alone", rule },
  async () => {
    const first = await issue();
    const both = [first.voucherNumber, first.voucherNumber + 1].map((voucherNumber) => ({
      ...{ voucherType: 6, posNumber: 1, voucherNumber },
    }));
    const { id } = await issue({ voucherType: 8, associatedVouchers: both });
    const second = await issue();
    expect(second.voucherNumber).toBe(first.voucherNumber + 1);
    expect(await rowOf(first.id)).toMatchObject({ creditedAmount: "100.00", notes: [{ id }] });
    expect(await rowOf(second.id)).toMatchObject({ creditedAmount: "0.00", notes: [] });
  },
);

async function importSale(voucherNumber: number, processedAt: string): Promise<number> {
  const [caller] = await system.db.$queryRaw<[{ id: number }]>`SELECT id FROM company WHERE code = 'demo'`;
  await importVouchers(system.db, { companyId: caller.id, production: false, posNumber: 2, voucherType: 6 }, [
    {
      ...{ voucherNumber, voucherDate: "20260818", authorization: "CAE" as const, cae: "86330767799632" },
      ...{ caeExpirationDate: "20260828", processedAt, observations: [], concept: 1, docType: 99, docNumber: "0" },
      ...{ totalAmount: "121", netAmount: "100", vatAmount: "21", exemptAmount: "0", notTaxableAmount: "0" },
      ...{ tributesAmount: "0", serviceFrom: null, serviceTo: null, serviceExpiration: null, currency: "PES" },
      ...{
        currencyQuotation: "1",
        cancelsInSameForeignCurrency: null,
        receiverTaxConditionId: 5,
        vat: [],
        tributes: [],
      },
      ...{ associatedVouchers: [], associatedPeriod: null, optionals: [], activities: [], buyers: [], others: [] },
    },
  ]);
  const { body } = await system.get(`/invoices?pos=2&type=6&number=${voucherNumber}`);
  return body.result[0].id;
}

publicCase(
  { kind, sent: "a note of another system's sale, imported afterwards", right: "the authority's time tells", rule },
  async () => {
    for (const voucherNumber of [801, 802])
      await issue({ voucherType: 8, associatedVouchers: [{ voucherType: 6, posNumber: 2, voucherNumber }] });
    const before = await importSale(801, "2026-01-02T12:00:00.000Z");
    const after = await importSale(802, new Date(Date.now() + 3_600_000).toISOString());
    expect(await rowOf(before)).toMatchObject({ creditedAmount: "100.00" });
    expect(await rowOf(after)).toMatchObject({ creditedAmount: "0.00", notes: [] });
  },
);

test("in whatever order sales and notes come, each sale has the notes that were issued after it", async () => {
  const step = fc.option(fc.integer({ min: -2, max: 2 }), { nil: "sale" as const });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const sales = [await issue()];
      const expected = new Map<number, number[]>([[sales[0]?.voucherNumber ?? 0, []]]);
      for (const drawn of steps) {
        const last = sales.at(-1)?.voucherNumber ?? 0;
        if (drawn === "sale") {
          const sale = await issue();
          sales.push(sale);
          expected.set(sale.voucherNumber, []);
        } else {
          const { id } = await issue(naming(Math.max(1, last + drawn)));
          expected.get(last + drawn)?.push(id);
        }
      }
      for (const { id, voucherNumber } of sales) {
        const { notes } = await rowOf(id);
        expect(notes.map((one: { id: number }) => one.id)).toEqual(expected.get(voucherNumber));
      }
    }),
    propertyRuns(15),
  );
}, 120_000);
