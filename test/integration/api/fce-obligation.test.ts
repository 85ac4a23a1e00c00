import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkCompany } from "../../../api/admin/doctor/company-checks.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { invoiceA, invoiceB } from "../../support/samples/invoice.js";

const operation = "consultarMontoObligadoRecepcion";
const large = "30500010912";
const minimum = "5549862.00";
const today = toFiscalDate(argentineDay(Date.now()));

let system: System;
beforeAll(async () => {
  system = await startSystem({ processes: ["api", "issuer"] });
  await system.sql(
    `UPDATE company SET fce = '{"cbu": "2850590940090418135201", "alias": null, "transfer": "SCA"}' WHERE code = 'demo'`,
  );
});
afterAll(() => system?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await system.sql("DELETE FROM issuer_request");
  await system.authority.reset(["faults", "settings", "calls"]);
});

interface Obligation {
  required: boolean;
  minimumAmount: string | null;
}
const ask = (path: string, options: { key?: string; company?: string } = {}) =>
  system.request<Obligation>(`/taxauth/fce/${path}`, options);
const asMono = () => ({ key: system.keys.mono.keys.test, company: "mono" });

test("who must get credit invoices is told with the amount, and who need not without", async () => {
  const must = await ask(large);
  expect([must.status, must.body]).toEqual([200, { ok: true, result: { required: true, minimumAmount: minimum } }]);
  expect((await ask("20111111112")).body.result).toEqual({ required: false, minimumAmount: null });
  const [first] = await system.authority.requests({ operation });
  expect(first).toMatchObject({ cuit: "30712345671" });
});

test("the day is the one asked for, and today without one; a malformed one is warned about", async () => {
  await system.authority.set({
    fce: { receivers: [{ cuit: large, minimum: "7000000", from: today }], issuers: [], minimum: "1.00" },
  });
  expect((await ask(`${large}?date=20200101`)).body.result).toEqual({ required: false, minimumAmount: null });
  expect((await ask(large)).body.result).toEqual({ required: true, minimumAmount: "7000000.00" });
  const { status, body } = await ask(`${large}?date=2020-01-01&day=1`);
  expect([status, body.result]).toEqual([200, { required: true, minimumAmount: "7000000.00" }]);
  expect(body).toMatchObject({
    warnings: [
      { field: "?day", message: "is not a parameter of this path" },
      { field: "?date", message: "must be a date that exists, as YYYYMMDD" },
    ],
  });
});

test("an answer is kept for the company that asked, and a failure is not", async () => {
  await system.authority.pushFault({ operation, action: "html" });
  const { status, body } = await ask(large);
  expect([status, body]).toEqual([
    502,
    { ok: false, code: "TAXAUTH_CONNECTION_ERROR", error: expect.stringMatching(/"wsfecred".*try again/) },
  ]);
  await ask(large);
  await ask(large);
  expect(await system.authority.calls(operation)).toBe(2);
  await ask(large, asMono());
  expect(await system.authority.calls(operation), "another company").toBe(3);
  const [kept] = await system.sql<{ minutes: number }>(
    "SELECT max(extract(epoch FROM cached_until - answered_at) / 60)::int AS minutes FROM issuer_request",
  );
  expect(kept?.minutes).toBe(60);
});

test.each(["30500010913", "3050001091", "abc"])("%s is no tax id, which is a 400 without asking", async (taxId) => {
  const { status, body } = await ask(taxId);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "VALIDATION_ERROR", details: { errors: [{ field: "cuit" }] } });
  expect(await system.authority.calls(operation)).toBe(0);
});

