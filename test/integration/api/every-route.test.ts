import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { scopes } from "../../../shared/db/company/caller.js";
import { openForFile } from "../../support/open-for-file.js";
import type { Answer } from "../../support/processes/issuing-app.js";
import { contentOf } from "../../support/readers/database-content.js";
import { documentedRoutes, type Route } from "../../support/readers/documented-routes.js";
import { groupBy } from "../../support/readers/group-by.js";
import { type MarkedTenant, marksIn, openMarkedApp, pathOf, queryOf } from "./marked-tenants.js";

const marked = await openForFile(openMarkedApp);

/** Routes whose parameter names something of a company; a tax id or a currency is nobody's. */
const owned = documentedRoutes.filter(({ path, names }) => names !== undefined && !path.startsWith("/taxauth"));
const first = () => marked.tenants[0] as MarkedTenant;
/** Whether a report is not for this company: one of the two is a monotributista. */
const isOfOthers = ({ name }: Pick<Route, "name">, { company }: MarkedTenant) =>
  name === "GET /reports/monotributo" && company !== "mono";
/** For every path with a parameter, ids of nothing. */
const idsOfNothing = () =>
  Object.fromEntries(
    owned.map(({ names = "" }) => [
      names,
      names.endsWith("{deliveryId}") ? "999999999/deliveries/999999999" : 999_999_999,
    ]),
  );

/** Every row of every table, every stored file, and everything that would go to another process. */
async function everything() {
  const { api, asked } = marked;
  return {
    tables: await contentOf(api.db),
    files: readdirSync(api.storageFolder, { recursive: true, encoding: "utf8" }).sort(),
    jobs: [api.enqueued.length, api.printed.length, api.mailed.length],
    asked: asked.length,
  };
}

async function changingNothing(refused: () => Promise<void>): Promise<void> {
  const before = await everything();
  await refused();
  expect(await everything()).toEqual(before);
}

/** What an answer is compared by: a refusal tells nothing of anybody. */
const seen = ({ name }: Route, what: unknown, answer: Answer) => ({
  name,
  what,
  status: answer.status,
  code: answer.body.code,
  marks: marksIn(answer),
});
const refusal = ({ name }: Route, what: unknown, status: number, code?: string) => ({
  name,
  what,
  status,
  code,
  marks: [],
});
const unauthorized = (route: Route, what: unknown) => refusal(route, what, 401);

/** A key of the first tenant with all scopes. */
async function makeKey(): Promise<{ id: number; secret: string }> {
  return (await marked.api.call("POST", "/api-keys", { body: { name: "a key" } })).body.result;
}

test("I14: with another company's key every route answers 401, tells nothing, and changes nothing", () =>
  changingNothing(async () => {
    for (const route of documentedRoutes) {
      for (const owner of marked.tenants) {
        for (const stranger of marked.tenants.filter(({ company }) => company !== owner.company)) {
          const answer = await marked.call(route, owner, { as: stranger.key });
          expect(seen(route, stranger.mark, answer)).toEqual(unauthorized(route, stranger.mark));
        }
      }
    }
  }));

test("I14: an id of another company or environment is 404 on every route with an id, tells nothing, and changes nothing", () =>
  changingNothing(async () => {
    expect(owned.length).toBeGreaterThan(9);
    for (const route of owned) {
      for (const owner of marked.tenants) {
        for (const caller of marked.tenants.filter((each) => each !== owner)) {
          const answer = await marked.call(route, owner, { as: caller.key, company: caller.company });
          expect(seen(route, caller.mark, answer)).toEqual(refusal(route, caller.mark, 404, "NOT_FOUND"));
        }
      }
    }
  }));

test("I14: no list shows an object of another company or environment, and no filter finds one", async () => {
  const { api, tenants } = marked;
  const lists = documentedRoutes.filter(
    ({ method, names, path }) =>
      method === "GET" && !names && !["/taxauth/status", "/taxauth/delegation"].includes(path),
  );
  for (const caller of tenants) {
    for (const { name, path } of lists) {
      const answer = await api.call("GET", `${path}${queryOf({ name })}`, caller);
      expect([name, answer.status]).toEqual([name, isOfOthers({ name }, caller) ? 400 : 200]);
      const own = [caller.mark, caller.companyMark];
      expect([path, caller.mark, marksIn(answer).filter((mark) => !own.includes(mark))]).toEqual([
        path,
        caller.mark,
        [],
      ]);
    }
    for (const { mark, ids } of tenants.filter((each) => each !== caller)) {
      for (const filter of [
        `/invoices?externalReference=${mark}`,
        `/invoices?idempotency__in=${mark},${mark}`,
        `/invoices?id=${ids["/invoices/{id}"]}`,
        `/invoices?pos=${ids["/points-of-sale/{number}"]}`,
        `/audit-log?resourceId=${ids["/points-of-sale/{number}"]}`,
      ])
        expect([filter, (await api.call("GET", filter, caller)).body]).toEqual([
          filter,
          { ok: true, total: 0, result: [] },
        ]);
    }
  }
});

