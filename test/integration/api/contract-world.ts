import { randomUUID } from "node:crypto";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { fortnightOf } from "../../../shared/domain/fortnight.js";
import { waitFor } from "../../sandbox/wait-for.js";
import type { RealAnswer } from "../../support/contract/answer-checker.js";
import type { Operation } from "../../support/contract/served-document.js";
import type { ProcessName } from "../../support/processes/service-processes.js";
import { type System, shortTurnWaits, startSystem } from "../../support/processes/system.js";
import { creditInvoice, fce } from "../../support/samples/fce.js";
import { pngImage } from "../../support/samples/images.js";
import { invoiceB, today } from "../../support/samples/invoice.js";
import { padronLine } from "../../support/samples/sircip.js";
import { loadLines } from "../../support/servers/load-lines.js";
import { startWebhookReceiver } from "../../support/servers/webhook-receiver.js";

/** A request of an operation. */
export interface Request {
  /** What stands in the path for its parameters; one for all of them, or each its own. */
  value?: number | string | number[];
  /** Bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
  /** By default a parameter that nobody knows: so an answer that can carry `warnings` does. */
  query?: string;
  headers?: Record<string, string>;
  /** Null sends none. */
  key?: string | null;
  company?: string;
  method?: string;
  via?: ProcessName;
}

/** The whole service, asked by who prefers Spanish to English, and what each operation of its demo company can be called with. */
export interface ContractWorld extends AsyncDisposable {
  system: System;
  call(operation: Operation, request: Request): Promise<RealAnswer>;
  /** The request with which the operation succeeds. @throws Error that says what to add, when it is not known */
  succeeding(operation: Operation): Request;
  /** A key that no process has seen yet. */
  unseenKey: string;
  /** A voucher of which no PDF will be made, and one with a PDF. */
  voucherWithoutPdf: number;
  voucher: number;
  /** One with notes, one of another point of sale, and one of the company whose subscription is over: all can be credited. */
  creditable: number;
  otherCreditable: number;
  creditableOfMono: number;
  noteOfPeriod: number;
  creditInvoice: number;
  noteOfCreditInvoice: number;
  /** Its report was refused. */
  underCaea: number;
  bodyUnderCaea: ReturnType<typeof invoiceB>;
  /** What makes an invoice a credit note with every kind of field, on which the authority remarks. */
  observedNote: Record<string, unknown>;
  /** Of the company whose subscription is over. */
  expiredKey: string;
}

const month = today().slice(0, 6);

/** Sale of an agent of SIRCIP to who is in the padrón. */
const perceivedSale = {
  customer: { docType: 80, docNumber: "30710151543", name: "Librería del Sur S.R.L.", taxType: 4, stateId: 2 },
  perceptions: "sircip",
};

async function loadSircip(databaseUrl: string): Promise<void> {
  const { docNumber: cuit } = perceivedSale.customer;
  await loadLines(databaseUrl, [padronLine({ period: month, cuit })]);
}

/** No limit that a test reaches, but one that answers tell of. */
const manyRequests = "1000000";

/**
 * Three processes of the API: one with usual limits, `api-2` with one request a minute, and `api-3` with hardly any time for a request.
 * The company `mono` has no subscription any more.
 */
