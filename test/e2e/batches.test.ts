import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { type System, startSystem } from "../support/processes/system.js";
import { csvOf } from "../support/samples/batch-csv.js";
import { invoiceB } from "../support/samples/invoice.js";
import { startWebhookReceiver, type WebhookReceiver } from "../support/servers/webhook-receiver.js";

let system: System;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  system = await startSystem({ processes: ["api", "api-2", "issuer", "mailer"] });
  const body = { url: receiver.url, events: ["batch.finished"] };
  expect((await system.request("/webhooks", { method: "POST", body })).status).toBe(201);
});
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
});

interface Batch {
  id: number;
  state: string;
  total: number;
  pending: number;
  issued: number;
  failed: number;
}
interface Result {
  index: number;
  idempotency: string;
  state: string;
  id: number;
  voucherNumber: number;
  cae: string;
  totalAmount: string;
  code: string | null;
  error: string | null;
}

const several = (count: number, over: Record<string, unknown>) => Array.from({ length: count }, () => invoiceB(over));
const send = (invoices: object[]) => system.request<Batch>("/batches", { method: "POST", body: { invoices } });
const look = async (id: number) => (await system.request<Batch>(`/batches/${id}`)).body.result;
const resultsOf = async (id: number) => (await system.request<Result[]>(`/batches/${id}/results`)).body.result;
const over = (id: number) =>
  waitFor(
    async () => {
      const batch = await look(id);
      return batch.state !== "running" && batch;
    },
    { message: `batch ${id}` },
  );
const post = (body: object, via: "api" | "api-2" = "api") => system.request("/invoices", { method: "POST", body, via });

test("a file of a spreadsheet is issued, in order, and its end is told to webhooks once", async () => {
  const bodies = [
    invoiceB({
      posNumber: 2,
      customer: { docType: 99, docNumber: "0", name: 'Muñoz; "La Esquina"\nS.R.L.', taxType: 5 },
      items: [
        { description: "Té, verde", quantity: 2, price: 12.5, taxType: 5 },
        { description: "Café", quantity: 1, price: 100, taxType: 5 },
      ],
    }),
    invoiceB({ posNumber: 2, items: [{ description: "Todo", quantity: 1, price: 20_000_000, taxType: 5 }] }),
    invoiceB({ posNumber: 2 }),
  ];
  const csv = csvOf(bodies, { delimiter: ";", lineEnd: "\r\n", mark: true, trailing: 2 });
  const answer = await fetch(`${system.url}/batches?name=hoja`, {
    method: "POST",
    headers: { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "text/csv; charset=utf-8" },
    body: csv,
  });
  expect(answer.status).toBe(202);
  const { id } = ((await answer.json()) as { result: Batch }).result;
  expect(await over(id)).toMatchObject({ state: "done", total: 3, issued: 2, failed: 1, pending: 0 });
  const results = await resultsOf(id);
  expect(results).toMatchObject([
    {
      index: 0,
      idempotency: bodies[0]?.idempotency,
      state: "issued",
      totalAmount: "125.00",
      cae: expect.stringMatching(/^\d{14}$/),
    },
    { index: 1, state: "failed", id: null, code: "TAXAUTH_ERROR", error: expect.stringMatching(/^\(10015\)/) },
    { index: 2, state: "issued", totalAmount: "100.00", code: null },
  ]);
  expect(results[2]?.voucherNumber).toBe((results[0]?.voucherNumber ?? 0) + 1);
  const { body } = await system.request<{ customer: { name: string } }>(`/invoices/${results[0]?.id}`);
  expect(body.result.customer.name).toBe('Muñoz; "La Esquina"\nS.R.L.');
  // The refused one again, by itself: what POST invoices answers is what the batch told.
  expect((await post(bodies[1] as object)).body).toMatchObject({ code: results[1]?.code, error: results[1]?.error });

  const told = () => receiver.received.filter(({ payload }) => payload.data.id === id);
  await waitFor(async () => told().length > 0, { message: "batch.finished" });
  expect(told().map(({ payload }) => payload)).toMatchObject([
    {
      type: "batch.finished",
      data: { id, name: "hoja", state: "done", total: 3, issued: 2, failed: 1, production: false },
    },
  ]);
});

