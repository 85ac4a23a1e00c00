import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setProvince } from "../../../api/operations/sircip-provinces.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, type Fate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceA, invoiceB, today } from "../../support/samples/invoice.js";
import { padronLine } from "../../support/samples/sircip.js";
import { loadLines } from "../../support/servers/load-lines.js";

// Perceptions of SIRCIP. Source: api/README.md, "Perceptions".

const period = today().slice(0, 6);
const receiver = { docType: 80, docNumber: "30100100106", name: "Empresa de prueba", taxType: 1, stateId: 2 };
/** Letter C: Catamarca 2, Córdoba 1, CABA 4, Santa Fe 5. */
const digits = "5225252222222225522512540";
const usualLines = [
  padronLine({ period, cuit: receiver.docNumber, digits }),
  padronLine({ period, cuit: "30710151543", letter: "A" }),
];

const system = await openForFile(openIssuingApp);
beforeAll(async () => {
  await load(usualLines);
  const actor = { type: "admin", name: "ana" } as const;
  for (const stateId of [2, 3]) await setProvince(system.db, actor, stateId, "2026-01-01");
});
beforeEach(() => setAgent({ from: "20260101", ownPerceptions: [], exempt: [] }));

const load = (lines: string[]) => loadLines(system.deps.config.DATABASE_URL, lines);

