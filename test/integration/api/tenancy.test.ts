import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminApp, openAdminApp } from "../../support/admin-app.js";
import { pngImage } from "../../support/images.js";
import { invoiceB } from "../../support/invoice.js";

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
  /** As it is registered, below the company. */
  path: string;
  body?: Body;
}

/** Every registered route below the company, but for what asks the authority, which keeps nothing of a company. */
function registeredRoutes(): Route[] {
  const routes = api.app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/:company/"))
    .map(({ method, path }) => ({ method, path: path.slice("/api/:company".length) }))
    .filter(({ path }) => !path.startsWith("/taxauth"));
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

/** A body that the route would take, were it for the company that asks. */
const bodies: Record<string, () => Body> = {
  "POST /invoices": () => invoiceB(),
  "POST /invoices/preview": () => invoiceB(),
  "POST /invoices/:id/emails": () => ({ emails: [{ email: "a@example.com" }] }),
  "POST /points-of-sale": () => ({ number: 500 }),
  "PATCH /points-of-sale/:number": () => ({ enabled: false }),
  "PUT /points-of-sale/:number/logo": () => pngImage(2, 2),
  "PATCH /fiscal-data": () => ({ address: "elsewhere" }),
  "POST /certificates": () => ({ alias: "mine" }),
  "PUT /certificates/:id": () => ({ certificate: "-----BEGIN CERTIFICATE-----" }),
  "POST /api-keys": () => ({ name: "mine" }),
};
const bodyOf = ({ method, path }: Route) => bodies[`${method} ${path}`]?.();

/** Ids of the demo company's homologation environment. */
async function ownIds(): Promise<Record<string, number>> {
  const [voucher, certificate, key] = await Promise.all(
    ["/invoices", "/certificates", "/api-keys"].map(async (path) => (await api.call("GET", path)).body.result[0].id),
  );
  return { "/invoices": voucher, "/certificates": certificate, "/api-keys": key, "/points-of-sale": 77 };
}

const withId = (path: string, ids: Record<string, number>) =>
  path.replace(/:\w+/, String(ids[`/${path.split("/")[1]}`]));

const everything = async () => {
  const [row] = await api.db.$queryRaw<{ text: string }[]>`
    SELECT md5(concat((SELECT json_agg(t ORDER BY id) FROM company t), (SELECT json_agg(t ORDER BY id) FROM point_of_sale t),
      (SELECT json_agg(t ORDER BY id) FROM certificate t), (SELECT json_agg(t ORDER BY id) FROM api_key t),
      (SELECT json_agg(t ORDER BY id) FROM voucher t), (SELECT json_agg(t ORDER BY id) FROM recipient t),
      (SELECT json_agg(t ORDER BY id) FROM audit_entry t), (SELECT json_agg(t ORDER BY id) FROM issuance t))) AS text`;
  return row?.text;
};

test("I14: with another company's key every route of a company answers 401 and changes nothing", async () => {
  const ids = await ownIds();
  const before = await everything();
  for (const route of registeredRoutes()) {
    for (const key of [api.keys.mono.keys.test, api.keys.mono.keys.production]) {
      const answer = await api.call(route.method, withId(route.path, ids), { key, body: bodyOf(route) });
      expect([route.method, route.path, answer.status, answer.body.code]).toEqual([
        route.method,
        route.path,
        401,
        undefined,
      ]);
    }
  }
  expect(await everything()).toBe(before);
});

test("I14: an id of another company or of the other environment is 404 on every route that takes one", async () => {
  const ids = await ownIds();
  const before = await everything();
  const routes = registeredRoutes().filter(({ path }) => path.includes("/:"));
  expect(routes.length).toBeGreaterThanOrEqual(10);
  for (const route of routes) {
    const strangers = [
      { company: "demo", key: api.keys.keys.production },
      { company: "mono", key: api.keys.mono.keys.test },
      { company: "mono", key: api.keys.mono.keys.production },
    ];
    for (const stranger of strangers) {
      const answer = await api.call(route.method, withId(route.path, ids), { ...stranger, body: bodyOf(route) });
      expect([route.method, route.path, stranger.company, answer.status, answer.body.code]).toEqual([
        route.method,
        route.path,
        stranger.company,
        404,
        "NOT_FOUND",
      ]);
    }
  }
  expect(await everything()).toBe(before);
});

test("I14: no list shows anything of another company or of the other environment", async () => {
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

test("[A4] with an expired subscription every read goes on, and every write but revoking is 402", async () => {
  const ids = await ownIds();
  const { id: spare } = (await api.call("POST", "/api-keys", { body: { name: "spare" } })).body.result;
  await api.setUntil("2020-01-01");
  const before = await everything();
  for (const route of registeredRoutes()) {
    if (route.method === "DELETE" && route.path === "/api-keys/:id") continue;
    const answer = await api.call(route.method, withId(route.path, ids), { body: bodyOf(route) });
    const what = `${route.method} ${route.path}`;
    if (route.method === "GET") expect([what, [200, 409].includes(answer.status)]).toEqual([what, true]);
    else if (route.path === "/invoices/preview") expect([what, answer.status]).toEqual([what, 200]);
    else expect([what, answer.status, answer.body.code]).toEqual([what, 402, "SUBSCRIPTION_EXPIRED"]);
  }
  expect(await everything()).toBe(before);
  expect((await api.call("DELETE", `/api-keys/${spare}`)).status).toBe(200);
  await api.setUntil("2100-01-01");
});

test("a path that exists answers the methods it lacks with 405, and names those it has", async () => {
  const ids = await ownIds();
  const methodsOf = new Map<string, string[]>();
  for (const { method, path } of registeredRoutes()) methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
  for (const [path, methods] of methodsOf) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((each) => !methods.includes(each))) {
      const answer = await api.call(method, withId(path, ids));
      // What lies below a path may be served by another path's parameter.
      if (answer.status === 404) continue;
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 405, undefined]);
      expect(answer.headers.get("allow")).toContain(methods[0]);
    }
  }
  expect((await api.call("GET", "/nothing-here")).status).toBe(404);
});

test("a write whose audit entry cannot be written does not happen", async () => {
  await api.db.$executeRaw`ALTER TABLE audit_entry ADD CONSTRAINT "none" CHECK (action <> 'pos.create') NOT VALID`;
  const answer = await api.call("POST", "/points-of-sale", { body: { number: 88 } });
  await api.db.$executeRaw`ALTER TABLE audit_entry DROP CONSTRAINT "none"`;
  expect(answer.status).toBe(500);
  expect((await api.call("GET", "/points-of-sale/88")).status).toBe(404);
});
