import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLink } from "../../../shared/db/people/links.js";
import { beginSession, newSecret } from "../../../shared/db/people/sessions.js";
import { type AppClient, csrfFor, openApp } from "../../support/app/app-client.js";
import { type HostileCompany, hostile, hostileWords, openHostileCompany } from "../../support/app/hostile-company.js";
import { contentOf } from "../../support/readers/database-content.js";
import { keptLog } from "../../support/readers/kept-log.js";

const logged = keptLog();
let company: HostileCompany;
let secret: string;
let owner: AppClient;
beforeAll(async () => {
  company = await openHostileCompany({}, { log: logged.log });
  const { email } = await company.signIn("owner");
  secret = await sessionOf(email);
  owner = company.visitor(secret);
});
afterAll(() => company?.[Symbol.asyncDispose]());

async function sessionOf(email: string): Promise<string> {
  const { db } = company.system;
  const { id } = await db.person.findUniqueOrThrow({ where: { email } });
  return beginSession(db, id, { address: "", agent: "" });
}

const gets = () => company.routes.filter(({ method }) => method === "GET");
const csrfOf = (of: string) => csrfFor(company.system.deps, of);
const posts = () => company.routes.filter(({ method }) => method !== "GET");
const isOfCompany = ({ path }: { path: string }) => path.startsWith("/app/:company/");

/** Sends a form as a browser with the owner's cookie, with this token and these headers. */
function send(path: string, csrf: string | undefined, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ name: "changed", ...(csrf !== undefined && { csrf }) });
  return company.system.app.request(path, {
    method: "POST",
    body,
    headers: { cookie: `talonario_session=${secret}`, host: "app.example", ...headers },
  });
}

test("a form without its token, or with another's, is a 403 on every route, and changes nothing", async () => {
  const other = await sessionOf((await company.signIn("owner")).email);
  const tokens = {
    none: undefined,
    empty: "",
    wrong: await csrfOf(newSecret()),
    "another session's": await csrfOf(other),
    secret,
  };
  expect(posts().length).toBeGreaterThan(30);
  const before = await contentOf(company.system.db);
  const refused = [];
  for (const route of posts())
    for (const [what, token] of Object.entries(tokens)) {
      const { status, headers } = await send(company.addressOf(route), token);
      refused.push([route.name, what, status, headers.get("location"), headers.get("set-cookie")]);
    }
  expect(refused.filter(([, , status, ...others]) => status !== 403 || others.some((each) => each !== null))).toEqual(
    [],
  );
  expect(await contentOf(company.system.db)).toEqual(before);
});

test("a form that another site sends is a 403 on every route even with its token, and changes nothing", async () => {
  const token = await csrfOf(secret);
  const from: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "https://app.example.evil.example" },
    { origin: "https://app.example:8443" },
    { origin: "null" },
    { origin: "https://app.example", "sec-fetch-site": "cross-site" },
    { origin: "https://other.app.example", "sec-fetch-site": "same-site" },
  ];
  const before = await contentOf(company.system.db);
  const statuses = [];
  for (const route of posts())
    for (const headers of from) statuses.push((await send(company.addressOf(route), token, headers)).status);
  expect(new Set(statuses)).toEqual(new Set([403]));
  expect(await contentOf(company.system.db)).toEqual(before);

  const ownWays: Record<string, string>[] = [
    {},
    { origin: "https://app.example" },
    { "sec-fetch-site": "none" },
    // A proxy that gives its own name for ours.
    { origin: "https://app.example", host: "api:3000", "sec-fetch-site": "same-origin" },
  ];
  for (const headers of ownWays) expect((await send("/app/account/name", token, headers)).status).toBe(303);
});

test("a token is of one browser: without a cookie there is none that fits", async () => {
  const { app } = company.system;
  const csrf = await csrfOf("");
  const body = () => new URLSearchParams({ csrf, email: "a@example.com", password: "x" });
  for (const cookie of ["", "talonario_session=", "talonario_session=short"])
    expect((await app.request("/app/sign-in", { method: "POST", body: body(), headers: { cookie } })).status).toBe(403);
});

test("no page changes anything", async () => {
  const before = await contentOf(company.system.db);
  for (const route of gets()) await owner.get(company.addressOf(route));
  expect(await contentOf(company.system.db)).toEqual(before);
});