const patchFiscalData = (body: object) =>
  system.app.request("/api/demo/fiscal-data", {
    method: "PATCH",
    headers: { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
async function setAgent(sircip: object | null) {
  expect((await patchFiscalData({ sircip })).status).toBe(200);
}

const sale = (over: Record<string, unknown> = {}) =>
  invoiceA({
    customer: receiver,
    priceIncludesVat: false,
    items: [{ description: "Silla", quantity: 1, price: 1000, taxType: 5 }],
    perceptions: "sircip",
    deliveryStateId: 2,
    ...over,
  });
const rowOf = async (id: number) => (await system.get(`/invoices/${id}`)).body.result;
async function issue(over: Record<string, unknown> = {}) {
  const { status, body } = await system.post(sale(over));
  expect([status, body.error]).toEqual([201, undefined]);
  return rowOf(body.result.id);
}
const refusal = async (over: Record<string, unknown>) => {
  const { status, body } = await system.post(sale(over));
  expect(status).toBe(400);
  return body.details ? body.details.errors.map(({ field }: { field: string }) => field) : body.error;
};
const preview = async (body: object) => (await system.postTo("/invoices/preview", body)).body.result;
const codes = (notes: { code: string }[]) => notes.map(({ code }) => code).filter((code) => /PERCEPTION/.test(code));

let keys = 0;
const credit = (id: number, body: object = {}, kind = "credit") =>
  system.postTo(`/invoices/${id}/${kind}-notes`, { idempotency: `perceived-${++keys}`, ...body });
const of = (price: number) => ({
  items: [{ description: "Silla", quantity: 1, price, taxType: 5 }],
  priceIncludesVat: false,
});
async function withFate<Result>(fate: Fate, work: () => Promise<Result>): Promise<Result> {
  system.fate = fate;
  try {
    return await work();
  } finally {
    system.fate = approvedFate;
  }
}

describe("an invoice with perceptions", () => {
  test("declares them as tributes that count in its total, and its row tells how they came about", async () => {
    const { body: answered } = await system.post(sale());
    expect(Object.keys(answered.result)).not.toContain("perceptions");
    const row = await rowOf(answered.result.id);
    expect(answered.result.totalAmount).toBe(Number(row.totalAmount));
    expect(row).toMatchObject({
      ...{ netAmount: "1000.00", vatAmount: "210.00", tributesAmount: "10.50", totalAmount: "1220.50" },
      tributes: [
        { type: 7, baseAmount: 1000, aliquot: 0.05, subtotal: 0.5, description: "Percepción SIRCIP" },
        { type: 7, subtotal: 10, description: "Percepción SIRCIP por falta de alta en Catamarca" },
      ],
    });
    expect(row.perceptions).toEqual({
      ...{ regime: "sircip", period, deliveryStateId: 2, letter: "C", digit: 2, crc: 34 },
      lines: [
        { record: 1, baseAmount: "1000.00", aliquot: "0.05", subtotal: "0.50", tribute: 0 },
        { record: 5, baseAmount: "1000.00", aliquot: "1.00", subtotal: "10.00", tribute: 1 },
      ],
    });
    const { body: listed } = await system.get(`/invoices?id=${answered.result.id}`);
    expect(listed.result[0].perceptions).toEqual(row.perceptions);
  });

  test("who does not ask has none, and its row says so", async () => {
    const { body } = await system.post(invoiceB());
    expect(await rowOf(body.result.id)).toMatchObject({ perceptions: null, tributes: null });
    const text = { additionalData: { perceptions: "mine" } };
    const other = await system.post(invoiceB(text));
    expect(await rowOf(other.body.result.id)).toMatchObject({ perceptions: null, ...text });
  });

  test("who asked where nothing is due has no line", async () => {
    const customer = { docType: 96, docNumber: "30111222", name: "Ana", taxType: 5, stateId: 2 };
    const row = await issue({ ...invoiceB(), customer, voucherType: 6, idempotency: "consumer-1" });
    expect(row).toMatchObject({ tributesAmount: "0.00", perceptions: { letter: null, lines: [] } });
  });

  test("letter A has an informative line and no tribute", async () => {
    const row = await issue({ customer: { ...receiver, docNumber: "30710151543" } });
    expect(row).toMatchObject({
      tributesAmount: "0.00",
      perceptions: { letter: "A", lines: [{ record: 2, aliquot: "0.00", subtotal: "0.00", tribute: null }] },
    });
  });

  test("a receiver who is not in the padrón has 2 %, and one with a certificate nothing", async () => {
    const customer = { ...receiver, docNumber: "30500010912" };
    expect(await issue({ customer })).toMatchObject({
      tributes: [{ subtotal: 20, description: "Percepción SIRCIP por no inscripto" }],
      perceptions: { letter: null, crc: null, lines: [{ record: 4, aliquot: "2.00" }] },
    });
    await setAgent({ from: "20260101", exempt: ["30500010912"] });
    expect(await issue({ customer })).toMatchObject({ tributes: null, perceptions: { lines: [] } });
  });
});

test("a padrón that is loaded again and a province's day count for the next sale to the same receiver", async () => {
  const customer = { ...receiver, docNumber: "30500001735" };
  const lettersOf = async () => (await issue({ customer })).perceptions.letter;
  expect([await lettersOf(), await lettersOf()]).toEqual([null, null]);
  await load([...usualLines, padronLine({ period, cuit: customer.docNumber, digits })]);
  expect([await lettersOf(), await lettersOf()]).toEqual(["C", "C"]);
  await load([...usualLines, padronLine({ period, cuit: customer.docNumber, letter: "A" })]);
  expect(await lettersOf()).toBe("A");
  const recordsOf = async () =>
    (await issue({ customer: receiver })).perceptions.lines.map(({ record }: { record: number }) => record);
  expect(await recordsOf()).toEqual([1, 5]);
  const actor = { type: "admin", name: "ana" } as const;
  await setProvince(system.db, actor, 2, null);
  expect(await recordsOf()).not.toContain(5);
  await setProvince(system.db, actor, 2, "2026-01-01");
  expect(await recordsOf()).toEqual([1, 5]);
});

describe("a preview", () => {
  test("has the perceptions with the reasons, and notes", async () => {
    const told = await preview(sale({ deliveryStateId: undefined, tributes: [] }));
    expect(told.totals).toMatchObject({ tributes: "10.50", total: "1220.50" });
    expect(told.perceptions.lines).toMatchObject([
      { record: 1, why: expect.stringContaining("letter C") },
      { record: 5, why: expect.stringContaining("not registered in Catamarca") },
    ]);
    expect(codes(told.notes)).toEqual(["PERCEPTION_DELIVERY"]);
    expect((await preview(invoiceB())).perceptions).toBeNull();
  });

  test("tells what it is refused for among its problems", async () => {
    await setAgent(null);
    const told = await preview(sale());
    expect(told.perceptions).toBeNull();
    expect(told.problems).toContainEqual({
      ...{ field: "perceptions", code: "VALIDATION_ERROR", message: expect.stringContaining("agents of SIRCIP") },
    });
  });

  test("tells that a province has not begun, that an own perception may be due, and that one may be paid twice", async () => {
    const own = { type: 7, baseAmount: 1000, aliquot: 3, subtotal: 30 };
    expect(codes((await preview(sale({ deliveryStateId: 13 }))).notes)).toEqual(["PERCEPTION_NOT_YET"]);
    expect(codes((await preview(sale({ deliveryStateId: 0 }))).notes)).toEqual(["OWN_PERCEPTION"]);
    expect(codes((await preview(sale({ tributes: [own] }))).notes)).toEqual(["PERCEPTION_TWICE"]);
  });
});

describe("what is refused", () => {
  test("before the quota, in fields or without details", async () => {
    expect(await refusal({ deliveryStateId: undefined, customer: { ...receiver, stateId: null } })).toEqual([
      "deliveryStateId",
    ]);
    expect(await refusal({ deliveryStateId: 15 })).toEqual(["deliveryStateId"]);
    expect(await refusal({ perceptions: "agip" })).toEqual(["perceptions"]);
    expect(await refusal({ perceptions: "original" })).toEqual(["perceptions"]);
    expect(await refusal({ voucherDate: "20251231" })).toEqual(["perceptions"]);
    expect(await refusal({ voucherDate: "20260115" })).toContain("padrón of SIRCIP of 202601 is not loaded");
    await setAgent({ from: "20260101", ownPerceptions: [0] });
    expect(await refusal({ deliveryStateId: 0 })).toContain("CABA");
    await setAgent(null);
    expect(await refusal({})).toEqual(["perceptions"]);
  });

  test("faults of form come with the body's", async () => {
    expect(await refusal({ perceptions: "original", concept: 9 })).toEqual(
      expect.arrayContaining(["concept", "perceptions"]),
    );
  });

  test.each([
    [{ from: "20261301" }, "sircip.from"],
    [{ from: "20260101", ownPerceptions: [2, 15] }, "sircip.ownPerceptions.1"],
    [{ from: "20260101", ownPerceptions: [2, 3, 2] }, "sircip.ownPerceptions.2"],
    [{ from: "20260101", exempt: ["30100100107"] }, "sircip.exempt.0"],
    [{ from: "20260101", exempt: ["30100100106", "30100100106"] }, "sircip.exempt.1"],
  ])("fiscal data %j", async (sircip, field) => {
    const response = await patchFiscalData({ sircip });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { details: { errors: { field: string }[] } }).details.errors).toMatchObject([
      { field },
    ]);
  });
});

describe("a key", () => {
  test("answers what was computed first, whatever changed since", async () => {
    const body = sale({ idempotency: "perceived-replay" });
    const first = await system.post(body);
    await setAgent(null);
    const again = await system.post(body);
    expect([again.status, again.body.result.id, again.body.result.totalAmount]).toEqual([
      200,
      first.body.result.id,
      first.body.result.totalAmount,
    ]);
  });

  test("that the authority refused is computed anew", async () => {
    const body = sale({ idempotency: "perceived-again" });
    await withFate(
      refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons: [{ code: 10015, msg: "no" }] }),
      async () => {
        expect((await system.post(body)).status).toBe(422);
      },
    );
    await setAgent({ from: "20260101", exempt: [receiver.docNumber] });
    const { body: issued } = await system.post(body);
    expect(await rowOf(issued.result.id)).toMatchObject({ totalAmount: "1210.00", perceptions: { lines: [] } });
  });

  test("that certainly was not sent is computed anew", async () => {
    const body = sale({ idempotency: "perceived-not-sent" });
    await withFate(refusedFate("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }), async () => {
      expect((await system.post(body)).status).toBe(429);
    });
    await setAgent({ from: "20260101", exempt: [receiver.docNumber] });
    const { body: issued } = await system.post(body);
    expect(await rowOf(issued.result.id)).toMatchObject({ totalAmount: "1210.00", perceptions: { lines: [] } });
  });

  test("in doubt keeps what was computed", async () => {
    const body = sale({ idempotency: "perceived-in-doubt" });
    const inDoubt: Fate = async (db, id) => {
      await db.$executeRaw`
        UPDATE issuance SET state = 'submitted', number = 900, submitted_at = now(), epoch = 1, doubt = 'unconfirmed' WHERE id = ${id}`;
      return false;
    };
    const contentOf = async () =>
      (await system.db.issuance.findFirstOrThrow({ where: { idempotency: body.idempotency } })).body;
    await withFate(inDoubt, async () => expect((await system.post(body)).status).toBe(409));
    const first = await contentOf();
    expect(first).toMatchObject({ computedPerceptions: { lines: [{ tribute: 0 }, { tribute: 1 }] } });
    await setAgent({ from: "20260101", exempt: [receiver.docNumber] });
    await withFate(inDoubt, async () => expect((await system.post(body)).status).toBe(409));
    expect(await contentOf()).toEqual(first);
    const settled: Fate = async (db, id) => {
      await db.$executeRaw`UPDATE issuance SET state = 'queued', number = NULL, submitted_at = NULL, epoch = NULL, doubt = NULL WHERE id = ${id}`;
      return approvedFate(db, id);
    };
    await withFate(settled, async () => {
      const { status, body: found } = await system.post(body);
      expect([status, found.result.totalAmount]).toEqual([200, 1220.5]);
    });
  });
});