test("[A5] every route is opened by its scope alone, whatever other scopes a key has", async () => {
  const subsets = Array.from({ length: 2 ** scopes.length }, (_, bits) =>
    scopes.filter((_scope, index) => bits & (1 << index)),
  );
  const nothing: MarkedTenant = {
    ...first(),
    // Nothing has these ids, and nobody may send these bodies: so a key that is let in changes nothing either.
    ids: { ...first().ids, ...idsOfNothing() },
    bodies: Object.fromEntries(documentedRoutes.map(({ name }) => [name, () => ({})])),
  };
  const keys = [];
  for (const subset of subsets) {
    const { id, secret } = await makeKey();
    // No key can be made without a scope; one that was would be refused, too.
    await marked.api.db.$executeRaw`UPDATE api_key SET scopes = ${subset} WHERE id = ${id}`;
    keys.push({ subset, secret });
  }
  const { asked: _before, ...before } = await everything();
  for (const { subset, secret } of keys) {
    for (const route of documentedRoutes) {
      const isOpen = route.openedBy === "any key" || subset.includes(route.openedBy);
      const answer = await marked.call(route, isOpen ? nothing : first(), { as: secret });
      if (!isOpen) expect(seen(route, subset, answer)).toEqual(unauthorized(route, subset));
      else
        expect([route.name, subset, [200, 400, 404]]).toEqual([
          route.name,
          subset,
          expect.arrayContaining([answer.status]),
        ]);
    }
  }
  const { asked: _after, ...after } = await everything();
  expect(after).toEqual(before);
});

test("[A1 A3] without a key in force every route answers 401, tells nothing, and changes nothing", async () => {
  const { api } = marked;
  const [revoked, expired] = [await makeKey(), await makeKey()];
  await api.call("DELETE", `/api-keys/${revoked.id}`);
  await api.db.$executeRaw`UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = ${expired.id}`;
  const { key } = first();
  const wrong: Record<string, { as: string | null; authorization?: string }> = {
    "no key": { as: null },
    "a revoked key": { as: revoked.secret },
    "an expired key": { as: expired.secret },
    "a key that nobody has": { as: `TEST_${"x".repeat(32)}` },
    "a key under the other environment's name": { as: key.replace("TEST_", "PROD_") },
    "the part of a key that is shown": { as: key.slice(0, 9) },
    "a key as a password": { as: null, authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
  };
  await changingNothing(async () => {
    for (const route of documentedRoutes) {
      for (const [what, credentials] of Object.entries(wrong)) {
        const answer = await marked.call(route, first(), credentials);
        expect(seen(route, what, answer)).toEqual(unauthorized(route, what));
      }
    }
  });
});

test("[A4] with an expired subscription every read works, and every write except revoking is 402", async () => {
  const { api } = marked;
  const spare = await makeKey();
  await api.setUntil("2020-01-01");
  const before = await everything();
  for (const route of documentedRoutes.filter(({ path }) => !path.startsWith("/taxauth"))) {
    if (route.name === "DELETE /api-keys/{id}") continue;
    const { status, body } = await marked.call(route, first());
    const isServed = route.method === "GET" || route.path === "/invoices/preview";
    expect([route.name, status, body.code]).toEqual([
      route.name,
      ...(isOfOthers(route, first())
        ? [400, "VALIDATION_ERROR"]
        : isServed
          ? [200, undefined]
          : [402, "SUBSCRIPTION_EXPIRED"]),
    ]);
  }
  expect(await everything()).toEqual(before);
  expect((await api.call("DELETE", `/api-keys/${spare.id}`)).status).toBe(200);
  await api.setUntil("2100-01-01");
});

test("a path's number that is none is 404 on every route, and the error names the parameter as the path has it", async () => {
  for (const route of owned) {
    const name = /.*\{(\w+)\}/.exec(route.path)?.[1];
    const owner = String(first().ids[String(route.names)]).replace(/\d+$/, "");
    for (const text of ["abc", "0", "1.5", "-1", "12345678901234567"]) {
      const tenant = { ...first(), ids: { ...first().ids, [String(route.names)]: owner + text } };
      const { status, body } = await marked.call(route, tenant);
      expect([route.name, status, body]).toEqual([
        route.name,
        404,
        { ok: false, code: "NOT_FOUND", error: expect.stringContaining(`: ${name} must be a whole number`) },
      ]);
    }
  }
  const taxauth = (path: string) => marked.api.call("GET", `/taxauth/${path}`);
  for (const path of ["padron/1", "fce/1"]) expect((await taxauth(path)).body.details.errors[0].field).toBe("cuit");
  expect((await taxauth("tables/colours")).body.error).toContain("name is one of voucher-types");
  expect((await taxauth("quotation/dollar")).body.error).toContain("currency must be");
});

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

test("a known path answers an unsupported method with 405 and lists the supported ones", async () => {
  for (const [path, routes] of groupBy(documentedRoutes, (route) => pathOf(route, first()))) {
    const served = routes.map(({ method }) => method).sort();
    for (const method of methods.filter((each) => !served.includes(each))) {
      const answer = await marked.api.call(method, path);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 405, undefined]);
      expect([path, answer.headers.get("allow")]).toEqual([path, served.join(", ")]);
    }
  }
  expect((await marked.api.call("GET", "/nothing-here")).status).toBe(404);
});