test("what the registry refuses is a 502 with its words", async () => {
  await system.authority.pushFault({
    operation,
    action: "error",
    code: "1002",
    msg: "LA CUIT NO REGISTRA ALTA EN IVA",
  });
  const { status, body } = await ask(large);
  expect([status, body.error]).toEqual([
    502,
    expect.stringMatching(/refuses the request \(1002: LA CUIT NO REGISTRA.*Retrying does not help/),
  ]);
});

test("a missing delegation is a 502 that names the service and what to do", async () => {
  const key = system.keys.mono.keys.production;
  await system.authority.set({ notAuthorized: [{ cuit: "20111111112", service: "wsfecred" }] });
  const { status, body } = await ask(large, { key, company: "mono" });
  expect([status, body.error]).toEqual([
    502,
    expect.stringMatching(/"wsfecred".*associate.*alias.*Retrying does not help/),
  ]);
});

interface Previewed {
  problems: { field: string; code: string | number; message: string }[];
}
const customer = { docType: 80, docNumber: large, name: "Grande SA", taxType: 1 };
const sale = (price: number, over: Record<string, unknown> = {}) =>
  invoiceA({
    priceIncludesVat: true,
    items: [{ description: "Tela", quantity: 1, price, taxType: 5 }],
    customer,
    ...over,
  });
async function problemsOf(body: unknown, options: { key?: string; company?: string } = {}) {
  const answer = await system.request<Previewed>("/invoices/preview", { method: "POST", body, ...options });
  expect(answer.status).toBe(200);
  return answer.body.result.problems.filter(({ code }) => code === "FCE_REQUIRED");
}
const problem = (instead: number, type: number) => ({
  field: "voucherType",
  code: "FCE_REQUIRED",
  message: `must be ${instead} (credit invoice, FCE MiPyME) in place of ${type}: this receiver gets credit invoices from ${minimum} pesos on`,
});

test("a preview says that an ordinary invoice must be a credit invoice, from the receiver's amount on", async () => {
  expect(await problemsOf(sale(5_549_862))).toEqual([problem(201, 1)]);
  expect(await problemsOf(sale(5_549_861.99))).toEqual([]);
  expect(await problemsOf(sale(5_549_862, { voucherType: 6, customer: { ...customer, taxType: 4 } }))).toEqual([
    problem(206, 6),
  ]);
  expect(await problemsOf(sale(5_000, { currency: { id: "DOL", quotation: 1_155.114 } })), "in pesos").toEqual([
    problem(201, 1),
  ]);
  expect(await system.authority.calls(operation), "the answer is kept").toBe(1);
});

test("a preview asks nothing about notes, credit invoices, other documents and what no tax id is", async () => {
  const associatedVouchers = [{ voucherType: 1, posNumber: 1, voucherNumber: 1 }];
  const bodies = [
    sale(9_000_000, { voucherType: 2, associatedVouchers }),
    sale(9_000_000, { voucherType: 201, serviceExpiration: today }),
    invoiceB({ customer: { docType: 96, docNumber: "30123456", name: "Ana", taxType: 5 } }),
    sale(9_000_000, { customer: { ...customer, docNumber: "30500010913" } }),
  ];
  for (const body of bodies) expect(await problemsOf(body)).toEqual([]);
  expect(await system.authority.calls(operation)).toBe(0);
});

test("a company without credit invoices is asked nothing", async () => {
  const body = sale(9_000_000, { voucherType: 11 });
  expect(await problemsOf(body, asMono())).toEqual([]);
  expect(await system.authority.calls(operation)).toBe(0);
});

test.each([
  ["is away", { action: "html" }],
  ["never answers", { action: "hang" }],
  ["does not accept the ticket", { action: "status", status: 200, body: "BL9727904321499 2026-10-02 15:07:35 500" }],
] as const)("while the registry %s the preview answers without the problem", async (_, fault) => {
  await system.authority.pushFault({ operation, times: null, ...fault });
  expect(await problemsOf(sale(5_549_862))).toEqual([]);
  expect(await system.authority.calls(operation)).toBe(1);
  await system.authority.clearFaults();
});

const well = { ok: true, ms: expect.any(Number) };
const statusOf = async (options: { key?: string; company?: string } = {}) =>
  (await system.request<Record<string, unknown>>("/taxauth/status", options)).body.result;

test("the status of a company with credit invoices has a fifth check, for which a refusal is an answer", async () => {
  expect(await statusOf()).toEqual({
    connection: well,
    authentication: well,
    issuance: well,
    registry: well,
    fce: well,
  });
  await system.authority.pushFault({
    operation,
    action: "error",
    code: "1002",
    msg: "LA CUIT NO REGISTRA ALTA EN IVA",
  });
  expect((await statusOf()).fce).toEqual(well);
  await system.authority.pushFault({ operation, action: "status" });
  expect((await statusOf()).fce).toEqual({
    ok: false,
    ms: expect.any(Number),
    problem: "down",
    suggestion: expect.stringMatching(/does not answer for the service "wsfecred"/),
  });
});

test("the status of a company without them is what it was", async () => {
  expect(Object.keys(await statusOf(asMono()))).toEqual(["connection", "authentication", "issuance", "registry"]);
  expect(await system.authority.calls(operation)).toBe(0);
});

test("the doctor of a company with credit invoices asks an issuer, in the environments with a certificate", async () => {
  const { db, close } = openDatabase(system.databaseUrl, { connections: 2 });
  const look = async (code: string, redisUrl?: string) =>
    (await checkCompany(db, code, Date.now(), redisUrl)).filter(({ name }) => name.startsWith("credit invoices"));
  const { host, port } = system.redis.options;
  const redisUrl = `redis://${host}:${port}`;
  const [homologation, production] = ["credit invoices (homologation)", "credit invoices (production)"];

  const good = { ok: true, detail: "their registry answers" };
  expect(await look("demo", redisUrl)).toEqual([
    { name: homologation, ...good },
    { name: production, ...good },
  ]);
  await system.authority.pushFault({ operation, env: "production", action: "drop" });
  expect(await look("demo", redisUrl)).toEqual([
    { name: homologation, ...good },
    {
      name: production,
      ok: false,
      detail: expect.stringContaining("the registry cannot be asked"),
      fix: expect.stringContaining('"wsfecred"'),
    },
  ]);
  expect(await look("demo")).toEqual(
    [homologation, production].map((name) => ({
      name,
      ok: true,
      detail: expect.stringContaining("not asked: REDIS_URL"),
    })),
  );
  expect(await look("mono", redisUrl)).toEqual([]);
  await close();
});