describe("a note", () => {
  test("a full credit has them as they were, and ignores what it asks for", async () => {
    const original = await issue();
    await setAgent(null);
    const { status, body } = await credit(original.id, { perceptions: "sircip" });
    expect([status, body.error]).toEqual([201, undefined]);
    const note = await rowOf(body.result.id);
    expect(note).toMatchObject({ totalAmount: original.totalAmount, tributes: original.tributes });
    expect(note.perceptions).toEqual(original.perceptions);
  });

  test("with original it has the lines again on its own net, at most what is left", async () => {
    const original = await issue();
    await setAgent(null);
    const part = await credit(original.id, { ...of(400), perceptions: "original" });
    expect([part.status, part.body.error]).toEqual([201, undefined]);
    expect(await rowOf(part.body.result.id)).toMatchObject({
      tributesAmount: "4.20",
      perceptions: { ...original.perceptions, lines: [{ baseAmount: "400.00" }, { subtotal: "4.00" }] },
    });
    const named = { voucherType: 1, posNumber: 1, voucherNumber: original.voucherNumber };
    const byPost = await system.post(
      sale({
        voucherType: 3,
        ...of(500),
        associatedVouchers: [named],
        perceptions: "original",
        deliveryStateId: undefined,
      }),
    );
    expect([byPost.status, byPost.body.error]).toEqual([201, undefined]);
    const more = await credit(original.id, { ...of(100.01), perceptions: "original" });
    expect([more.status, more.body.details]).toEqual([400, undefined]);
    expect(more.body.error).toContain("1.00 PES of 1.00 % on 100.00");
    expect((await credit(original.id, { ...of(100), perceptions: "original" })).status).toBe(201);
  });

  test("without it, a credit of items has the tributes that it gives", async () => {
    const original = await issue();
    const { body } = await credit(original.id, of(100));
    expect(await rowOf(body.result.id)).toMatchObject({ tributes: null, perceptions: null });
  });

  test("of two that take the same lines at once, one is issued", async () => {
    const original = await issue();
    const both = await Promise.all([1, 2].map(() => credit(original.id, { ...of(600), perceptions: "original" })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test("a debit note is delivered where the voucher was, unless it says otherwise", async () => {
    const original = await issue({ deliveryStateId: 3 });
    const { status, body } = await credit(original.id, { ...of(200), perceptions: "sircip" }, "debit");
    expect([status, body.error]).toEqual([201, undefined]);
    expect((await rowOf(body.result.id)).perceptions).toMatchObject({
      deliveryStateId: 3,
      lines: [{ subtotal: "0.10" }],
    });
    const other = await credit(original.id, { ...of(200), perceptions: "sircip", deliveryStateId: 2 }, "debit");
    expect((await rowOf(other.body.result.id)).perceptions).toMatchObject({ deliveryStateId: 2 });
  });

  test("is refused at perceptions where the voucher has none, with sircip, and with a period", async () => {
    const { body } = await system.post(sale({ perceptions: undefined, deliveryStateId: undefined }));
    const { id } = body.result;
    const fieldsOf = ({ body: refused }: { body: { details?: { errors: { field: string }[] } } }) =>
      refused.details?.errors.map(({ field }) => field);
    expect(fieldsOf(await credit(id, { ...of(1), perceptions: "original" }))).toEqual(["perceptions"]);
    expect(fieldsOf(await credit(id, { ...of(1), perceptions: "sircip" }))).toEqual(["perceptions"]);
    const byPeriod = { voucherType: 3, associatedPeriod: { from: today(), to: today() } };
    expect(await refusal({ ...byPeriod, perceptions: "original" })).toEqual(["perceptions"]);
  });
});

describe("a batch", () => {
  const recorded = async (invoices: object[]) => system.postTo("/batches", { invoices });

  test("computes those of each element when it is recorded", async () => {
    const { status, body } = await recorded([
      sale({ idempotency: "batch-1" }),
      sale({ idempotency: "batch-2", perceptions: undefined }),
    ]);
    expect([status, body.error]).toEqual([202, undefined]);
    const rows = await system.db.$queryRaw<{ body: { computedPerceptions?: object }; total: string }[]>`
      SELECT body, amounts ->> 'total' AS total FROM issuance WHERE idempotency IN ('batch-1', 'batch-2') ORDER BY idempotency`;
    expect(rows.map(({ total }) => total)).toEqual(["1220.50", "1210.00"]);
    expect(rows[0]?.body.computedPerceptions).toMatchObject({ lines: [{ record: 1 }, { record: 5 }] });
  });

  test("is refused whole, with the place of each element", async () => {
    await setAgent(null);
    const { status, body } = await recorded([
      sale({ idempotency: "batch-3", perceptions: undefined }),
      sale({ idempotency: "batch-4" }),
    ]);
    expect([status, body.details.errors]).toMatchObject([400, [{ field: "invoices.1.perceptions" }]]);
  });

  test("its notes take no more together than what is left of the original", async () => {
    const original = await issue();
    const note = (idempotency: string) =>
      sale({
        ...{ idempotency, voucherType: 3, perceptions: "original", deliveryStateId: undefined },
        ...of(600),
        associatedVouchers: [{ voucherType: 1, posNumber: 1, voucherNumber: original.voucherNumber }],
      });
    const { status, body } = await recorded([note("batch-5"), note("batch-6")]);
    expect([status, body.error]).toEqual([400, expect.stringContaining("more than what is left")]);
    expect((await recorded([note("batch-7")])).status).toBe(202);
  });
});
