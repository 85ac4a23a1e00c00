import { expect, test } from "vitest";
import { type Role, roles } from "../../../shared/domain/roles.js";
import { waitFor } from "../../sandbox/wait-for.js";
import type { AppClient } from "../../support/app/app-client.js";
import { openHostileCompany } from "../../support/app/hostile-company.js";
import type { PageRoute } from "../../support/app/page-routes.js";
import { openForFile } from "../../support/open-for-file.js";

// A new page needs a row here: one line in `inCompany`, by its method and its path below the company.

/** The status for each role. People of another company get 404 everywhere, and who is not signed in is sent to sign in. */
interface Row extends Record<Role, number> {
  /** What the form sends; nothing by default. */
  fields?: Record<string, string>;
  /** By default all is asked in homologation. */
  environment?: "production";
}

const everybody = (status: number): Row => ({ owner: status, issuer: status, reader: status });
/** For issuers and owners. */
const issuers = (status: number, fields: Record<string, string> = {}): Row => ({
  ...{ owner: status, issuer: status, reader: 403, fields },
});
/** For owners alone. */
const owners = (status: number, fields: Record<string, string> = {}): Row => ({
  ...{ owner: status, issuer: 403, reader: 403, fields },
});

/**
 * In the order in which they are asked, all GETs first: what removes something comes last. Most forms are sent empty, so 400 is the
 * answer to whoever may send them.
 */
const inCompany: Record<string, Row> = {
  "GET ": everybody(200),
  "GET /figures": everybody(303),
  "GET /first-steps": everybody(200),

  "GET /invoices": everybody(200),
  "GET /invoices/csv": everybody(200),
  "GET /invoices/new": issuers(303),
  "GET /invoices/new/:key": issuers(200),
  "POST /invoices/new/:key/preview": issuers(200),
  "POST /invoices/new/:key": issuers(400),
  "GET /invoices/:id": everybody(200),
  "GET /invoices/:id/pdf": everybody(200),
  "POST /invoices/:id/pdf": issuers(303),
  "POST /invoices/:id/report": issuers(303),
  "POST /invoices/:id/emails": issuers(400),
  "GET /invoices/:id/credit-note": issuers(200),
  "POST /invoices/:id/credit-note": issuers(400),
  "GET /invoices/:id/debit-note": issuers(200),
  "POST /invoices/:id/debit-note": issuers(400),

  "GET /plan": everybody(200),
  // Where nothing is paid in the application there is nothing to pay.
  "GET /plan/renewal": owners(303),
  "POST /plan/renewal": owners(404),
  "GET /plan/extra": owners(303),
  "POST /plan/extra": owners(404),

  "GET /batches": everybody(200),
  "GET /batches/new": issuers(200),
  "POST /batches/new": issuers(400),
  "GET /batches/template.csv": everybody(200),
  "GET /batches/:id": everybody(200),
  "POST /batches/:id": issuers(303, { do: "cancel" }),
  "GET /batches/:id/results.csv": everybody(200),

  "GET /reports": everybody(200),
  "GET /reports/sums": everybody(303),
  "GET /reports/vat-book": everybody(200),
  "GET /reports/iva-simple": everybody(200),

  "GET /points-of-sale": everybody(200),
  "GET /points-of-sale/new": owners(200),
  "POST /points-of-sale/new": owners(400),
  "GET /points-of-sale/:number": everybody(200),
  "POST /points-of-sale/:number": owners(400, { activity: "none" }),
  "POST /points-of-sale/:number/enabled": owners(303, { enabled: "true" }),
  "POST /points-of-sale/:number/logo": owners(400),
  "GET /points-of-sale/:number/logo-image": everybody(200),
  "POST /points-of-sale/:number/logo-removal": owners(303),
  "GET /points-of-sale/:number/enabled": everybody(303),
  "GET /points-of-sale/:number/logo": everybody(303),
  "GET /points-of-sale/:number/logo-removal": everybody(303),

  "GET /certificates": everybody(200),
  "GET /certificates/delegation": everybody(303),
  "GET /certificates/new": owners(200),
  "POST /certificates/new": owners(400),
  "GET /certificates/:id": everybody(200),
  "GET /certificates/:id/request.csr": everybody(200),
  "POST /certificates/:id/installation": owners(400),
  "GET /certificates/:id/installation": everybody(303),
  "GET /certificates/:id/check": everybody(303),

  "GET /api-keys": everybody(200),
  "GET /api-keys/new": owners(200),
  "POST /api-keys/new": owners(400),
  "POST /api-keys/:id/revocation": owners(303),
  "GET /api-keys/:id/revocation": everybody(303),

  "GET /webhooks": everybody(200),
  "GET /webhooks/new": owners(200),
  "POST /webhooks/new": owners(400),
  "GET /webhooks/:id": everybody(200),
  "GET /webhooks/:id/deliveries/:deliveryId": everybody(200),
  "POST /webhooks/:id/deliveries/:deliveryId/retry": owners(303),
  "GET /webhooks/:id/deliveries/:deliveryId/retry": everybody(303),
  "POST /webhooks/:id": owners(400),
  "POST /webhooks/:id/test": owners(303),
  "POST /webhooks/:id/secret": owners(200, { rotation: "0" }),
  "POST /webhooks/:id/enabled": owners(303, { enabled: "true" }),
  "POST /webhooks/:id/removal": owners(303),
  "GET /webhooks/:id/enabled": everybody(303),
  "GET /webhooks/:id/test": everybody(303),
  "GET /webhooks/:id/secret": everybody(303),
  "GET /webhooks/:id/removal": everybody(303),

  "GET /people": everybody(200),
  "GET /people/new": owners(200),
  "POST /people/new": owners(400),
  "GET /people/:id": owners(200),
  "GET /people/:id/invitation": everybody(303),
  "GET /people/:id/removal": everybody(303),
  "POST /people/:id": owners(303, { role: "issuer" }),
  "POST /people/:id/invitation": owners(303),
  "POST /people/:id/removal": owners(303),

  "GET /fiscal-data": everybody(200),
  "POST /fiscal-data": { ...owners(400), environment: "production" },

  "GET /audit-log": everybody(200),
};

