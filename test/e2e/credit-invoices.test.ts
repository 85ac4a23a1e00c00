import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitFor } from "../sandbox/wait-for.js";
import { quickCommandLine } from "../support/processes/command-line.js";
import { type System, startSystem } from "../support/processes/system.js";
import { csvOf } from "../support/samples/batch-csv.js";
import { creditInvoice, fce, largeCustomer } from "../support/samples/fce.js";
import { invoiceB, today } from "../support/samples/invoice.js";
import { startWebhookReceiver, type WebhookReceiver } from "../support/servers/webhook-receiver.js";

const cuit = "30712345671";
let system: System;
let receiver: WebhookReceiver;
let mono: { key: string; company: string };
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  system = await startSystem({ processes: ["api", "issuer", "mailer"], env: { ISSUE_BATCH_MAX: "10" } });
  mono = { key: system.keys.mono.keys.test, company: "mono" };
});
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
});

interface Row {
  id: number;
  posNumber: number;
  voucherType: number;
  voucherNumber: number;
  voucherDate: string;
  totalAmount: string;
  creditedAmount: string;
  debitedAmount: string;
  serviceExpiration: string | null;
  fce: object | null;
  associatedVouchers: object[];
  notes: { id: number }[];
  source: string;
  cae: string;
}
interface Options {
  key?: string;
  company?: string;
}
const post = (path: string, body: object, options: Options = {}) =>
  system.request<Row>(path, { method: "POST", body, ...options });
const rowOf = async (id: number, options: Options = {}) =>
  (await system.request<Row>(`/invoices/${id}`, options)).body.result;
async function issued(path: string, body: object, options: Options = {}): Promise<Row> {
  const answer = await post(path, body, options);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return rowOf(answer.body.result.id, options);
}
const issue = (body: object, options: Options = {}) => issued("/invoices", body, options);
let keys = 0;
const credit = (id: number, body: object = {}, options: Options = {}) =>
  post(`/invoices/${id}/credit-notes`, { idempotency: `fce-credit-${++keys}`, ...body }, options);
const credited = (id: number, body: object = {}, options: Options = {}) =>
  issued(`/invoices/${id}/credit-notes`, { idempotency: `fce-credit-${++keys}`, ...body }, options);
const setFce = (options: Options = {}) =>
  system.request("/fiscal-data", { method: "PATCH", body: { fce }, ...options });
const of = (price: number) => ({ items: [{ description: "Harina", quantity: 1, price, taxType: 5 }] });
const sizesOf = async (pos: number, type: number) =>
  (await system.authority.requests({ operation: "FECAESolicitar", pos, type })).map(({ numbers }) => numbers.length);
const named = ({ voucherType, posNumber, voucherNumber }: Row) => ({ voucherType, posNumber, voucherNumber });
const granted = async ({ voucherType, posNumber, voucherNumber }: Row, of = cuit) =>
  (await system.authority.ledger({ cuit: of })).find(
    ({ type, pos, number }) => type === voucherType && pos === posNumber && number === voucherNumber,
  )?.declared;
const reject = ({ voucherType: type, posNumber: pos, voucherNumber: number }: Row) =>
  system.authority.decideFce({ cuit, pos, type, number, state: "Rechazada" });
const refusal = (code: number, helps: RegExp) => [
  422,
  {
    ok: false,
    code: "TAXAUTH_ERROR",
    error: expect.stringMatching(new RegExp(`^\\(${code}\\) .*${helps.source}`)),
    details: [{ code, msg: expect.any(String) }],
  },
];

test("[F1] without fce these types are a 400, and once the company has it they are issued and declared", async () => {
  const refused = await post("/invoices", creditInvoice());
  expect([refused.status, refused.body.details]).toMatchObject([400, { errors: [{ field: "voucherType" }] }]);
  expect(await system.authority.calls("FECAESolicitar")).toBe(0);
  expect((await setFce()).status).toBe(200);
  expect((await setFce(mono)).status).toBe(200);
  const body = { url: receiver.url, events: ["invoice.issued"] };
  expect((await post("/webhooks", body)).status).toBe(201);

  const a = await issue(creditInvoice());
  expect(await granted(a)).toMatchObject({
    FchVtoPago: today(),
    DocNro: 30_500_010_912,
    Opcionales: [
      { Id: "2101", Valor: fce.cbu },
      { Id: "2102", Valor: fce.alias },
      { Id: "27", Valor: "SCA" },
    ],
  });
  const exempt = { ...largeCustomer, docNumber: "30558515305", taxType: 4 };
  const b = await issue(creditInvoice({ voucherType: 206, customer: exempt, fce: { transfer: "ADC" } }));
  expect((await granted(b))?.Opcionales).toContainEqual({ Id: "27", Valor: "ADC" });
  const service = { concept: 2, serviceFrom: today(), serviceTo: today() };
  const c = await issue(creditInvoice({ ...service, voucherType: 211 }), mono);
  expect(await granted(c, "20111111112")).toMatchObject({ Concepto: 2, FchVtoPago: today(), FchServDesde: today() });

  await waitFor(async () => receiver.received.some(({ payload }) => payload.data.id === a.id), {
    message: "invoice.issued",
  });
  expect(receiver.received.find(({ payload }) => payload.data.id === a.id)?.payload.data).toMatchObject({
    voucherType: 201,
    totalAmount: "6050000.00",
  });
});