test("every page, refusal and file has headers that keep a browser careful", async () => {
  const strict = [
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
  const refused = ["/app/nothing", "/app/mono/homologation", "/app/demo/homologation/invoices/999999999"];
  const nobody = company.visitor();
  for (const path of [...gets().map((route) => company.addressOf(route)), ...refused])
    for (const who of [owner, nobody]) {
      const { headers, status } = await who.get(path);
      const frames = /\/invoices\/\d+\/pdf$/.test(path) ? ["'self'", "SAMEORIGIN"] : ["'none'", "DENY"];
      const isPdf = headers.get("content-type") === "application/pdf";
      const kind = isPdf
        ? ["style-src 'self' 'unsafe-inline'", "object-src 'self'"]
        : ["style-src 'self'", "object-src 'none'"];
      const policy = (headers.get("content-security-policy") ?? "").split("; ");
      expect([path, policy.sort()]).toEqual([path, [...strict, ...kind, `frame-ancestors ${frames[0]}`].sort()]);
      expect([path, headers.get("x-frame-options")]).toEqual([path, frames[1]]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("strict-origin");
      expect(headers.get("access-control-allow-origin")).toBeNull();
      if (!path.startsWith("/app/static/"))
        expect([path, status, headers.get("cache-control")]).toEqual([path, status, "no-store"]);
    }
  const forged = await send("/app/sign-out", "wrong");
  expect([forged.headers.get("content-security-policy"), forged.headers.get("cache-control")]).toEqual([
    expect.stringContaining("default-src 'none'"),
    "no-store",
  ]);
});

test("pages have no script, style or handler of their own in them", async () => {
  for (const route of gets()) {
    const { text, headers } = await owner.get(company.addressOf(route));
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect([route.name, scripts.filter((tag) => !/^<script src="\/app\/static\/[\w.]+\?v=[\w-]+"/.test(tag))]).toEqual([
      route.name,
      [],
    ]);
    expect([route.name, text.match(/<style|<base|<[^>"]+ (style|on\w+)=|="javascript:/g)]).toEqual([route.name, null]);
  }
});

test("what somebody wrote is shown as text on every page that shows it", async () => {
  await company.system.db.$executeRaw`UPDATE person SET name = ${hostile("person")} WHERE email LIKE 'owner-%'`;
  const shown = new Set<string>();
  const words = [...hostileWords, "person", "typed"];
  const look = (where: string, html: string) => {
    for (const word of words) {
      expect([where, html.includes(`<script>${word}`), html.includes(`"'><img`)]).toEqual([where, false, false]);
      if (html.includes(`&lt;script&gt;${word}`)) shown.add(word);
    }
  };
  for (const route of gets()) {
    const { text, headers } = await owner.get(company.addressOf(route));
    if (headers.get("content-type")?.startsWith("text/html")) look(route.name, text);
  }
  // Every form shows again what was typed into it.
  const typed = hostile("typed");
  const names =
    "name number alias url description email csv address label points items.0.description items.0.price customer.name".split(
      " ",
    );
  const fields = { ...Object.fromEntries(names.map((name) => [name, typed])), rotation: "0", end: "1" };
  for (const route of posts().filter(({ name }) => !/sign-out|removal|revocation|enabled$/.test(name))) {
    const { text, status } = await owner.post(company.addressOf(route), fields, { "x-forwarded-for": "10.2.0.1" });
    expect([route.name, status]).toEqual([route.name, expect.not.stringMatching(/^5/)]);
    look(route.name, text);
  }
  const asked = "to said state offset action customer from period token versions".split(" ");
  const query = asked.map((name) => `${name}=${encodeURIComponent(typed)}`).join("&");
  for (const route of gets()) {
    const { text, status, headers } = await owner.get(`${company.addressOf(route)}?${query}`);
    expect([route.name, status < 500]).toEqual([route.name, true]);
    if (headers.get("content-type")?.startsWith("text/html")) look(`${route.name}?`, text);
  }
  expect(words.filter((word) => !shown.has(word))).toEqual([]);
});

const queryNames =
  "action actorEmail resourceId q pos type from state offset period token to versions part order".split(" ");
const fieldNames =
  "name number alias url description email password again old token to kept csv certificate rotation newest activity grossIncome intent do end items.0.price items.0.description customer.name customer.docNumber".split(
    " ",
  );

test.for(["\0a", "9".repeat(30), "\u202e%"])("no text breaks a page, such as %j", async (text) => {
  const encoded = encodeURIComponent(text);
  const within = (path: string) => `/app/demo/homologation/${path}`;
  const failed: unknown[] = [];
  const check = (what: unknown, { status }: { status: number }) => status >= 500 && failed.push([what, status]);
  const sections = ["invoices", "invoices/new", "batches", "points-of-sale", "certificates", "api-keys", "webhooks"];
  for (const path of [
    ...[`/app/${encoded}/homologation`, `/app/demo/${encoded}`, `/app/${encoded}`, `/app/static/${encoded}`],
    ...sections.map((section) => within(`${section}/${encoded}`)),
    ...[within(`points-of-sale/${encoded}/logo-image`), within(`webhooks/${encoded}/deliveries/${encoded}`)],
  ])
    check(path, await owner.get(path));
  const query = queryNames.map((name) => `${name}=${encoded}`).join("&");
  for (const route of gets()) check(route.name, await owner.get(`${company.addressOf(route)}?${query}`));
  const fields = Object.fromEntries(fieldNames.map((name) => [name, text]));
  for (const route of posts().filter(({ name }) => !/sign-out|removal|revocation|sessions$/.test(name)))
    check(route.name, await owner.post(company.addressOf(route), fields));
  expect(failed).toEqual([]);
});

test("a company of others is the same page as one that does not exist, on every route", async () => {
  for (const route of company.routes.filter(isOfCompany)) {
    const [foreign, none] = ["mono", "nobody-has-it"].map((code) => company.addressOf(route, code));
    const ask = (path = "") => (route.method === "GET" ? owner.get(path) : owner.post(path));
    const [first, second] = [await ask(foreign), await ask(none)];
    expect([route.name, first.status, first.text]).toEqual([route.name, 404, second.text]);
  }
});

test("signing in leads to a page of ours only, whatever the address asks for", async () => {
  const asked = [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/app",
    "https:/app",
    "http:evil.example",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "/app/../docs",
    "/app/..",
    "/app/%2e%2e/docs",
    "/app/%2f%2fevil.example",
    "/app//evil.example",
    "/app\\evil",
    "/app/\tx",
    "/app\n/x",
    "\t/app",
    " /app",
    "/app/\0",
    "/app/demo\r\nSet-Cookie: a=b",
    "/apple",
    "/application/x",
    "/app@evil.example",
    "/app:80",
    "/app/demo?x=//evil.example",
    "/app/demo#x",
    ".evil.example",
    "app",
    "/",
    "",
    "/docs",
    "/app/é",
    "/app/sign-in?to=%2F%2Fevil.example",
    "/app/sign-in",
    "/app/demo/homologation",
    "/app/demo/production/invoices?offset=20&said=issued",
  ];
  const places = new Map<string, string | null>();
  for (const to of asked) {
    const { status, location, headers } = await owner.get(`/app/sign-in?to=${encodeURIComponent(to)}`);
    expect([to, status, headers.get("set-cookie")]).toEqual([to, 303, null]);
    const place = new URL(location ?? "", "https://app.example/app/sign-in");
    expect([to, place.origin, /^\/app(\/|$)/.test(place.pathname)]).toEqual([to, "https://app.example", true]);
    places.set(to, location);
    const page = await company.visitor().get(`/app/sign-in?to=${encodeURIComponent(to)}`);
    const kept = /name="to" value="([^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "/app";
    expect([to, kept]).toEqual([to, location]);
  }
  const led = [...places].filter(([, location]) => location !== "/app").map(([to]) => to);
  expect(led).toEqual(asked.slice(-4));
});

test("a form that is kept is sent on to a company's page only", async () => {
  const { email } = await company.signIn("owner");
  const link = await makeLink(
    company.system.db,
    (await company.system.db.person.findUniqueOrThrow({ where: { email } })).id,
  );
  const visitor = company.visitor();
  await visitor.get("/app/sign-in");
  const password = "a long enough password";
  await visitor.post("/app/password", { token: link, password, again: password });
  for (const path of [
    "//evil.example",
    "https://evil.example",
    "/app/demo/homologation/../../..",
    "/app/account/name",
    "/docs",
  ]) {
    const kept = JSON.stringify({ path, fields: [["a", "b"]], lostFile: false });
    const entered = await visitor.post("/app/sign-in", { email, password, kept });
    expect([path, entered.status, entered.location]).toEqual([path, 303, "/app"]);
  }
});

test("every form that is posted has its token as its first field, and only those that take a file are sent in parts", async () => {
  const forms: { page: string; action: string; form: string }[] = [];
  for (const who of [owner, company.visitor()])
    for (const route of gets()) {
      const to = company.addressOf(route);
      const { text } = await who.get(to);
      for (const [form = "", attributes = ""] of text.matchAll(/<form([^>]*)>[\s\S]*?<\/form>/g))
        if (/method="post"/.test(attributes))
          forms.push({ page: route.name, action: /action="([^"]*)"/.exec(attributes)?.[1] ?? to, form });
    }
  expect(forms.length).toBeGreaterThan(40);
  const first = (form: string) => /<(?:input|select|textarea|button)[^>]*>/.exec(form)?.[0] ?? "";
  expect(forms.filter(({ form }) => !/name="csrf"/.test(first(form))).map(({ page }) => page)).toEqual([]);

  const inParts = forms.filter(({ form }) => form.startsWith("<form") && /^<form[^>]*multipart/.test(form));
  expect(new Set(inParts.map(({ action }) => action.split("/").at(-1)))).toEqual(
    new Set(["new", "logo", "installation"]),
  );
  const large = { "content-length": `${2 * 1_048_576}`, "content-type": "application/x-www-form-urlencoded" };
  for (const { action } of inParts) {
    const headers = { ...large, cookie: `talonario_session=${secret}` };
    const { status } = await company.system.app.request(action, { method: "POST", headers, body: "a=b" });
    expect([action, status], "its form may be larger than others").toEqual([action, 403]);
  }
});

test("with APP=off nothing is served at /app", async () => {
  await using off = await openApp({ APP: "off" });
  for (const route of company.routes) {
    const response = await off.system.app.request(company.addressOf(route), { method: route.method });
    expect([route.name, response.status, response.headers.get("set-cookie"), await response.json()]).toEqual([
      ...[route.name, 404, null],
      { ok: false, code: "NOT_FOUND", error: expect.any(String) },
    ]);
  }
});

test("a page's line in the log names the person and the company, and holds no secret and no query", async () => {
  const { email } = await company.signIn("reader");
  const visitor = company.visitor(await sessionOf(email));
  logged.lines.length = 0;
  const token = newSecret();
  await visitor.get("/app/demo/production/invoices/20123456786?customer=20123456786");
  await visitor.get("/app/account");
  await company.visitor().get(`/app/password?token=${token}`);
  await visitor.post("/app/password", { token, password: token, again: token });
  const client = expect.any(String);
  expect(logged.lines.filter((line) => line["msg"] === "request" && line["client"] !== undefined)).toMatchObject([
    {
      client,
      method: "GET",
      route: "/app/:company/:environment/invoices/:id",
      company: "demo",
      production: true,
      userEmail: email,
    },
    { client, method: "GET", route: "/app/account", userEmail: email },
    { client, method: "GET", route: "/app/password", status: 404 },
    { client, method: "POST", route: "/app/password", status: 404, userEmail: email },
  ]);
  const written = JSON.stringify(logged.lines);
  for (const hidden of [token, "20123456786", createHash("sha256").update(token).digest("hex")])
    expect(written).not.toContain(hidden);
});

test("with APP=only nothing but pages is served, and they work: the API's routes are asked from within", async () => {
  await using pages = await openApp({ APP: "only" });
  const visitor = await pages.signIn("owner");
  expect((await visitor.get("/app/demo/homologation/invoices")).status).toBe(200);
  const key = { authorization: `Bearer ${pages.system.keys.keys.test}` };
  const { routes } = company.system.app;
  const others = [...new Set(routes.map(({ path }) => path))].filter(
    (path) => !/^\/(app|health|metrics|favicon\.ico|\*)/.test(path),
  );
  expect(others.length).toBeGreaterThan(30);
  for (const path of others) {
    const to = path
      .replace(":company", "demo")
      .replaceAll(/:\w+(\{[^}]*\})?/g, "1")
      .replaceAll("*", "x");
    for (const method of ["GET", "POST"]) {
      const { status } = await pages.system.app.request(to, { method, headers: key });
      // The site's root leads to the pages, and does nothing else.
      const atRoot = method === "GET" ? 302 : 405;
      expect([method, to, status]).toEqual([method, to, to === "/" ? atRoot : 404]);
    }
  }
});
