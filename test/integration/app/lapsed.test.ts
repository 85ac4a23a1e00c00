import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import type { AppClient } from "../../support/app/app-client.js";
import { type HostileCompany, openHostileCompany } from "../../support/app/hostile-company.js";
import { wordsOf } from "../../support/app/words-of.js";
import { contentOf } from "../../support/readers/database-content.js";

// api/README.md, "The plan and its payment": what goes on while a subscription is lapsed.

const root = "/app/:company/:environment";

let company: HostileCompany;
let owner: AppClient;
beforeAll(async () => {
  company = await openHostileCompany();
  owner = await company.signIn("owner");
  await company.system.db.$executeRaw`UPDATE subscription SET until = ${addDays(argentineDay(Date.now()), -1)}::date`;
});
afterAll(() => company?.[Symbol.asyncDispose]());

const routes = (method: string) =>
  company.routes.filter((route) => route.method === method && route.path.startsWith(root));
/** Tables that a look at a page may write to: who was here, and when. */
const contentLeft = async () =>
  ((await contentOf(company.system.db)) as { name: string }[]).filter(({ name }) => !/session|visit/.test(name));

test("while the subscription is lapsed each form of a company is a 402 that changes nothing, but for those that the table names", async () => {
  const before = await contentLeft();
  const found: Record<string, number> = {};
  for (const route of routes("POST"))
    if (!route.path.endsWith("/revocation"))
      found[route.path.slice(root.length)] = (await owner.post(company.addressOf(route), { name: "a" })).status;
  expect(await contentLeft()).toEqual(before);
  const goesOn = Object.entries(found).filter(([, status]) => status !== 402);
  expect(Object.fromEntries(goesOn)).toEqual({
    // Where nothing is paid in the application there is nothing to pay.
    "/plan/renewal": 404,
    "/plan/extra": 404,
    "/invoices/new/:key/preview": 200,
    // Forms without what they need: the API refuses the whole ones, as the next test shows.
    "/invoices/new/:key": 400,
    "/invoices/:id/credit-note": 400,
    "/invoices/:id/debit-note": 400,
    "/batches/new": 400,
  });
});

test("the forms of which the API decides are its 402 once they are whole, keep what was typed, and change nothing", async () => {
  const base = "/app/demo/homologation";
  const voucher = `${base}/invoices/${company.ids["/invoices/:id"]}`;
  const keyOf = async (page: string) => /name="key" value="([\w-]+)"/.exec((await owner.get(page)).text)?.[1] ?? "";
  const sale = {
    ...{
      posNumber: "7",
      concept: "1",
      voucherDate: argentineDay(Date.now()),
      "items.0.description": "Yerba",
      end: "1",
    },
    ...{ "items.0.quantity": "1", "items.0.price": "100", "items.0.taxType": "5", intent: "issue" },
  };
  const template = (await owner.get(`${base}/batches/template.csv`)).text;
  const wholes: Record<string, Record<string, string>> = {
    [`${base}/invoices/new/whole-form-of-a-lapse`]: sale,
    [`${voucher}/credit-note`]: { key: await keyOf(`${voucher}/credit-note`), whole: "true" },
    [`${voucher}/debit-note`]: {
      ...{ key: await keyOf(`${voucher}/debit-note`), amount: "10", description: "Intereses", taxType: "5" },
    },
    [`${base}/batches/new`]: { csv: template, name: "Noviembre" },
  };
  const before = await contentLeft();
  for (const [path, form] of Object.entries(wholes)) {
    const { status, text } = await owner.post(path, form);
    expect([path, status, /suscripción/i.test(wordsOf(text))]).toEqual([path, 402, true]);
    const typed = Object.values(form).find((value) => /Yerba|Intereses|Noviembre/.test(value)) ?? "whole";
    expect([path, text.includes(typed)]).toEqual([path, true]);
  }
  expect(await contentLeft()).toEqual(before);
});

test("signing in and out, a password, an invitation and one's own account go on", async () => {
  const forms: Record<string, object> = {
    "/app/account/name": { name: "Another name" },
    "/app/account/password": { old: "a", password: "b", again: "b" },
    "/app/account/sessions": {},
    "/app/forgot": { email: "nobody@example.com" },
    "/app/invitations/:id/acceptance": {},
    "/app/invitations/:id/refusal": {},
    "/app/password": { token: "x" },
    "/app/sign-in": { email: "nobody@example.com", password: "x" },
    "/app/sign-out": {},
  };
  const others = company.routes.filter(({ method, path }) => method === "POST" && !path.startsWith(root));
  expect(others.map(({ path }) => path).sort()).toEqual(Object.keys(forms));
  for (const route of others) {
    const person = await company.signIn("owner");
    const { status } = await person.post(company.addressOf(route), { ...forms[route.path] });
    expect([route.name, [402, 500].includes(status)]).toEqual([route.name, false]);
  }
  expect(await company.system.db.person.count({ where: { name: "Another name" } })).toBe(1);
});

test("who is invited accepts while the subscription is lapsed", async () => {
  const { db } = company.system;
  const invited = await company.signIn("reader", "mono");
  const [membership] = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO membership (person_id, company_id, role, name, accepted_at)
    SELECT p.id, c.id, 'reader', 'Invited', NULL FROM person p, company c WHERE p.email = ${invited.email} AND c.code = 'demo' RETURNING id`;
  expect((await invited.post(`/app/invitations/${membership?.id}/acceptance`)).location).toBe("/app/demo/homologation");
  expect((await invited.get("/app/demo/homologation/plan")).status).toBe(200);
});

test("while the subscription is lapsed each page is shown, with the way to the plan", async () => {
  for (const route of routes("GET")) {
    const { status, text } = await owner.get(company.addressOf(route));
    expect([route.name, [200, 303].includes(status)]).toEqual([route.name, true]);
    if (/<main/.test(text) && !/\/plan$/.test(route.path))
      expect([route.name, text.includes("/app/demo/homologation/plan")]).toEqual([route.name, true]);
  }
});

test("what was typed is kept, to be sent once the payment is approved", async () => {
  const typed = { email: "ana@example.com", name: "Ana", role: "issuer" };
  const refused = await owner.post("/app/demo/homologation/people/new", typed);
  expect(refused.status).toBe(402);
  expect(wordsOf(refused.text)).toContain("No se guardó nada Hasta renovar solo se puede consultar.");
  for (const [name, value] of Object.entries(typed)) expect(refused.text).toContain(`name="${name}" value="${value}"`);
  const { until } = await company.system.db.subscription.findFirstOrThrow({ where: { company: { code: "demo" } } });
  await company.system.db.$executeRaw`UPDATE subscription SET until = ${addDays(argentineDay(Date.now()), 9)}::date`;
  expect((await owner.post("/app/demo/homologation/people/new", typed)).status).toBe(303);
  await company.system.db.subscription.updateMany({ data: { until } });
});

test("a key is revoked while the subscription is lapsed", async () => {
  const route = routes("POST").find(({ path }) => path.endsWith("/revocation"));
  if (!route) throw new Error("no route revokes a key");
  expect((await owner.post(company.addressOf(route))).status).toBe(303);
});