test("[F5] an invoice is credited in part; the whole only after the buyer's rejection, which the refusals explain", async () => {
  const invoice = await issue(creditInvoice(of(1_000)));
  const debit = await issue(
    creditInvoice({ voucherType: 202, serviceExpiration: undefined, associatedVouchers: [named(invoice)], ...of(100) }),
  );
  expect(await granted(debit)).not.toHaveProperty("FchVtoPago");
  expect(await granted(debit)).toMatchObject({
    CbtesAsoc: [{ Tipo: 201, PtoVta: 1, Nro: invoice.voucherNumber, Cuit: cuit, CbteFch: invoice.voucherDate }],
    Opcionales: [{ Id: "22", Valor: "N" }],
  });
  const ofDebit = await credited(debit.id);
  expect(await granted(ofDebit)).toMatchObject({
    ImpTotal: "100",
    CbtesAsoc: [{ Tipo: 201, Nro: invoice.voucherNumber }],
  });
  const part = await credited(invoice.id, of(100));
  expect(await rowOf(debit.id)).toMatchObject({ creditedAmount: "100.00", notes: [{ id: ofDebit.id }] });
  const notes = (await rowOf(invoice.id)).notes.map(({ id }) => id);
  expect(notes.sort()).toEqual([debit.id, ofDebit.id, part.id].sort());
  expect((await credit(debit.id)).status).toBe(400);

  const rest = of(900);
  const whole = await credit(invoice.id, rest);
  expect([whole.status, whole.body]).toEqual(refusal(10184, /fce\.cancellation true/));
  const early = await credit(invoice.id, { ...rest, fce: { cancellation: true } });
  expect([early.status, early.body]).toEqual(refusal(10154, /once the buyer has rejected/));
  await reject(invoice);
  const late = await credit(invoice.id, rest);
  expect([late.status, late.body]).toMatchObject([422, { error: expect.stringMatching(/^\(10154\)/) }]);
  const cancelled = await credited(invoice.id, { ...rest, fce: { cancellation: true } });
  expect(await granted(cancelled)).toMatchObject({ ImpTotal: "900", Opcionales: [{ Id: "22", Valor: "S" }] });
  expect(await rowOf(invoice.id)).toMatchObject({ creditedAmount: "1100.00", debitedAmount: "100.00" });
});

test("[F5] what the buyer rejected is cancelled whole, invoice or debit note", async () => {
  const invoice = await issue(creditInvoice(of(2_000)));
  await reject(invoice);
  const note = await credited(invoice.id, { fce: { cancellation: true } });
  expect(await granted(note)).toMatchObject({ ImpTotal: "2000", Opcionales: [{ Id: "22", Valor: "S" }] });

  const other = await issue(creditInvoice(of(3_000)));
  const debit = await issue(
    creditInvoice({ voucherType: 202, serviceExpiration: undefined, associatedVouchers: [named(other)], ...of(50) }),
  );
  await reject(debit);
  const ofDebit = await credited(debit.id, { fce: { cancellation: true } });
  expect(await granted(ofDebit)).toMatchObject({ CbtesAsoc: [{ Tipo: 202, Nro: debit.voucherNumber, Cuit: cuit }] });
});

describe("an answer that is lost", () => {
  test.each([201, 203])("[F2] is recovered for type %i, with its optional fields compared", async (voucherType) => {
    const invoice = voucherType === 203 ? await issue(creditInvoice(of(500))) : undefined;
    const body = creditInvoice({
      voucherType,
      ...(invoice && { serviceExpiration: undefined, associatedVouchers: [named(invoice)], ...of(10) }),
    });
    await system.authority.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", type: voucherType });
    const calls = await system.authority.calls("FECAESolicitar");
    const answer = await waitFor(
      async () => {
        const answer = await post("/invoices", body);
        return answer.body.ok && answer;
      },
      { message: "the voucher" },
    );
    expect(await system.authority.calls("FECAESolicitar")).toBe(calls + 1);
    const row = await rowOf(answer.body.result.id);
    expect(row.fce).toEqual(voucherType === 201 ? fce : { cancellation: false });
    expect((await granted(row))?.Opcionales).toHaveLength(voucherType === 201 ? 3 : 1);
  });
});

interface Batch {
  id: number;
  state: string;
  issued: number;
  failed: number;
}