export async function openContractWorld(): Promise<ContractWorld> {
  const receiver = await startWebhookReceiver();
  const system = await startSystem({
    processes: ["api", "api-2", "api-3", "issuer", "renderer", "mailer"],
    proxied: true,
    env: { TRUST_PROXY: "1", TAXAUTH_TIMEOUT_MS: "3000", ...shortTurnWaits() },
    processEnv: {
      api: { RATE_LIMIT_PER_MINUTE: manyRequests, REGISTRY_LOOKUPS_PER_MINUTE: "8" },
      "api-2": { RATE_LIMIT_PER_MINUTE: "1" },
      "api-3": { REQUEST_TIMEOUT_MS: "1" },
    },
  });
  await system.sql(
    `UPDATE subscription SET until = '2020-01-01' WHERE company_id = (SELECT id FROM company WHERE code = 'mono')`,
  );
  await system.sql(`
    WITH p AS (INSERT INTO plan (name, monthly_vouchers, code, title, price, months)
      VALUES ('monthly-of-the-contract', 1000, 'monthly', 'Monthly', 12000.50, 1) RETURNING id),
    s AS (UPDATE subscription s SET paid_plan_id = p.id FROM p, company c WHERE c.id = s.company_id AND c.code = 'demo')
    INSERT INTO payment (company_id, kind, plan_id, months, amount, currency, reference, state, settled_at, bill_state, voucher_id, voucher_pos,
      voucher_type, voucher_number)
    SELECT c.id, 'renewal', p.id, 1, 12000.50, 'ARS', 'a transfer', 'approved', now(), 'issued', 1, 1, 1, 7 FROM p, company c
    WHERE c.code = 'demo'`);

  let calls = 0;
  const call: ContractWorld["call"] = async (operation, request) => {
    const { value = "", body, query = "nobody-knows=this", headers, company = "demo", via = "api" } = request;
    const { key = system.keys.keys.test, method = operation.method } = request;
    calls += 1;
    const isBytes = body instanceof Uint8Array;
    const values = Array.isArray(value) ? [...value] : [];
    const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? `${value}`));
    const response = await fetch(`${system.originOf(via)}/api/${company}${path}?${query}`, {
      method,
      headers: {
        // On a busy machine, the API may close a kept connection at the moment when it is used again.
        connection: "close",
        // Each from another address: a test of refusals would use up what one address may fail.
        "x-forwarded-for": `10.0.${calls >> 8}.${calls & 255}`,
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": isBytes ? "image/png" : "application/json" }),
        "accept-language": "fr, es-AR;q=0.9, en;q=0.8",
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(Buffer.from(bytes).toString()) : bytes,
    };
  };

  const make = async <Result>(method: string, path: string, body: unknown): Promise<Result> => {
    const answer = await call({ operation: path, method, path }, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { result: Result }).result;
  };
  const issue = async (over: object) => (await make<{ id: number }>("POST", "/invoices", invoiceB(over as never))).id;

  await system.authority.set({ findings: [{ code: 10_217, msg: "Observación", observation: true, type: 8 }] });
  await issue({});
  await make("PATCH", "/fiscal-data", { fce, activityCode: "620100", sircip: { from: "20260101" } });
  await loadSircip(system.databaseUrl);
  await system.sql("INSERT INTO sircip_province (state_id, starts) VALUES (2, '2026-01-01')");
  const ofFce = await issue(creditInvoice());
  const items = [{ description: "Harina", quantity: 1, price: 10, taxType: 5 }];
  const { id: noteOfFce } = await make<{ id: number }>("POST", `/invoices/${ofFce}/credit-notes`, {
    idempotency: "credit-of-fce",
    items,
  });
  const observedNote = {
    voucherType: 8,
    associatedVouchers: [{ voucherType: 6, posNumber: 1, voucherNumber: 1 }],
    tributes: [{ type: 99, baseAmount: 100, aliquot: 1.5, subtotal: 1.5, description: "Percepción" }],
    emails: [{ email: "cliente@example.com" }],
    activityCode: "011111",
    saleCondition: "Cuenta corriente",
  };
  const voucher = await issue(observedNote);
  const creditable = await issue({ items: [{ description: "Mesa", quantity: 1, price: 900_000, taxType: 5 }] });
  await issue(perceivedSale);
  const noteOfPeriod = await issue({ voucherType: 8, associatedPeriod: { from: "20260101", to: "20260131" } });
  // Not by issuing: this company is to have no ticket.
  const [ofMono] = await system.sql<{ id: number }>(
    `INSERT INTO voucher SELECT (jsonb_populate_record(v, jsonb_build_object('id', 1000000, 'company_id', c.id, 'voucher_type', 11,
       'issuance_id', NULL, 'idempotency', NULL, 'api_key_id', NULL, 'has_pdf', true))).*
     FROM voucher v, company c WHERE v.id = $1 AND c.code = 'mono' RETURNING id`,
    [creditable],
  );
  // What the renderer does not hear of, it does not print: its sweep would.
  system.freeze("renderer");
  const voucherWithoutPdf = await issue({ posNumber: 2 });
  const [pos, certificate, key, unseen] = await Promise.all([
    make<{ number: number }>("POST", "/points-of-sale", {
      number: 70,
      activity: "011111",
      saleCondition: "Contado",
      additionalDataKeys: [{ key: "a", label: "A", printed: true }],
    }),
    make<{ id: number; csr: string }>("POST", "/certificates", { alias: "contract" }),
    make<{ id: number }>("POST", "/api-keys", { name: "spare" }),
    make<{ secret: string }>("POST", "/api-keys", { name: "unseen" }),
  ]);
  const pem = await system.authority.certificate(certificate.csr);
  const newWebhook = { url: receiver.url, events: ["invoice.imported"] };
  const [webhook, spareWebhook] = await Promise.all([
    make<{ id: number }>("POST", "/webhooks", newWebhook),
    make<{ id: number }>("POST", "/webhooks", newWebhook),
  ]);
  const { deliveryId } = await make<{ deliveryId: number }>("POST", `/webhooks/${webhook.id}/test`, undefined);
  await waitFor(
    async () => {
      const [delivery] = await system.sql("SELECT 1 FROM webhook_delivery WHERE state = 'delivered'");
      return delivery;
    },
    { message: "the ping" },
  );

  const batch = await make<{ id: number }>("POST", "/batches", {
    invoices: [invoiceB(), invoiceB({ items: [{ description: "Té", quantity: 1, price: 20_000_000, taxType: 5 }] })],
  });
  await waitFor(
    async () => {
      const [over] = await system.sql("SELECT 1 FROM batch WHERE id = $1 AND finished_at IS NOT NULL", [batch.id]);
      return over;
    },
    { message: "the batch" },
  );

  const bodyUnderCaea = invoiceB({ posNumber: 73 });
  const underCaea = await issueUnderCaea(system, make, bodyUnderCaea);

  const requests: Record<string, () => Request> = {
    "POST /invoices": () => ({ body: invoiceB() }),
    "GET /invoices": () => ({}),
    "POST /invoices/preview": () => ({ body: invoiceB(perceivedSale) }),
    "GET /invoices/{id}": () => ({ value: voucher }),
    "POST /invoices/{id}/credit-notes": () => ({
      value: creditable,
      body: {
        idempotency: `credit-${randomUUID()}`,
        items: [{ description: "Mesa", quantity: 1, price: 10, taxType: 5 }],
      },
    }),
    "POST /invoices/{id}/debit-notes": () => ({
      value: creditable,
      body: {
        idempotency: `debit-${randomUUID()}`,
        items: [{ description: "Intereses", quantity: 1, price: 10, taxType: 5 }],
      },
    }),
    "POST /invoices/{id}/report": () => ({ value: underCaea }),
    "GET /contingency": () => ({}),
    "POST /contingency": () => ({ body: { active: false } }),
    "GET /invoices/{id}/pdf": () => ({ value: voucher }),
    "POST /invoices/{id}/pdf": () => ({ value: voucher }),
    "POST /invoices/{id}/emails": () => ({ value: voucher, body: { emails: [{ email: "otra@example.com" }] } }),
    "GET /points-of-sale": () => ({}),
    "POST /points-of-sale": () => ({ body: { number: 71 } }),
    "GET /points-of-sale/{number}": () => ({ value: pos.number }),
    "PATCH /points-of-sale/{number}": () => ({ value: pos.number, body: { name: "Otro" } }),
    "PUT /points-of-sale/{number}/logo": () => ({ value: pos.number, body: pngImage(2, 2) }),
    "DELETE /points-of-sale/{number}/logo": () => ({ value: pos.number }),
    "GET /fiscal-data": () => ({}),
    "PATCH /fiscal-data": () => ({ body: { address: "Belgrano 1", fce } }),
    "GET /certificates": () => ({}),
    "POST /certificates": () => ({ body: { alias: "another" } }),
    "PUT /certificates/{id}": () => ({ value: certificate.id, body: { certificate: pem } }),
    "GET /quota": () => ({}),
    "GET /subscription": () => ({}),
    "GET /subscription/payments": () => ({}),
    "GET /api-keys/test": () => ({}),
    "GET /api-keys": () => ({}),
    "POST /api-keys": () => ({ body: { name: "another" } }),
    "DELETE /api-keys/{id}": () => ({ value: key.id }),
    "GET /audit-log": () => ({}),
    "GET /webhooks": () => ({}),
    "POST /webhooks": () => ({ body: newWebhook }),
    "GET /webhooks/{id}": () => ({ value: webhook.id }),
    "PATCH /webhooks/{id}": () => ({ value: webhook.id, body: { description: "Otro" } }),
    "DELETE /webhooks/{id}": () => ({ value: spareWebhook.id }),
    "POST /webhooks/{id}/secret": () => ({ value: webhook.id }),
    "POST /webhooks/{id}/test": () => ({ value: webhook.id }),
    "GET /webhooks/{id}/deliveries": () => ({ value: webhook.id }),
    "GET /webhooks/{id}/deliveries/{deliveryId}": () => ({ value: [webhook.id, deliveryId] }),
    "POST /webhooks/{id}/deliveries/{deliveryId}/retry": () => ({ value: [webhook.id, deliveryId] }),
    "POST /batches": () => ({ body: { name: "Noviembre", invoices: [invoiceB({ posNumber: 2 })] } }),
    "GET /batches": () => ({}),
    "GET /batches/template.csv": () => ({}),
    "GET /reports/vouchers.csv": () => ({}),
    "GET /batches/{id}": () => ({ value: batch.id }),
    "GET /batches/{id}/results": () => ({ value: batch.id }),
    "POST /batches/{id}/cancel": () => ({ value: batch.id }),
    "GET /reports/vat-book": () => ({ query: `period=${month}&nobody-knows=this` }),
    "GET /reports/iva-simple": () => ({ query: `period=${month}&nobody-knows=this` }),
    "GET /reports/monotributo": () => ({ company: "mono", key: system.keys.mono.keys.test }),
    "GET /reports/sircip": () => ({ query: `period=${month}&nobody-knows=this` }),
    "GET /reports/summary": () => ({ query: `period=${month}&nobody-knows=this` }),
    "GET /taxauth/padron/{cuit}": () => ({ value: "30712345671" }),
    "GET /taxauth/fce/{cuit}": () => ({ value: "30500010912" }),
    "GET /taxauth/status": () => ({}),
    "GET /taxauth/delegation": () => ({}),
    "GET /taxauth/notices": () => ({}),
    "GET /taxauth/tables/{name}": () => ({ value: "vat-rates" }),
    "GET /taxauth/quotation/{currency}": () => ({ value: "DOL" }),
  };

  return {
    system,
    call,
    succeeding({ operation }) {
      const request = requests[operation];
      if (!request) throw new Error(`${operation} is new: add to \`requests\` in contract-world.ts how it succeeds`);
      return request();
    },
    unseenKey: unseen.secret,
    voucher,
    voucherWithoutPdf,
    creditable,
    otherCreditable: voucherWithoutPdf,
    creditableOfMono: ofMono?.id ?? 0,
    noteOfPeriod,
    creditInvoice: ofFce,
    noteOfCreditInvoice: noteOfFce,
    underCaea,
    bodyUnderCaea,
    observedNote,
    expiredKey: system.keys.mono.keys.test,
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** A voucher of a real contingency, whose report the authority refused, and a person gave up. */
async function issueUnderCaea(
  system: System,
  make: <Result>(method: string, path: string, body: unknown) => Promise<Result>,
  body: object,
): Promise<number> {
  await make("POST", "/points-of-sale", { number: 72, authorization: "CAEA" });
  await make("POST", "/points-of-sale", { number: 73, contingencyPos: 72 });
  const { period, fortnight, validFrom, validTo } = fortnightOf(argentineDay(Date.now()));
  await system.sql(
    `INSERT INTO caea (company_id, production, period, fortnight, code, valid_from, valid_to, report_by, granted_at)
     SELECT id, false, $1, $2, '21457896541236', $3, $4, '20991231', now() FROM company WHERE code = 'demo' ON CONFLICT DO NOTHING`,
    [period, fortnight, validFrom, validTo],
  );
  await system.sql(
    `INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, incarnation)
     SELECT c.id, false, 72, 6, 0, current_incarnation() FROM company c WHERE c.code = 'demo'`,
  );
  await make("POST", "/contingency", { active: true, reason: "contract" });
  const { id } = await make<{ id: number }>("POST", "/invoices", body);
  await make("POST", "/contingency", { active: false });
  await system.sql(
    `UPDATE caea_report SET state = 'givenUp', errors = '[{"code": 1443, "msg": "Rechazado"}]' WHERE voucher_id = $1`,
    [id],
  );
  return id;
}
