import { afterAll, beforeAll, expect, test } from "vitest";
import { type System, startSystem } from "../support/processes/system.js";
import { invoiceA, invoiceB, today } from "../support/samples/invoice.js";
import { scaledRuns } from "../support/samples/property-runs.js";
import { createRandom, type Random } from "../support/samples/random.js";

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "api-2", "issuer"] });
});
afterAll(() => system[Symbol.asyncDispose]());

interface Row {
  id: number;
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
  totalAmount: string;
  creditedAmount: string;
  notes: { id: number; totalAmount: string }[];
}

const item = (over: Record<string, unknown> = {}) => ({
  description: "Silla",
  quantity: 1,
  price: 100,
  taxType: 5,
  ...over,
});
const post = (path: string, body: object, options: { via?: "api" | "api-2"; key?: string; company?: string } = {}) =>
  system.request<Row>(path, { method: "POST", body, ...options });
const rowOf = async (id: number, options = {}) => (await system.request<Row>(`/invoices/${id}`, options)).body.result;

let keys = 0;
const credit = (id: number, body: object = {}, options = {}) =>
  post(`/invoices/${id}/credit-notes`, { idempotency: `credit-${++keys}`, ...body }, options);

test("of fifty full credits of one voucher at the same time, through two processes, one is issued", async () => {
  const { body } = await post("/invoices", invoiceB());
  const { id } = body.result;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => credit(id, {}, { via: n % 2 === 0 ? "api" : "api-2" })),
  );
  const issued = answers.filter(({ status }) => status === 201);
  expect(issued).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      ok: false,
      code: "VALIDATION_ERROR",
      error: expect.stringMatching(/credited already: of its credit of 100\.00 PES, 0\.00 is left/),
    });
  }
  expect(await rowOf(id)).toMatchObject({ creditedAmount: "100.00", notes: [{ id: issued[0]?.body.result.id }] });
  const ofCredits = (await system.authority.ledger()).filter(({ type }) => type === 8);
  expect(ofCredits).toHaveLength(1);
});

/** Cents, by no code of the service. */
const cents = (amount: string | number) => Math.round(Number(amount) * 100);

/** Somebody who is identified: the authority asks for that from some amount on. */
const customer = { docType: 96, docNumber: "28111222", name: "Ana Gómez", taxType: 5 };

function anyInvoice(random: Random) {
  const items = random.chance(0.4)
    ? // What the authority refuses with 10051: the issuer sends its split.
      Array.from({ length: random.integer(3, 40) }, () => item({ price: random.pick([0.12, 100]) }))
    : Array.from({ length: random.integer(1, 5) }, () =>
        item({
          quantity: random.pick([1, 2, 3.5]),
          price: random.integer(1, 1_000_000) / random.pick([100, 1_000, 10_000]),
          taxType: random.pick([1, 2, 3, 4, 5, 5, 6, 8, 9]),
          discount: random.pick([0, 0, 7.5]),
        }),
      );
  const over = {
    items,
    posNumber: random.integer(1, 3),
    priceIncludesVat: random.chance(0.5),
    ...(random.chance(0.3) && {
      tributes: [{ type: 99, baseAmount: 10, aliquot: 1, subtotal: 0.1, description: "Tasa" }],
    }),
    ...(random.chance(0.3) && { currency: { id: "DOL", quotation: 1_155.114 } }),
    ...(random.chance(0.3) && { concept: 2, serviceFrom: today(), serviceTo: today(), serviceExpiration: today() }),
  };
  return random.pick([
    () => invoiceA(over),
    () => invoiceB({ ...over, customer }),
    () => invoiceB({ ...over, customer, voucherType: 11, posNumber: 1 }),
  ])();
}

const amountFields = [
  "ImpTotal",
  "ImpTotConc",
  "ImpNeto",
  "ImpOpEx",
  "ImpTrib",
  "ImpIVA",
  "Iva",
  "Tributos",
  "MonId",
  "MonCotiz",
];
const receiverFields = ["DocTipo", "DocNro", "Concepto", "CondicionIVAReceptorId", "FchServDesde", "FchServHasta"];

test("sequences of credits of random vouchers never exceed them, and the authority received what is right", {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`seed ${seed}; to repeat: PROPERTY_SEED=${seed}`);
  const random = createRandom(seed, 3);
  const cases = Array.from({ length: scaledRuns(40, 12) }, () => ({
    body: anyInvoice(random),
    turns: createRandom(random.integer(1, 1e9), 3),
  }));
  const mono = { key: system.keys.mono.keys.test, company: "mono" };

  await Promise.all(
    cases.map(async ({ body, turns }) => {
      const options = body.voucherType === 11 ? mono : {};
      const sold = await post("/invoices", body, options);
      expect([sold.status, sold.body]).toEqual([201, expect.anything()]);
      const { id } = sold.body.result;
      const total = cents(sold.body.result.totalAmount as unknown as number);
      let left = total;
      const notes: number[] = [];
      const isWhole = turns.chance(0.4);
      if (isWhole) {
        const whole = await credit(id, {}, options);
        expect([whole.status, whole.body]).toEqual([201, expect.anything()]);
        notes.push(whole.body.result.id);
        left -= cents(whole.body.result.totalAmount);
        expect(left).toBe(0);
      }
      for (let turn = turns.integer(1, 4); turn >= 0; turn--) {
        const asked = turn === 0 ? left : turns.integer(1, Math.max(1, Math.round(total * 0.6)));
        if (asked === 0) continue;
        const answer = await credit(id, { items: [item({ price: asked / 100, taxType: 1 })] }, options);
        if (asked > left) {
          expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining((left / 100).toFixed(2))]);
          continue;
        }
        expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
        notes.push(answer.body.result.id);
        left -= asked;
      }
      expect(left).toBe(0);
      const row = await rowOf(id, options);
      expect([row.creditedAmount, row.notes.map((note) => note.id)]).toEqual([row.totalAmount, notes]);

      // What stands at the authority.
      const ledger = await system.authority.ledger();
      const at = ({ voucherType, posNumber, voucherNumber }: Row) =>
        ledger.find(
          (one) =>
            one.type === voucherType &&
            one.pos === posNumber &&
            one.number === voucherNumber &&
            (one.cuit === "20111111112") === (options === mono),
        );
      const original = at(row);
      const granted = await Promise.all(notes.map(async (note) => at(await rowOf(note, options))));
      for (const note of granted) {
        expect(note?.declared.CbtesAsoc).toEqual([
          {
            Tipo: row.voucherType,
            PtoVta: row.posNumber,
            Nro: row.voucherNumber,
            Cuit: original?.cuit,
            CbteFch: original?.date,
          },
        ]);
        for (const field of receiverFields)
          expect([field, note?.declared[field as never]]).toEqual([field, original?.declared[field as never]]);
        expect(note?.observations.map(({ code }) => code)).not.toContain(10237);
      }
      expect(granted.reduce((sum, note) => sum + cents(note?.total ?? 0), 0)).toBe(total);
      if (isWhole)
        for (const field of amountFields)
          expect([field, granted[0]?.declared[field as never]]).toEqual([field, original?.declared[field as never]]);
    }),
  );
});