test("[F6] credit invoices go one in a call, of callers and of batches as JSON and CSV", async () => {
  system.freeze("issuer");
  const alone = Array.from({ length: 4 }, () => post("/invoices", creditInvoice({ posNumber: 2 })));
  const together = Array.from({ length: 4 }, () => post("/invoices", invoiceB({ posNumber: 2 })));
  await waitFor(
    async () => (await system.sql("SELECT 1 FROM issuance WHERE state = 'queued' AND pos_number = 2")).length === 8,
    { message: "eight in line" },
  );
  system.thaw("issuer");
  for (const answer of await Promise.all([...alone, ...together])) expect(answer.status).toBe(201);
  expect(await sizesOf(2, 201)).toEqual([1, 1, 1, 1]);
  expect(Math.max(...(await sizesOf(2, 6)))).toBeGreaterThan(1);

  const finish = (id: number) =>
    waitFor(
      async () => {
        const { result } = (await system.request<Batch>(`/batches/${id}`)).body;
        return result.state === "done" && result;
      },
      { message: "the batch" },
    );
  const invoices = Array.from({ length: 5 }, () => creditInvoice({ posNumber: 3 }));
  const sent = await system.request<Batch>("/batches", { method: "POST", body: { invoices } });
  expect(await finish(sent.body.result.id)).toMatchObject({ issued: 5, failed: 0 });
  const [first] = (await system.request<Row[]>("/invoices?pos=3&type=201&ordering=number")).body.result;
  const ofFile = [
    creditInvoice({ posNumber: 3, fce: { cbu: fce.cbu, alias: "otro.alias", transfer: "ADC" } }),
    creditInvoice({
      posNumber: 3,
      voucherType: 203,
      serviceExpiration: undefined,
      associatedVouchers: [named(first as Row)],
      ...of(10),
    }),
    // It has no rejection: the authority refuses it, and the batch says what helps.
    creditInvoice({
      posNumber: 3,
      voucherType: 203,
      serviceExpiration: undefined,
      associatedVouchers: [named(first as Row)],
      fce: { cancellation: true },
      ...of(10),
    }),
  ];
  const answer = await fetch(`${system.url}/batches`, {
    method: "POST",
    headers: { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "text/csv" },
    body: csvOf(ofFile, { delimiter: ";", lineEnd: "\r\n" }),
  });
  const { result } = (await answer.json()) as { result: Batch };
  expect([answer.status, await finish(result.id)]).toMatchObject([202, { issued: 2, failed: 1 }]);
  const results = await system.request<{ id: number; error: string | null }[]>(`/batches/${result.id}/results`);
  const [own, note, failed] = results.body.result;
  expect((await rowOf(own?.id as number)).fce).toEqual({ cbu: fce.cbu, alias: "otro.alias", transfer: "ADC" });
  expect((await rowOf(note?.id as number)).associatedVouchers).toEqual([
    { ...named(first as Row), cuit, date: first?.voucherDate },
  ]);
  expect(failed?.error).toMatch(/^\(10154\) .*once the buyer has rejected/);
  expect(new Set([...(await sizesOf(3, 201)), ...(await sizesOf(3, 203))])).toEqual(new Set([1]));
});

test("the preview foresees what the authority would refuse, and issues nothing", async () => {
  const body = creditInvoice({ customer: { ...largeCustomer, docType: 96 }, voucherDate: today() });
  const { result } = (await system.request<{ problems: object[] }>("/invoices/preview", { method: "POST", body })).body;
  expect(result.problems).toMatchObject([{ field: "customer.docType", code: 10015 }]);
});

test("reconciliation finds no difference in credit invoices and notes, and imports another system's", async () => {
  const { host, port } = system.redis.options;
  const run = quickCommandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
  const reconcile = async (...options: string[]) =>
    (await run("reconcile", "--company", "demo", "--env", "homologation", ...options, "--json")).json;
  interface Compared {
    pos: number;
    type: number;
    ours: number;
    numbering: string;
    differs: boolean;
  }
  const { sequences } = (await reconcile()) as { sequences: Compared[] };
  const used = sequences.filter(({ type, ours }) => type > 200 && ours > 0);
  expect(used.map(({ pos, type }) => `${pos}-${type}`)).toEqual(
    expect.arrayContaining(["1-201", "1-202", "1-203", "1-206", "2-201", "3-201", "3-203"]),
  );
  for (const one of used) expect(one).toMatchObject({ numbering: "equal", differs: false });

  await system.authority.issueForeign({
    cuit,
    pos: 2,
    type: 206,
    fields: {
      Concepto: 1,
      DocTipo: 80,
      DocNro: 30_500_010_912,
      ImpTotal: "121",
      ImpNeto: "100",
      ImpIVA: "21",
      FchVtoPago: "20301231",
      CondicionIVAReceptorId: 4,
      Iva: [{ Id: 5, BaseImp: "100", Importe: "21" }],
      Opcionales: [
        { Id: "2101", Valor: fce.cbu },
        { Id: "27", Valor: "ADC" },
      ],
    },
  });
  await reconcile("--pos", "2", "--type", "206", "--import");
  const [imported] = (await system.request<Row[]>("/invoices?pos=2&type=206")).body.result;
  expect(imported).toMatchObject({
    source: "rcel",
    serviceExpiration: "20301231",
    fce: { cbu: fce.cbu, alias: null, transfer: "ADC" },
  });
  const { sequences: again } = (await reconcile("--pos", "2", "--type", "206")) as { sequences: Compared[] };
  expect(again).toMatchObject([{ authority: 1, equal: 1, different: [], missing: [], foreign: [], differs: false }]);
});