/** What belongs to no company: for whoever is signed in, and for nobody. */
const elsewhere: Record<string, [signedIn: number, nobody: number]> = {
  "GET /app/static/:name": [200, 200],
  "GET /app": [303, 303],
  "GET /app/sign-in": [303, 200],
  "POST /app/sign-in": [400, 400],
  "GET /app/forgot": [200, 200],
  "POST /app/forgot": [200, 200],
  "GET /app/password": [404, 404],
  "POST /app/password": [404, 404],
  "GET /app/account": [200, 303],
  "POST /app/account/name": [303, 303],
  "POST /app/account/sessions": [303, 303],
  "POST /app/account/password": [400, 303],
  // There is none for them: only an invitation of one's own is found.
  "POST /app/invitations/:id/acceptance": [404, 404],
  "POST /app/invitations/:id/refusal": [404, 404],
  "GET /app/invitations/:id/*": [303, 303],
  "POST /app/sign-out": [303, 303],
};

const root = "/app/:company/:environment";
const isOfCompany = ({ path }: PageRoute) => path.startsWith(root);
const rowName = ({ method, path }: Pick<PageRoute, "method" | "path">) => `${method} ${path.slice(root.length)}`;
/** The routes of a company in the table's order. */
const inOrder = (method: string): [PageRoute, Row][] =>
  Object.entries(inCompany).flatMap(([name, row]) => {
    const route = company.routes.find((each) => isOfCompany(each) && rowName(each) === name);
    return route?.method === method ? [[route, row] satisfies [PageRoute, Row]] : [];
  });

const company = await openForFile(openHostileCompany);
const [owner, issuer, reader] = await Promise.all(roles.map((role) => company.signIn(role)));
const people = {
  owner,
  issuer,
  reader,
  stranger: await company.signIn("owner", "mono"),
  nobody: company.visitor(),
} as Record<Role | "stranger" | "nobody", AppClient>;
await people.nobody.get("/app/sign-in");

/** Each from an address of its own: no limit may stand in for a role. */
let asked = 0;
function ask(who: AppClient, { method, path, name }: PageRoute, fields?: Record<string, string>) {
  asked += 1;
  const headers = { "x-forwarded-for": `10.1.${asked >> 8}.${asked & 255}` };
  const address = company.addressOf({ name, path }, "demo", inCompany[rowName({ method, path })]?.environment);
  return method === "GET" ? who.get(address, headers) : who.post(address, fields, headers);
}

test("every route of the application has its row, and every row its route", () => {
  const [within, without] = [company.routes.filter(isOfCompany), company.routes.filter((route) => !isOfCompany(route))];
  expect(Object.keys(inCompany).sort()).toEqual(within.map(rowName).sort());
  expect(Object.keys(elsewhere).sort()).toEqual(without.map(({ name }) => name).sort());
});

