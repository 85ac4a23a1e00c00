import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import { groupBy } from "../../support/readers/group-by.js";
import { pngImage } from "../../support/samples/images.js";
import { invoiceB } from "../../support/samples/invoice.js";

let api: AdminApp;
beforeAll(async () => {
  api = await openAdminApp();
  await api.post(invoiceB());
  await api.call("POST", "/points-of-sale", { body: { number: 77 } });
});
afterAll(() => api[Symbol.asyncDispose]());

type Body = Record<string, unknown> | Uint8Array;

interface Route {
  method: string;
  /** The path below the company, as in the OpenAPI document. */
  path: string;
  /** A body that would be accepted from the right company. */
  body?: () => Body;
  /** What the path's id names: an object of the demo company's homologation environment, or one of no company. */
  names?: "voucher" | "certificate" | "key" | "pointOfSale" | "unowned";
  /** The route asks the tax authority and stores nothing of a company. */
  asksAuthority?: true;
}

const route = (method: string, path: string, rest: Omit<Route, "method" | "path"> = {}): Route => ({
  method,
  path,
  ...rest,
});
const asking = (path: string, names?: "unowned"): Route =>
  route("GET", `/taxauth${path}`, { asksAuthority: true, ...(names && { names }) });

/** Every route of the OpenAPI document. The first test below fails if one is missing. */
const routes: Route[] = [
  route("GET", "/api-keys/test"),
  route("GET", "/api-keys"),
  route("POST", "/api-keys", { body: () => ({ name: "mine" }) }),
  route("DELETE", "/api-keys/{id}", { names: "key" }),
  route("GET", "/invoices"),
  route("POST", "/invoices", { body: () => invoiceB() }),
  route("POST", "/invoices/preview", { body: () => invoiceB() }),
  route("GET", "/invoices/{id}", { names: "voucher" }),
  route("GET", "/invoices/{id}/pdf", { names: "voucher" }),
  route("POST", "/invoices/{id}/pdf", { names: "voucher" }),
  route("POST", "/invoices/{id}/emails", { names: "voucher", body: () => ({ emails: [{ email: "a@example.com" }] }) }),
  route("GET", "/points-of-sale"),
  route("POST", "/points-of-sale", { body: () => ({ number: 500 }) }),
  route("GET", "/points-of-sale/{number}", { names: "pointOfSale" }),
  route("PATCH", "/points-of-sale/{number}", { names: "pointOfSale", body: () => ({ enabled: false }) }),
  route("PUT", "/points-of-sale/{number}/logo", { names: "pointOfSale", body: () => pngImage(2, 2) }),
  route("DELETE", "/points-of-sale/{number}/logo", { names: "pointOfSale" }),
  route("GET", "/fiscal-data"),
  route("PATCH", "/fiscal-data", { body: () => ({ address: "elsewhere" }) }),
  route("GET", "/certificates"),
  route("POST", "/certificates", { body: () => ({ alias: "mine" }) }),
  route("PUT", "/certificates/{id}", {
    names: "certificate",
    body: () => ({ certificate: "-----BEGIN CERTIFICATE-----" }),
  }),
  route("GET", "/quota"),
  route("GET", "/audit-log"),
  asking("/status"),
  asking("/padron/{cuit}", "unowned"),
  asking("/tables/{name}", "unowned"),
  asking("/quotation/{currency}", "unowned"),
];
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const keeping = routes.filter(({ asksAuthority }) => !asksAuthority);

/** Ids of the demo company's homologation environment, and ids that any company may use. */
async function named(): Promise<Record<string, number | string>> {
  const [voucher = 0, certificate = 0, key = 0] = await Promise.all(
    ["/invoices", "/certificates", "/api-keys"].map(
      async (path): Promise<number> => (await api.call("GET", path)).body.result[0].id,
    ),
  );
  return { voucher, certificate, key, pointOfSale: 77, unowned: "33693450239" };
}

const withId = ({ path, names = "unowned" }: Route, ids: Record<string, number | string>) =>
  path.replace(/\{\w+\}/, String(ids[names]));

const withPath = (ids: Record<string, number | string>) => (one: Route) => withId(one, ids);

