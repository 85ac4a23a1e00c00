import { afterAll, beforeAll, expect, test } from "vitest";
import { documentedRoutes } from "../../support/readers/documented-routes.js";
import { pngImage } from "../../support/samples/images.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { type MarkedApp, type MarkedTenant, openMarkedApp, pathOf } from "./marked-tenants.js";

let marked: MarkedApp;
beforeAll(async () => {
  marked = await openMarkedApp();
});
afterAll(() => marked[Symbol.asyncDispose]());

const strict = { Prefer: "handling=strict" };
const first = () => marked.tenants[0] as MarkedTenant;
const call = (method: string, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) =>
  marked.api.call(method, path, { key: first().key, company: first().company, ...options });
const issue = (body: unknown, headers: Record<string, string> = {}) => call("POST", "/invoices", { body, headers });
const sale = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...first().bodies["POST /invoices"]?.(),
  ...over,
});
const unknownProperty = (field: string) => ({ field, message: "is not a known property" });
const countVouchers = () => marked.api.db.voucher.count();

test("with strict handling an unknown parameter, and an unknown property, is a 400 with details on every route", async () => {
  const { db } = marked.api;
  const countAll = () => Promise.all([db.issuance.count(), db.auditEntry.count(), db.apiKey.count()]);
  const before = await countAll();
  for (const { name, method, path, names, takesBody } of documentedRoutes) {
    const to = `${pathOf({ name, method, path, names } as never, first())}?nonsense=1`;
    const body = takesBody ? first().bodies[name]?.() : undefined;
    const takesJson = method !== "GET" && !(body instanceof Uint8Array);
    const answer = await call(method, to, {
      headers: strict,
      body: takesJson ? { ...body, nonsense: 2 } : body,
    });
    expect([name, answer.status, answer.body.code, answer.body.details, answer.body.warnings]).toEqual([
      name,
      400,
      "VALIDATION_ERROR",
      {
        errors: [
          { field: "?nonsense", message: expect.any(String) },
          ...(takesJson ? [unknownProperty("nonsense")] : []),
        ],
      },
      undefined,
    ]);
    expect(answer.headers.get("preference-applied")).toBe("handling=strict");
  }
  expect(await countAll()).toEqual(before);
});

test("every answer to a request with strict handling says that it was applied, and no other does", async () => {
  const { api } = marked;
  const { key } = first();
  const pdf = `/invoices/${first().ids["/invoices/{id}"]}/pdf`;
  const answers: [number, Promise<{ status: number; headers: Headers }>][] = [
    [200, call("GET", "/quota", { headers: strict })],
    [200, call("GET", pdf, { headers: strict })],
    [201, issue(sale(), strict)],
    [400, issue({}, strict)],
    [400, issue([], strict)],
    [401, api.call("GET", "/quota", { key: null, headers: strict })],
    [404, call("GET", "/nothing-here", { headers: strict })],
    [404, call("GET", "/invoices/999999999", { headers: strict })],
    [405, call("DELETE", "/quota", { headers: strict })],
    [413, call("PUT", "/points-of-sale/1/logo", { headers: strict, body: new Uint8Array(1_100_000) })],
  ];
  for (const [status, asked] of answers) {
    const answer = await asked;
    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([status, "handling=strict"]);
  }
  for (const headers of [{}, { Prefer: "handling=lenient" }, { Prefer: "return=minimal" }] as const)
    expect((await api.call("GET", "/quota", { key, headers })).headers.get("preference-applied")).toBeNull();
});

test("a listing is answered as without what it ignores, and says it", async () => {
  const plain = await call("GET", "/invoices?pos=101");
  expect(Object.keys(plain.body)).toEqual(["ok", "total", "result"]);
  const warned = await call("GET", "/invoices?pos=101&colour=red&pos__like=1&date=20260230&limit=many&ordering=size");
  expect(warned.status).toBe(200);
  const { warnings, ...answer } = warned.body;
  expect(answer).toEqual(plain.body);
  expect(warnings.map(({ field }: { field: string }) => field)).toEqual([
    "?colour",
    "?pos__like",
    "?date",
    "?ordering",
    "?limit",
  ]);
});