test("nobody is let in: their page is kept for after signing in, and so is their form", async () => {
  for (const route of company.routes.filter(isOfCompany)) {
    const { status, location } = await ask(people.nobody, route);
    const to = `/app/sign-in?to=${encodeURIComponent(company.addressOf(route))}`;
    expect([route.name, status, location]).toEqual([route.name, ...(route.method === "GET" ? [303, to] : [401, null])]);
  }
});

test("what belongs to no company is open to whom it should be", async () => {
  const found = [];
  for (const { name } of company.routes.filter((route) => !isOfCompany(route))) {
    const route = company.routes.find((each) => each.name === name) as PageRoute;
    const one = await company.signIn("reader");
    const nobody = company.visitor();
    await nobody.get("/app/sign-in");
    found.push([name, [(await ask(one, route)).status, (await ask(nobody, route)).status]]);
  }
  expect(Object.fromEntries(found)).toEqual(elsewhere);
});

test("no role and no person of another company is offered what they may not do, and each all that they may", async () => {
  for (const role of roles) {
    const { links, forms } = await offersTo(role);
    // Nothing is paid in this application: plan.test.ts has one where it is.
    const refused = (name: string) => [403, 404].includes(inCompany[name]?.[role] ?? 0);
    expect([role, links.filter(refused)]).toEqual([role, []]);
    const posts = Object.keys(inCompany).filter((name) => name.startsWith("POST"));
    expect([role, forms]).toEqual([role, posts.filter((name) => !refused(name)).sort()]);
  }
});

test("every route answers each role as its row says, and what is refused is a page", async () => {
  const [found, expected] = [[], []] as Record<string, unknown>[][];
  // First whoever is refused: nothing is changed by then.
  for (const who of ["stranger", "reader", "issuer", "owner"] as const) {
    for (const [route, row] of [...inOrder("GET"), ...inOrder("POST")]) {
      // A report's place is free a moment after its answer: until then another is asked to wait.
      const { status, headers } = await waitFor(
        async () => {
          const answer = await ask(people[who], route, row.fields);
          return answer.status !== 429 && answer;
        },
        { message: `a place for ${rowName(route)}` },
      );
      const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
      found?.push({ who, route: rowName(route), status, ...(status > 400 && { isPage }) });
      const due = who === "stranger" ? 404 : row[who];
      expected?.push({ who, route: rowName(route), status: due, ...(due > 400 && { isPage: true }) });
    }
  }
  expect(found).toEqual(expected);
});

/** The routes of the company that pages lead a role to, and those that their forms are sent to. */
async function offersTo(role: Role) {
  const links = new Set<string>();
  const forms = new Set<string>();
  for (const [route] of inOrder("GET")) {
    for (const environment of ["homologation", "production"]) {
      const address = company.addressOf(route, "demo", environment);
      const page = await people[role].get(address);
      if (page.status !== 200 || !page.headers.get("content-type")?.startsWith("text/html")) continue;
      for (const link of attributes(page.text, "href", "hx-get")) note(links, "GET", link);
      for (const form of attributes(page.text, "formaction", "hx-post")) note(forms, "POST", form);
      for (const [form] of page.text.matchAll(/<form[^>]*method="post"[^>]*>/g))
        note(forms, "POST", attributes(form, "action")[0] ?? address);
    }
  }
  return { links: [...links].sort(), forms: [...forms].sort() };
}

const attributes = (html: string, ...names: string[]) =>
  names.flatMap((name) => [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value));

function note(into: Set<string>, method: string, address: string): void {
  const [path = ""] = address.split(/[?#]/);
  const [, inside] = /^\/app\/demo\/(?:homologation|production)(.*)$/.exec(path) ?? [];
  if (inside === undefined) return;
  const fits = (name: string) => new RegExp(`^${method} ${name.split(" ")[1]?.replaceAll(/:\w+/g, "[^/]+")}$`);
  const name = Object.keys(inCompany)
    .filter((each) => each.startsWith(method) && fits(each).test(`${method} ${inside}`))
    // `/invoices/new` before `/invoices/:id`.
    .sort((a, b) => a.split(":").length - b.split(":").length)[0];
  if (name !== undefined) into.add(name);
  else if (method === "POST") into.add(`unknown: ${address}`);
}
