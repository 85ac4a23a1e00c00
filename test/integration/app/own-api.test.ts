import type { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { type ApiClient, openInProcessClient } from "../../../api/app/frame/api-client.js";
import { createCompanyRoutes } from "../../../api/compose/company-routes.js";
import { createEnvelopeApp } from "../../../api/compose/frame.js";
import { createInProcessRoutes } from "../../../api/compose/own-routes.js";
import type { ApiEnv } from "../../../api/http/env.js";
import { limitRates } from "../../../api/middleware/rate-limit.js";
import { createBodyPlaces } from "../../../api/parsing/body-places.js";
import type { auditEntry } from "../../../api/schemas/audit-entry.js";
import type { voucher } from "../../../api/schemas/voucher.js";
import { approve } from "../../../shared/db/issuing/approve.js";
import { acquireSequence, setLastNumber } from "../../../shared/db/issuing/sequences.js";
import { submitNext } from "../../../shared/db/issuing/write-ahead.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { personCaller } from "../../support/app/person-caller.js";
import { openForFile } from "../../support/open-for-file.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { keptLog } from "../../support/readers/kept-log.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { grantedTo, submissionsOf } from "../../support/samples/waiting-lines.js";

const email = "ana@example.com";
const logged = keptLog();
let routes: Hono<ApiEnv>;

const system = await openForFile(() =>
  openAdminApp({ RATE_LIMIT_PER_MINUTE: "500", COMPANY_RATE_LIMIT_PER_MINUTE: "1000" }, { log: logged.log }),
);
beforeAll(async () => {
  const { id: companyId } = await system.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const points = [11, 12, 13, 14, 15, 16].map((number) => ({ companyId, production: false, number }));
  await system.db.pointOfSale.createMany({ data: points });
  routes = createInProcessRoutes(system.deps, createCompanyRoutes(system.deps, partsOf(system)));
});

const partsOf = ({ deps, redis }: AdminApp) => ({
  rates: limitRates(redis, deps.config),
  bodies: createBodyPlaces(),
});

const open = async (person: Parameters<typeof personCaller>[1] = {}, connection?: object): Promise<ApiClient> =>
  openInProcessClient(routes, await personCaller(system, { email, ...person }), "page-1", connection);

/** Issues what waits in a line as the issuer does, with numbers and vouchers by its own statements. */
async function issueLine(key: SequenceKey): Promise<void> {
  const taken = await acquireSequence(system.db, key);
  const { lastNumber } = await system.db.sequence.findUniqueOrThrow({ where: { id: taken.id } });
  if (lastNumber === null) await setLastNumber(system.db, taken, 0, null);
  const [next] = await submitNext(system.db, [{ taken, limit: 50, backgroundLimit: 50 }]);
  await approve(system.db, [grantedTo(taken, submissionsOf(next))]);
}

async function issueQueued(id: number): Promise<boolean> {
  const { companyId, production, posNumber, voucherType } = await system.db.issuance.findUniqueOrThrow({
    where: { id },
  });
  await issueLine({ companyId, production, posNumber, voucherType });
  return true;
}

type Voucher = z.infer<typeof voucher>;

test("what a person issues has the source app and their address, and is found by both", async () => {
  system.fate = (_db, id) => issueQueued(id);
  const api = await open();
  const mine = invoiceB({ posNumber: 11 });
  const issued = await api.post<{ id: number }>("/invoices", mine);
  expect(issued).toMatchObject({ status: 201, ok: true, result: { id: expect.any(Number) } });
  const byKey = (await system.post(invoiceB({ posNumber: 11 }))).body.result.id;

  const whole = await api.get<Voucher>(`/invoices/${issued.result?.id}`);
  expect(whole.result).toMatchObject({
    source: "app",
    userEmail: email,
    apiKeyId: null,
    idempotency: mine.idempotency,
  });
  expect(await api.get<Voucher>(`/invoices/${byKey}`)).toMatchObject({
    result: { source: "api", userEmail: null, apiKeyId: expect.any(Number) },
  });
  const idsOf = async (filter: string) => {
    const { total, result } = await api.get<Voucher[]>(`/invoices?pos=11&${filter}`);
    expect(result).toHaveLength(total ?? -1);
    return result?.map(({ id }) => id);
  };
  expect(await idsOf(`userEmail=${email}`)).toEqual([issued.result?.id]);
  expect(await idsOf("userEmail=bea@example.com")).toEqual([]);
  expect(await idsOf("source=app")).toEqual([issued.result?.id]);
  expect(await idsOf("source=api")).toEqual([byKey]);
  expect((await system.get(`/invoices?userEmail=${email}`)).body.result.map(({ id }: Voucher) => id)).toEqual([
    issued.result?.id,
  ]);
});

test("[R1] a key is one, whether a person or an API key sends it, and its voucher stays the first one's", async () => {
  const api = await open();
  const [mine, theirs] = [invoiceB({ posNumber: 12 }), invoiceB({ posNumber: 12 })];
  const first = await api.post<{ id: number }>("/invoices", mine);
  expect((await system.post(mine)).body).toMatchObject({
    ok: true,
    result: { id: first.result?.id, idempotencyHit: true },
    quota: null,
  });
  const { id } = (await system.post(theirs)).body.result;
  expect(await api.post("/invoices", theirs)).toMatchObject({ ok: true, result: { id, idempotencyHit: true } });
  expect(await api.get(`/invoices/${id}`)).toMatchObject({ result: { source: "api", userEmail: null } });
});

test("who sends again a key that made no voucher is who issues it", async () => {
  const api = await open();
  const nowRefused = async () => {
    system.fate = async (db, id) => {
      await db.$executeRaw`UPDATE issuance SET state = 'rejected', settled_at = now(), outcome = '{"code": "TAXAUTH_ERROR", "reasons": [{"code": 10015, "msg": "no"}]}'::jsonb WHERE id = ${id}`;
      return true;
    };
  };
  const nowIssued = () => {
    system.fate = (_db, id) => issueQueued(id);
  };
  const [mine, theirs] = [invoiceB({ posNumber: 13 }), invoiceB({ posNumber: 13 })];
  await nowRefused();
  expect(await api.post("/invoices", mine)).toMatchObject({ status: 422, error: { code: "TAXAUTH_ERROR" } });
  expect((await system.post(theirs)).status).toBe(422);
  nowIssued();
  const [byKey, byPerson] = [
    (await system.post(mine)).body.result.id,
    (await api.post<{ id: number }>("/invoices", theirs)).result?.id,
  ];
  expect(await api.get(`/invoices/${byKey}`)).toMatchObject({
    result: { source: "api", userEmail: null, apiKeyId: expect.any(Number) },
  });
  expect(await api.get(`/invoices/${byPerson}`)).toMatchObject({
    result: { source: "app", userEmail: email, apiKeyId: null },
  });
});

test("a person's credit note is theirs too", async () => {
  system.fate = (_db, id) => issueQueued(id);
  const api = await open();
  const { id } = (await system.post(invoiceB({ posNumber: 14 }))).body.result;
  const credit = await api.post<{ id: number }>(`/invoices/${id}/credit-notes`, { idempotency: `credit-of-${id}` });
  expect(credit.error).toBeUndefined();
  expect(await api.get(`/invoices/${credit.result?.id}`)).toMatchObject({
    result: { voucherType: 8, source: "app", userEmail: email, apiKeyId: null },
  });
});

test("vouchers of a person's batch are theirs", async () => {
  const api = await open();
  const invoices = [invoiceB({ posNumber: 15 }), invoiceB({ posNumber: 15 })];
  const sent = await api.post<{ id: number }>("/batches", { name: "Noviembre", invoices });
  expect(sent).toMatchObject({ status: 202, ok: true, result: { total: 2 } });
  const { id: companyId } = await system.db.company.findUniqueOrThrow({ where: { code: "demo" } });
  await issueLine({ companyId, production: false, posNumber: 15, voucherType: 6 });
  const { result } = await api.get<Voucher[]>("/invoices?pos=15");
  expect(result?.map(({ source, userEmail, apiKeyId }) => [source, userEmail, apiKeyId])).toEqual(
    Array(2).fill(["app", email, null]),
  );
  expect(await api.get(`/audit-log?action=batch.create&resourceId=${sent.result?.id}`)).toMatchObject({
    total: 1,
    result: [{ actorType: "user", actorEmail: email }],
  });
});

test("what a person changes is in the audit log under their address", async () => {
  const api = await open();
  const made = await api.post("/points-of-sale", { number: 61, name: "Feria", enabled: true });
  expect(made).toMatchObject({ status: 201, ok: true });
  await system.call("PATCH", "/points-of-sale/61", { body: { name: "Feria de Mataderos" } });
  const entriesOf = async (filter: string) => {
    const { result } = await api.get<z.infer<typeof auditEntry>[]>(`/audit-log?${filter}`);
    return result?.map(({ action, resourceId, actorType, actorEmail, actorApiKeyId, actorName }) => ({
      ...{ action, resourceId, actorType, actorEmail, actorApiKeyId, actorName },
    }));
  };
  const by = { resourceId: "61", actorName: null };
  const mine = { ...by, action: "pos.create", actorType: "user", actorEmail: email, actorApiKeyId: null };
  const key = { ...by, action: "pos.update", actorType: "apikey", actorEmail: null, actorApiKeyId: expect.any(Number) };
  expect(await entriesOf("action__in=pos.create,pos.update&resourceId=61&actorType=user")).toEqual([mine]);
  expect(await entriesOf(`action=pos.create&actorEmail=${email}`)).toEqual([mine]);
  expect(await entriesOf("action__in=pos.create,pos.update&resourceId=61&actorType=apikey")).toEqual([key]);
  expect(await entriesOf("actorEmail=bea@example.com")).toEqual([]);
});

test("faults, warnings and what does not exist are answered as by the API", async () => {
  const api = await open();
  expect(await api.post("/invoices", { ...invoiceB(), concept: 9, items: [] })).toEqual({
    status: 400,
    ok: false,
    error: {
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("datos para corregir"),
      details: { errors: expect.arrayContaining([{ field: "items", message: expect.any(String) }]) },
    },
  });
  expect(await api.get("/invoices?limit=1&colour=blue")).toMatchObject({
    status: 200,
    ok: true,
    warnings: [{ field: "?colour", message: expect.any(String) }],
  });
  expect(await api.get("/invoices/999999")).toMatchObject({
    status: 404,
    ok: false,
    error: { code: "NOT_FOUND", details: null },
  });
  expect(await api.get("/nothing")).toMatchObject({ status: 404, error: { code: "NOT_FOUND" } });
  expect((await api.put("/invoices", {})).status).toBe(405);
});

test("[A5] a role opens what it may, and nothing else", async () => {
  const [reader, issuer, owner] = [await open({ role: "reader" }), await open({ role: "issuer" }), await open()];
  const statuses = (path: string, body: unknown) =>
    Promise.all([reader, issuer, owner].map(async (api) => (await api.post(path, body)).status));
  expect(await statuses("/invoices/preview", invoiceB())).toEqual([401, 200, 200]);
  expect(await statuses("/points-of-sale", {})).toEqual([401, 401, 400]);
  expect((await reader.get("/invoices?limit=1")).status).toBe(200);
  expect(await reader.post("/invoices", invoiceB())).toEqual({
    status: 401,
    ok: false,
    error: { code: undefined, message: expect.stringContaining("Tu rol no permite hacer esto"), details: null },
  });
});

test("downloads come as they are: CSV and PDF", async () => {
  system.fate = (_db, id) => issueQueued(id);
  const api = await open();
  const { result } = await api.post<{ id: number }>("/invoices", invoiceB({ posNumber: 16 }));
  const csv = await api.send("GET", "/reports/vouchers.csv?pos=16");
  expect([csv.status, csv.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8; header=present"]);
  expect(csv.headers.get("content-disposition")).toContain("attachment");
  expect(await csv.text()).toContain(email);

  await system.storage.write("own/1.pdf", Buffer.from("%PDF-1.7 of a person"));
  await system.db.$executeRaw`
    INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', 'own/1.pdf', 20 FROM voucher WHERE id = ${result?.id}`;
  await system.db.$executeRaw`UPDATE voucher SET has_pdf = true WHERE id = ${result?.id}`;
  const pdf = await api.send("GET", `/invoices/${result?.id}/pdf`);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(await pdf.text()).toBe("%PDF-1.7 of a person");
  await expect(api.get(`/invoices/${result?.id}/pdf`)).rejects.toThrow("200 without an envelope");

  const template = await api.send("POST", "/batches", {
    body: "a;b\n",
    headers: { "Content-Type": "text/csv" },
  });
  expect([template.status, await template.json()]).toMatchObject([400, { code: "VALIDATION_ERROR" }]);
});

test("a call is logged with the person and the page's request, and without the address of nobody", async () => {
  const api = await open();
  logged.lines.length = 0;
  await api.get("/points-of-sale/999");
  await system.get("/points-of-sale");
  const [own, byKey] = logged.lines.filter(({ msg }) => msg === "request");
  expect(own).toMatchObject({
    ...{ requestId: "page-1", method: "GET", company: "demo", production: false, userEmail: email },
  });
  expect(own).not.toHaveProperty("apiKeyId");
  expect(own).not.toHaveProperty("client");
  expect(byKey).toMatchObject({ route: "/points-of-sale", apiKeyId: expect.any(Number), client: "unknown" });
  expect(byKey).not.toHaveProperty("userEmail");
});

test("without a caller beside the request, and for another company than the caller's, it is 401", async () => {
  const ask = (path: string, env: object) => routes.fetch(new Request(`http://own${path}`), env);
  const caller = await personCaller(system);
  const answers = await Promise.all([
    ask("/demo/invoices", {}),
    ask("/demo/invoices", { incoming: {}, outgoing: {} }),
    ask("/mono/invoices", { caller, requestId: "page-2" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  const headers = { caller: JSON.stringify(caller), authorization: `Bearer ${system.keys.keys.test}` };
  expect((await routes.request("/demo/invoices", { headers })).status, "no header counts").toBe(401);
  expect((await system.app.request("/demo/invoices", { headers })).status, "and no listener serves it").toBe(404);
});

test("people count for themselves, and with the company's keys for the company", async () => {
  await using limited = await openAdminApp({ RATE_LIMIT_PER_MINUTE: "2", COMPANY_RATE_LIMIT_PER_MINUTE: "5" });
  const own = createInProcessRoutes(limited.deps, createCompanyRoutes(limited.deps, partsOf(limited)));
  const apiOf = async (address: string) =>
    openInProcessClient(own, await personCaller(limited, { email: address }), "page");
  const [ana, bea, carla] = [
    await apiOf("ana@example.com"),
    await apiOf("bea@example.com"),
    await apiOf("c@example.com"),
  ];
  const answers = [];
  for (const api of [ana, ana, ana, bea, bea]) answers.push(await api.get("/quota"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200, 200]);
  expect(answers[2]?.error?.message).toContain("Hiciste demasiados pedidos");
  expect((await limited.get("/quota")).status).toBe(200);
  expect((await carla.get("/quota")).error?.message).toContain("La empresa hizo demasiados pedidos");
});

test("a company's people and keys share its place: who reads nothing of a report gives way to who comes", async () => {
  const mount = createCompanyRoutes(system.deps, partsOf(system));
  const own = openInProcessClient(createInProcessRoutes(system.deps, mount), await personCaller(system), "page");
  const key = await system.deps.callers.find(system.keys.keys.test);
  const byKey = createEnvelopeApp(system.deps.log).route(
    "/api",
    mount("/api", async (c, next) => {
      if (key) c.set("caller", key);
      await next();
    }),
  );
  const unread = await own.send("GET", "/reports/vouchers.csv");
  expect(unread.status).toBe(200);
  const again = await byKey.request("/api/demo/reports/vouchers.csv");
  expect(again.status).toBe(200);
  await expect(new Response(unread.body).text()).rejects.toThrow();
  await again.body?.cancel();
});

test("the fiscal data that both environments share are changed by a person in production only, and nobody is mailed", async () => {
  await system.db.$executeRaw`DELETE FROM warning`;
  const [here, there] = [await open(), await open({ production: true })];
  expect(await here.patch("/fiscal-data", { grossIncome: "901-7" })).toMatchObject({
    status: 401,
    error: { message: expect.stringContaining("cambialos en Producción") },
  });
  expect(await there.patch("/fiscal-data", { grossIncome: "901-7" })).toMatchObject({ status: 200 });
  expect(await here.get("/fiscal-data")).toMatchObject({ result: { grossIncome: "901-7" } });
  expect(await system.db.warning.count()).toBe(0);
  expect(await here.get("/audit-log?action=fiscaldata.update")).toMatchObject({
    total: 1,
    result: [{ actorType: "user", actorEmail: email, production: null }],
  });
});

test("a person makes keys with what they may themselves, and revokes even the last one that configures", async () => {
  const api = await open({ production: true });
  const keys = await api.get<{ id: number; scopes: string[] }[]>("/api-keys");
  for (const { id } of keys.result ?? []) expect((await api.delete(`/api-keys/${id}`)).status).toBe(200);
  const made = await api.post<{ secret: string }>("/api-keys", { name: "caja" });
  expect(made).toMatchObject({ status: 201, result: { scopes: ["read", "issue", "configure"] } });
  expect((await system.get("/quota", { key: made.result?.secret ?? null })).status).toBe(200);
});

test("a download that fails cuts the page's connection: half a file must not look whole", async () => {
  let cut = false;
  const outgoing = { destroy: () => (cut = true) };
  const stopping = new AbortController();
  const deps = { ...system.deps, config: { ...system.deps.config, REQUEST_TIMEOUT_MS: 1 } };
  const own = createInProcessRoutes(deps, createCompanyRoutes(deps, { ...partsOf(system), stopping: stopping.signal }));
  const api = openInProcessClient(own, await personCaller(system), "page", { outgoing });
  const csv = await api.send("GET", "/reports/vouchers.csv");
  expect(csv.status).toBe(200);
  stopping.abort();
  await expect.poll(() => cut).toBe(true);
});