test("I14: the tests below cover every route of the OpenAPI document", async () => {
  const document = (await (await api.app.request("/openapi.json")).json()) as { paths: Record<string, object> };
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace("/{company_id}", "")}`),
  );
  expect(routes.map(nameOf).sort()).toEqual(documented.sort());
  for (const one of routes) expect([nameOf(one), one.path.includes("{")]).toEqual([nameOf(one), "names" in one]);
});

const everything = async () => {
  const [row] = await api.db.$queryRaw<{ text: string }[]>`
    SELECT md5(concat((SELECT json_agg(t ORDER BY id) FROM company t), (SELECT json_agg(t ORDER BY id) FROM point_of_sale t),
      (SELECT json_agg(t ORDER BY id) FROM certificate t), (SELECT json_agg(t ORDER BY id) FROM api_key t),
      (SELECT json_agg(t ORDER BY id) FROM voucher t), (SELECT json_agg(t ORDER BY id) FROM recipient t),
      (SELECT json_agg(t ORDER BY id) FROM audit_entry t), (SELECT json_agg(t ORDER BY id) FROM issuance t))) AS text`;
  return row?.text;
};

test("I14: with another company's key every route of a company answers 401 and changes nothing", async () => {
  const ids = await named();
  const before = await everything();
  for (const one of routes) {
    for (const key of [api.keys.mono.keys.test, api.keys.mono.keys.production]) {
      const answer = await api.call(one.method, withId(one, ids), { key, body: one.body?.() });
      expect([nameOf(one), answer.status, answer.body.code]).toEqual([nameOf(one), 401, undefined]);
    }
  }
  expect(await everything()).toBe(before);
});

test("I14: an id of another company or environment is 404 on every route with an id", async () => {
  const ids = await named();
  const before = await everything();
  for (const one of keeping.filter(({ names }) => names)) {
    const strangers = [
      { company: "demo", key: api.keys.keys.production },
      { company: "mono", key: api.keys.mono.keys.test },
      { company: "mono", key: api.keys.mono.keys.production },
    ];
    for (const stranger of strangers) {
      const answer = await api.call(one.method, withId(one, ids), { ...stranger, body: one.body?.() });
      const what = [nameOf(one), stranger.company];
      expect([...what, answer.status, answer.body.code]).toEqual([...what, 404, "NOT_FOUND"]);
    }
  }
  expect(await everything()).toBe(before);
});

test("I14: no list shows an object of another company or environment", async () => {
  for (const path of ["/points-of-sale", "/certificates", "/api-keys", "/invoices"]) {
    const lists = await Promise.all(
      [
        { company: "demo", key: api.keys.keys.test },
        { company: "demo", key: api.keys.keys.production },
        { company: "mono", key: api.keys.mono.keys.test },
        { company: "mono", key: api.keys.mono.keys.production },
      ].map(async (caller) => (await api.call("GET", path, caller)).body),
    );
    const ids = lists.flatMap(({ result }) =>
      result.map((each: { id?: number; created: string }) => each.id ?? each.created),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(lists.map(({ total }) => total)).toEqual(lists.map(({ result }) => result.length));
  }
});

test("[A4] with an expired subscription every read works, and every write except revoking is 402", async () => {
  const ids = await named();
  const { id: spare } = (await api.call("POST", "/api-keys", { body: { name: "spare" } })).body.result;
  await api.setUntil("2020-01-01");
  const before = await everything();
  for (const one of keeping) {
    const what = nameOf(one);
    if (what === "DELETE /api-keys/{id}") continue;
    const answer = await api.call(one.method, withId(one, ids), { body: one.body?.() });
    if (one.method === "GET") expect([what, [200, 409].includes(answer.status)]).toEqual([what, true]);
    else if (one.path === "/invoices/preview") expect([what, answer.status]).toEqual([what, 200]);
    else expect([what, answer.status, answer.body.code]).toEqual([what, 402, "SUBSCRIPTION_EXPIRED"]);
  }
  expect(await everything()).toBe(before);
  expect((await api.call("DELETE", `/api-keys/${spare}`)).status).toBe(200);
  await api.setUntil("2100-01-01");
});

test("a known path answers an unsupported method with 405 and lists the supported ones", async () => {
  const ids = await named();
  for (const [path, served] of groupBy(routes, withPath(ids))) {
    const methods = served.map(({ method }) => method);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((each) => !methods.includes(each))) {
      const answer = await api.call(method, path);
      // Another path's parameter may match this path.
      if (answer.status === 404) continue;
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 405, undefined]);
      expect(answer.headers.get("allow")).toContain(methods[0]);
    }
  }
  expect((await api.call("GET", "/nothing-here")).status).toBe(404);
});

test("a write whose audit entry fails is rolled back", async () => {
  await api.db.$executeRaw`ALTER TABLE audit_entry ADD CONSTRAINT "none" CHECK (action <> 'pos.create') NOT VALID`;
  const answer = await api.call("POST", "/points-of-sale", { body: { number: 88 } });
  await api.db.$executeRaw`ALTER TABLE audit_entry DROP CONSTRAINT "none"`;
  expect(answer.status).toBe(500);
  expect((await api.call("GET", "/points-of-sale/88")).status).toBe(404);
});