test("a download carries no warnings; an answer that no file is ready does", async () => {
  const pdf = `/invoices/${first().ids["/invoices/{id}"]}/pdf?versions=original`;
  const plain = await call("GET", `/invoices/${first().ids["/invoices/{id}"]}/pdf`);
  const warned = await call("GET", pdf);
  expect([warned.status, warned.body]).toEqual([200, plain.body]);
  const refused = await call("GET", pdf, { headers: strict });
  expect([refused.status, refused.body.details.errors]).toEqual([
    400,
    [{ field: "?versions", message: expect.any(String) }],
  ]);
  const { id } = (await issue(sale())).body.result;
  const early = await call("GET", `/invoices/${id}/pdf?version=2`);
  expect([early.status, early.body.code, early.body.warnings]).toEqual([
    409,
    "PDF_NOT_READY",
    [{ field: "?version", message: expect.any(String) }],
  ]);
});

test("an unknown property of a body is ignored and said, also in a list, and when the request is refused", async () => {
  const items = [{ description: "Yerba", quantity: 1, price: 100, taxType: 5, colour: "green" }];
  const issued = await issue(sale({ items, comment: "x" }));
  expect([issued.status, issued.body.warnings]).toEqual([
    201,
    [unknownProperty("items.0.colour"), unknownProperty("comment")],
  ]);
  expect(Object.keys(issued.body)).toEqual(["ok", "result", "quota", "warnings"]);

  const { voucherDate, ...misspelled } = sale();
  const refused = await issue({ ...misspelled, voucherdate: voucherDate });
  expect([refused.status, refused.body.details.errors, refused.body.warnings]).toEqual([
    400,
    [{ field: "voucherDate", message: expect.any(String) }],
    [unknownProperty("voucherdate")],
  ]);
  const both = await issue({ ...misspelled, voucherdate: voucherDate }, strict);
  expect([both.body.details.errors, both.body.warnings]).toEqual([
    [{ field: "voucherDate", message: expect.any(String) }, unknownProperty("voucherdate")],
    undefined,
  ]);

  const changed = await call("PATCH", "/fiscal-data", { body: { adress: "x" } });
  expect([changed.status, changed.body.warnings]).toEqual([200, [unknownProperty("adress")]]);
});

test("an answer to a request with nothing to ignore has no warnings", async () => {
  const { body } = await issue(sale());
  expect(Object.keys(body)).toEqual(["ok", "result", "quota"]);
  expect(Object.keys((await issue({})).body)).toEqual(["ok", "error", "code", "details"]);
});

test("keys of additionalData that the point of sale does not define are stored and said, and refused with strict handling", async () => {
  const additionalData = { [first().mark]: "defined", vendedor: "Juan", "zona.id": { any: 1 } };
  const said = ["additionalData.vendedor", "additionalData.zona.id"].map((field) => ({
    field,
    message: "is not a key that the point of sale defines",
  }));
  for (const path of ["/invoices", "/invoices/preview"]) {
    const lenient = await call("POST", path, { body: sale({ additionalData }) });
    expect([path, lenient.body.ok, lenient.body.warnings]).toEqual([path, true, said]);
    const before = await countVouchers();
    const refused = await call("POST", path, { body: sale({ additionalData }), headers: strict });
    expect([path, refused.status, refused.body.code, refused.body.details]).toEqual([
      path,
      400,
      "VALIDATION_ERROR",
      { errors: said },
    ]);
    expect(await countVouchers()).toBe(before);
    const defined = sale({ additionalData: { [first().mark]: "defined" } });
    const served = await call("POST", path, { body: defined, headers: strict });
    expect([path, served.body.ok, served.body.warnings]).toEqual([path, true, undefined]);
  }
});

