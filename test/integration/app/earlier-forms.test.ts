import { afterAll, beforeAll, expect, test } from "vitest";
import { beginSession } from "../../../shared/db/people/sessions.js";
import { csrfFor, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { csvOf } from "../../support/samples/batch-csv.js";
import { invoiceB } from "../../support/samples/invoice.js";

let app: OpenedApp;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());

const base = "/app/demo/homologation";
const page = `${base}/invoices/new/earlier-form`;

/** A browser with several tabs: all its cookies, and forms with the token that their page had. */
function openTabs(cookies: Map<string, string>) {
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await app.system.app.request(path, { ...init, headers: { cookie, ...init.headers } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
  };
  return {
    get: (path: string) => send(path),
    token: () => csrfFor(app.system.deps, cookies.get("talonario_session") ?? ""),
    post: (path: string, csrf: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      send(path, { method: "POST", body: new URLSearchParams({ csrf, ...fields }), headers }),
  };
}

/** Somebody who is signed in. */
async function signedIn() {
  const secrets = new Map<string, string>();
  const person = await app.signIn("issuer");
  const [row] = await app.system.db.$queryRaw<{ id: number }[]>`SELECT id FROM person WHERE email = ${person.email}`;

  const again = () => beginSession(app.system.db, row?.id ?? 0, { address: "127.0.0.1", agent: "test" });
  secrets.set("talonario_session", await again());
  return { tabs: openTabs(secrets), secrets, again };
}

const filled = { "items.0.description": "Yerba mate 1 kg", intent: "issue", end: "1" };
const issued = () => app.system.db.issuance.count();

test("who signed out in another tab and then sends a form loses nothing: it is kept for after signing in", async () => {
  const { tabs } = await signedIn();
  const token = await tabs.token();
  expect((await tabs.post("/app/sign-out", token)).status).toBe(303);
  const sent = await tabs.post(page, token, filled);
  expect(sent.status).toBe(401);
  expect(sent.text).toContain("Iniciar sesión");
  expect(sent.text).toContain("Yerba mate 1 kg");
});

test("a form of before signing in again is shown once more, and nothing of it is done at once", async () => {
  const { tabs, secrets, again } = await signedIn();
  const token = await tabs.token();
  await tabs.post("/app/sign-out", token);
  secrets.set("talonario_session", await again());
  const before = await issued();
  const sent = await tabs.post(page, token, filled);
  expect(sent.status).toBe(409);
  expect(sent.text).toContain("Ver lo que completé");
  expect(sent.text).toContain("Yerba mate 1 kg");
  expect(sent.text).not.toContain('value="issue"');
  expect(await issued()).toBe(before);
  // A part of a page is no form to show again.
  expect((await tabs.post(`${page}/preview`, token, filled, { "hx-request": "true" })).status).toBe(403);
});

test("a token of before opens no page without a company, no other browser has it, and another site's form is not read", async () => {
  const { tabs } = await signedIn();
  const token = await tabs.token();
  await tabs.post("/app/sign-out", token);
  expect((await tabs.post("/app/sign-in", token, { email: "a@example.com", password: "x" })).status).toBe(403);
  expect((await tabs.post(page, token, filled, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  const other = openTabs(new Map());
  await other.get("/app/sign-in");
  expect((await other.post(page, token, filled)).status).toBe(403);
});

test("signing in leads where this browser was last", async () => {
  const { tabs, secrets } = await signedIn();
  expect((await tabs.get("/app")).location).toBe("/app/demo/homologation");
  await tabs.get("/app/demo/production/invoices");
  secrets.delete("talonario_session");
  const back = await signedIn();
  back.secrets.set("talonario_environment", secrets.get("talonario_environment") ?? "");
  expect((await back.tabs.get("/app")).location).toBe("/app/demo/production");
  await back.tabs.get("/app/demo/homologation/invoices");
  expect((await back.tabs.get("/app")).location).toBe("/app/demo/homologation");
});

test("a page that does not exist leads on", async () => {
  const { tabs } = await signedIn();
  const missing = await tabs.get(`${base}/nothing-here`);
  expect([missing.status, missing.text]).toEqual([404, expect.stringMatching(/href="\/app[^"]*">Ir al inicio/)]);
});

test("a note or a batch that was kept comes back to be looked at, and is issued there", async () => {
  const { tabs, secrets, again } = await signedIn();
  const { body } = await app.system.post(invoiceB());
  const voucher = `${base}/invoices/${body.result.id}`;
  const note = `${voucher}/credit-note`;
  const signInAgain = async () => {
    const token = await tabs.token();
    await tabs.post("/app/sign-out", token);
    secrets.set("talonario_session", await again());
    return token;
  };
  const before = await issued();
  for (const [path, fields, isShown] of [
    [note, { "quantity-0": "0,5", legend: "Devolución" }, /name="quantity-0"[^>]* value="0,5"/],
    [note, { whole: "true", legend: "Devolución" }, /Acredita el comprobante entero/],
    [
      `${base}/batches/new`,
      { csv: csvOf([invoiceB()], { delimiter: ";", lineEnd: "\r\n" }), name: "Kept" },
      /Revisá el lote/,
    ],
  ] as const) {
    const sent = { key: "kept-note", ...fields };
    const kept = await tabs.post(path, await signInAgain(), { ...sent, do: "issue" });
    expect([kept.status, kept.text]).toEqual([409, expect.stringContaining("Ver lo que completé")]);
    expect(kept.text).toContain('name="do" value="review"');
    expect(kept.text).not.toContain('value="issue"');
    const looked = await tabs.post(path, await tabs.token(), { ...sent, do: "review" });
    expect([looked.status, looked.text]).toEqual([200, expect.stringMatching(isShown)]);
    expect(looked.text).toMatch(/name="do" value="issue"/);
  }
  expect(await issued()).toBe(before);
  expect((await tabs.get(voucher)).text).toMatch(/name="do" value="issue"/);
  const done = await tabs.post(note, await tabs.token(), { key: "kept-note", whole: "true", do: "issue" });
  expect([done.status, await issued()]).toEqual([303, before + 1]);
  // Nothing is left to be credited.
  const late = await tabs.post(note, await tabs.token(), { key: "kept-note", whole: "true", do: "review" });
  expect([late.status, late.location]).toEqual([303, voucher]);
});