test("sending a batch again issues nothing twice", async () => {
  const invoices = several(3, { posNumber: 3 });
  const first = (await send(invoices)).body.result;
  await over(first.id);
  const again = (await send(invoices)).body.result;
  expect(again).toMatchObject({ state: "done", issued: 3 });
  const vouchers = async (id: number) =>
    (await resultsOf(id)).map(({ voucherNumber, cae }) => ({ voucherNumber, cae }));
  expect(await vouchers(again.id)).toEqual(await vouchers(first.id));
});

test("while many elements wait, a POST of the same sequence is answered before them, and so is one of an element's key", async () => {
  const { authority } = system;
  await authority.pushFault({ operation: "FECAESolicitar", action: "delay", ms: 400, pos: 1, times: null });
  const invoices = several(400, { posNumber: 1 });
  const batch = (await send(invoices)).body.result;
  await waitFor(async () => (await look(batch.id)).issued > 0, { message: "the first call" });

  const last = invoices.at(-1) as object;
  const [fresh, ofElement] = await Promise.all([post(invoiceB({ posNumber: 1 })), post(last, "api-2")]);
  const { pending } = await look(batch.id);
  await authority.clearFaults();
  expect([fresh.status, ofElement.status]).toEqual([201, 200]);
  // Each call takes fifty elements: nearly all of them were still to come.
  expect(pending).toBeGreaterThan(100);
  expect(ofElement.body.result).toMatchObject({ idempotencyHit: true });
  expect(await over(batch.id)).toMatchObject({ issued: 400 });
  expect((await resultsOf(batch.id)).length).toBe(200);
  const [row] = await system.sql<{ count: number }>("SELECT count(*) FROM voucher WHERE idempotency = $1", [
    (last as { idempotency: string }).idempotency,
  ]);
  expect(row?.count).toBe(1);
});

test("a caller who waits for an element's key with another body has it issued once the batch is cancelled", async () => {
  system.freeze("issuer");
  const invoices = several(3, { posNumber: 2 });
  const { id } = (await send(invoices)).body.result;
  const other = { ...invoices[2], items: [{ description: "Otro", quantity: 1, price: 77, taxType: 5 }] };
  const waiting = post(other, "api-2");
  const broughtForward = async () => {
    const [row] = await system.sql(
      "SELECT 1 FROM issuance WHERE idempotency = $1 AND queue_position < 9007199254740992",
      [invoices[2]?.idempotency],
    );
    return row;
  };
  await waitFor(broughtForward, { message: "the element to be brought forward" });
  const cancelled = await system.request<Batch>(`/batches/${id}/cancel`, { method: "POST" });
  expect(cancelled.body.result).toMatchObject({ state: "cancelled", failed: 3, pending: 0 });
  await waitFor(
    async () => {
      const [row] = await system.sql("SELECT 1 FROM issuance WHERE idempotency = $1 AND state = 'queued'", [
        invoices[2]?.idempotency,
      ]);
      return row;
    },
    { message: "the caller's own attempt" },
  );
  system.thaw("issuer");
  expect(await waiting).toMatchObject({
    status: 201,
    body: { result: { totalAmount: 77, idempotencyHit: false } },
  });
  // An element is its key: it counts as issued now.
  expect(await look(id)).toMatchObject({ state: "cancelled", issued: 1, failed: 2 });
  expect((await resultsOf(id)).map(({ code }) => code)).toEqual(["CANCELLED", "CANCELLED", null]);
});

test("elements that wait are counted apart from callers who wait", async () => {
  system.freeze("issuer");
  const { id } = (await send(several(5, { posNumber: 3 }))).body.result;
  const metric = async (name: string) => {
    const text = await (await fetch(`${system.originOf("api")}/metrics`)).text();
    return Number(new RegExp(`^talonario_${name} (.*)$`, "m").exec(text)?.[1]);
  };
  await waitFor(async () => (await metric("waiting_elements")) === 5, { message: "the gauge" });
  expect([await metric("waiting_issuances"), await metric("oldest_waiting_seconds")]).toEqual([0, 0]);
  system.thaw("issuer");
  expect(await over(id)).toMatchObject({ issued: 5 });
});