test("a replay is answered whatever is ignored: the key decides, also with strict handling and keys no longer defined", async () => {
  const body = sale({ additionalData: { [first().mark]: "defined" } });
  const { id } = (await issue(body)).body.result;
  const again = await issue({ ...body, colour: "blue" });
  expect([again.status, again.body.result]).toEqual([200, expect.objectContaining({ id, idempotencyHit: true })]);
  expect(again.body.warnings).toEqual([unknownProperty("colour")]);
  const [{ same }] = await marked.api.db.$queryRaw<[{ same: number }]>`
    SELECT count(DISTINCT body_hash)::int AS same FROM issuance WHERE idempotency = ${String(body.idempotency)}`;
  expect(same).toBe(1);

  // Nobody can tell from a 400 whether there is a voucher, so the voucher comes first.
  const otherData = { ...body, additionalData: { undefinedToday: 1 } };
  const replay = await issue(otherData, strict);
  expect([replay.status, replay.body.result.id, replay.body.warnings]).toEqual([
    200,
    id,
    [{ field: "additionalData.undefinedToday", message: expect.any(String) }],
  ]);
});

test("the header Idempotency-Key is the key when the body has none", async () => {
  const { idempotency, ...keyless } = sale();
  for (const header of [String(idempotency), `"${idempotency}"`]) {
    const answer = await issue(keyless, { "Idempotency-Key": header });
    expect([answer.body.ok, answer.body.warnings]).toEqual([true, undefined]);
  }
  const asBody = await issue({ ...keyless, idempotency });
  expect([asBody.status, asBody.body.result.idempotencyHit]).toEqual([200, true]);
  const both = await issue({ ...keyless, idempotency }, { "Idempotency-Key": String(idempotency) });
  expect(both.status).toBe(200);
  const row = await call("GET", `/invoices/${asBody.body.result.id}`);
  expect(row.body.result.idempotency).toBe(idempotency);
});

test("another key in the header than in the body, or one that is none, is a 400 of field idempotency", async () => {
  const { idempotency, ...keyless } = sale();
  const before = await countVouchers();
  const refused = [
    await issue({ ...keyless, idempotency }, { "Idempotency-Key": "another" }),
    await issue({ ...keyless, idempotency: 5 }, { "Idempotency-Key": "5" }),
    await issue(keyless, { "Idempotency-Key": "with space" }),
    await issue(keyless, { "Idempotency-Key": "x".repeat(129) }),
    await issue(keyless, { "Idempotency-Key": "" }),
  ];
  for (const { status, body } of refused)
    expect([status, body.code, body.details.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      "VALIDATION_ERROR",
      ["idempotency"],
    ]);
  expect(await countVouchers()).toBe(before);
});

test("a thousand unknown names give fifty warnings, and names that are long are cut", async () => {
  const nonsense = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${n}-${"x".repeat(500)}`, n]));
  const { status, body } = await issue({ ...nonsense, ...sale() });
  expect([status, body.warnings.length]).toEqual([201, 50]);
  for (const { field } of body.warnings) expect(field.length).toBeLessThan(110);
});

test("a logo and a route without a body say what comes all the same", async () => {
  const number = first().ids["/points-of-sale/{number}"];
  const put = await call("PUT", `/points-of-sale/${number}/logo?size=2`, { body: pngImage(2, 2) });
  expect([put.status, put.body.warnings]).toEqual([200, [{ field: "?size", message: expect.any(String) }]]);
  const printed = await call("POST", `/invoices/${first().ids["/invoices/{id}"]}/pdf`, { body: { copies: 2 } });
  expect([printed.status, printed.body.warnings]).toEqual([202, [unknownProperty("copies")]]);
});

test("an unknown property does not change the voucher", async () => {
  const [plain, warned] = [await issue(invoiceB()), await issue(invoiceB({ totalAmount: 1 }))];
  expect([plain.status, warned.status]).toEqual([201, 201]);
  expect(warned.body.result.totalAmount).toBe(plain.body.result.totalAmount);
});
