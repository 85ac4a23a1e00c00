import { beforeEach, expect, test } from "vitest";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { addSubstitute, beginContingency, movedFate } from "../../support/samples/contingencies.js";
import { invoiceB } from "../../support/samples/invoice.js";

// Source: api/README.md, "Sale condition".

const api = await openForFile(openIssuingApp);
const { id: companyId } = await api.db.company.findFirstOrThrow({ where: { code: "demo" } });
const demo: Tenant = { companyId, production: false };
beforeEach(() => {
  api.fate = approvedFate;
});

let lastPos = 50;
/** The number of a new point of sale. */
async function addPos(saleCondition: string | null): Promise<number> {
  const number = ++lastPos;
  const { status } = await api.postTo("/points-of-sale", { number, saleCondition });
  expect(status).toBe(201);
  return number;
}

const setDefault = (number: number, saleCondition: string | null) =>
  api.db.pointOfSale.updateMany({ where: { ...demo, number }, data: { saleCondition } });

async function issue(over: Record<string, unknown>): Promise<number> {
  const { status, body } = await api.post(invoiceB(over));
  expect([status, body.error]).toEqual([201, undefined]);
  return body.result.id;
}

const conditionOf = async (id: number) => (await api.get(`/invoices/${id}`)).body.result.saleCondition;

test("a voucher has its own sale condition, or else its point of sale's, or none", async () => {
  const posNumber = await addPos("Contado");
  expect(await conditionOf(await issue({ posNumber, saleCondition: "Cuenta corriente" }))).toBe("Cuenta corriente");
  expect(await conditionOf(await issue({ posNumber }))).toBe("Contado");
  expect(await conditionOf(await issue({ posNumber, saleCondition: null }))).toBe("Contado");
  expect(await conditionOf(await issue({ posNumber: await addPos(null) }))).toBeNull();
});

test("the point of sale's is that of the moment of issuing, and a replay answers the voucher as it is", async () => {
  const posNumber = await addPos("Contado");
  const body = invoiceB({ posNumber });
  const issued = await api.post(body);
  // Past every cache: as if another process had changed it.
  await setDefault(posNumber, "Cheque");
  expect(await conditionOf(issued.body.result.id)).toBe("Contado");
  const replay = await api.post(body);
  expect([replay.status, replay.body.result]).toEqual([200, { ...issued.body.result, idempotencyHit: true }]);
  expect(await conditionOf(await issue({ posNumber }))).toBe("Cheque");
});

test("the same body, sent again after a refusal, gets the point of sale's of then", async () => {
  api.fate = refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons: [{ code: 10_015, msg: "x" }] });
  const posNumber = await addPos("Contado");
  const body = invoiceB({ posNumber });
  expect((await api.post(body)).status).toBe(422);
  const { bodyHash, revision } = await api.db.issuance.findFirstOrThrow({ where: { idempotency: body.idempotency } });
  await setDefault(posNumber, "Cheque");
  api.fate = approvedFate;
  const { status, body: answer } = await api.post(body);
  expect(status).toBe(201);
  expect(await conditionOf(answer.result.id)).toBe("Cheque");
  const after = await api.db.issuance.findFirstOrThrow({ where: { idempotency: body.idempotency } });
  expect([Buffer.from(after.bodyHash), after.revision]).toEqual([Buffer.from(bodyHash), revision + 1]);
});

test("another company's point of sale of the same number, and the other environment's, give nothing", async () => {
  const posNumber = await addPos(null);
  const { id: companyId } = await api.db.company.findFirstOrThrow({ where: { code: "mono" } });
  for (const tenant of [
    { companyId, production: false },
    { ...demo, production: true },
  ])
    await api.db.pointOfSale.create({ data: { ...tenant, number: posNumber, saleCondition: "of another" } });
  expect(await conditionOf(await issue({ posNumber }))).toBeNull();
});

test("a credit note has that which is given, or the point of sale's, and never the original's", async () => {
  const posNumber = await addPos("Contado");
  const original = await issue({ posNumber, saleCondition: "Cuenta corriente" });
  const credit = async (body: Record<string, unknown>) => {
    const items = [{ description: "Yerba", quantity: 1, price: 10, taxType: 5 }];
    const { idempotency } = invoiceB();
    const answer = await api.postTo(`/invoices/${original}/credit-notes`, { idempotency, items, ...body });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    return conditionOf(answer.body.result.id);
  };
  expect(await credit({ saleCondition: "A cuenta" })).toBe("A cuenta");
  expect(await credit({})).toBe("Contado");
  await setDefault(posNumber, null);
  expect(await credit({})).toBeNull();
});

test("elements of a batch, as JSON and as CSV, have theirs, or else the point of sale's", async () => {
  const posNumber = await addPos("Contado");
  const bodies = [invoiceB({ posNumber, saleCondition: "Cheque" }), invoiceB({ posNumber })];
  expect((await api.postTo("/batches", { invoices: bodies })).status).toBe(202);
  const sent = invoiceB({ posNumber });
  const header =
    "idempotency,posNumber,voucherType,concept,voucherDate,saleCondition,customer.docType,customer.docNumber";
  const csv = [
    `${header},customer.name,customer.taxType,items.description,items.quantity,items.price,items.taxType`,
    `${sent.idempotency},${posNumber},6,1,${sent.voucherDate}," Tarjeta ",99,0,Consumidor Final,5,Yerba,1,10,5`,
  ].join("\n");
  const answer = await api.app.request("/api/demo/batches", {
    method: "POST",
    headers: { authorization: `Bearer ${api.keys.keys.test}`, "content-type": "text/csv" },
    body: csv,
  });
  expect([answer.status, await answer.text()]).toEqual([202, expect.not.stringContaining("warnings")]);
  const rows = await api.db.issuance.findMany({ where: { ...demo, posNumber }, orderBy: { id: "asc" } });
  const conditions = new Map(rows.map(({ idempotency, body }) => [idempotency, body]));
  expect([...bodies, sent].map(({ idempotency }) => conditions.get(idempotency))).toMatchObject([
    { saleCondition: "Cheque" },
    { saleCondition: "Contado" },
    { saleCondition: "Tarjeta" },
  ]);
});

test("in a contingency it is that of the point of sale that was asked for", async () => {
  const [posNumber, substitute] = [await addPos("Contado"), 90];
  await addSubstitute(api.db, demo, { posNumber, substitute, types: [6] });
  await setDefault(substitute, "Cheque");
  await beginContingency(api.db, demo);
  api.fate = movedFate;
  const { body } = await api.post(invoiceB({ posNumber }));
  expect(body.result).toMatchObject({ posNumber: substitute, authorization: "CAEA" });
  expect(await conditionOf(body.result.id)).toBe("Contado");
});

test.each([
  ["x".repeat(41), /at most 40/],
  ["  ", /must not be empty/],
  [7, /text/],
])("the sale condition %j is refused by issuing, preview and point of sale", async (saleCondition, message) => {
  for (const [path, body] of [
    ["/invoices", invoiceB({ saleCondition })],
    ["/invoices/preview", invoiceB({ saleCondition })],
    ["/points-of-sale", { number: 99, saleCondition }],
  ] as const) {
    const answer = await api.postTo(path, body);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(answer.body.details.errors).toEqual([{ field: "saleCondition", message: expect.stringMatching(message) }]);
  }
});