const outside = [
  "/docs",
  "/docs/start.js",
  "/docs/swagger-ui.css",
  "/docs/guides/errors.md",
  "/openapi.json",
  "/postman.json",
  "/llms.txt",
  "/health/live",
  "/health/ready",
  "/metrics",
];

test("outside the base path, too, an unsupported method is 405 with Allow, and HEAD goes with GET", async () => {
  const { app } = marked.api;
  for (const path of outside) {
    for (const method of [...methods.slice(1), "OPTIONS"]) {
      const { status, headers } = await app.request(path, { method });
      expect([method, path, status, headers.get("allow")]).toEqual([method, path, 405, "GET"]);
    }
    expect([path, (await app.request(path, { method: "HEAD" })).status]).toEqual([path, 200]);
  }
  expect((await app.request("/nothing-here", { method: "POST" })).status).toBe(404);
});

/** An archive says in which second its files were made. */
const untimed = (body: unknown) => (typeof body === "string" && body.startsWith("PK") ? body.length : body);

test("a slash at the end of a path makes no difference", async () => {
  const nothing = { ...first(), ids: idsOfNothing() };
  for (const route of documentedRoutes) {
    const tenant = route.method === "GET" ? first() : { ...nothing, bodies: { [route.name]: () => ({}) } };
    const [without, slashed] = [
      await marked.call(route, tenant),
      await marked.call({ ...route, path: `${route.path}/` }, tenant),
    ];
    expect([route.name, slashed.status, untimed(slashed.body)]).toEqual([
      route.name,
      without.status,
      untimed(without.body),
    ]);
    expect([route.name, slashed.body.error ?? ""]).toEqual([route.name, expect.not.stringContaining(route.method)]);
  }
  for (const path of outside) expect([path, (await marked.api.app.request(`${path}/`)).status]).toEqual([path, 200]);
});

/** The last one, because it changes what the others need. Without it, nobody would know that those calls could have succeeded. */
test("I14: with its own key each tenant is served at every route, and sees itself alone", async () => {
  const showing = new Set<string>();
  for (const tenant of marked.tenants) {
    for (const route of documentedRoutes) {
      const answer = await marked.call(route, tenant);
      expect([route.name, tenant.mark, answer.status]).toEqual([
        route.name,
        tenant.mark,
        isOfOthers(route, tenant) ? 400 : expect.toBeOneOf([200, 201, 202]),
      ]);
      const marks = marksIn(answer);
      expect([route.name, marks.filter((mark) => ![tenant.mark, tenant.companyMark].includes(mark))]).toEqual([
        route.name,
        [],
      ]);
      if (marks.length > 0) showing.add(route.name);
    }
  }
  const silent = documentedRoutes.filter(({ method, name }) => method === "GET" && !showing.has(name));
  expect(silent.map(({ name }) => name).sort()).toEqual([
    "GET /api-keys/test",
    "GET /batches/template.csv",
    "GET /quota",
    "GET /reports/iva-simple",
    "GET /reports/monotributo",
    "GET /reports/sircip",
    "GET /reports/summary",
    "GET /subscription",
    "GET /subscription/payments",
    "GET /taxauth/delegation",
    "GET /taxauth/fce/{cuit}",
    "GET /taxauth/notices",
    "GET /taxauth/quotation/{currency}",
    "GET /taxauth/status",
    "GET /taxauth/tables/{name}",
    "GET /webhooks/{id}/deliveries",
  ]);
});
