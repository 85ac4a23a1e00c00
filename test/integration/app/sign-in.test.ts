import { expect, test } from "vitest";
import { beginSession } from "../../../shared/db/people/sessions.js";
import { openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";
import { storedPassword } from "../../support/samples/stored-password.js";

const password = "a long enough password";
const app = await openForFile(openApp);

async function personWithPassword(role: "owner" | "reader" = "owner"): Promise<string> {
  const { email } = await app.signIn(role);
  await app.system.db.$executeRaw`UPDATE person SET password = ${storedPassword(password)} WHERE email = ${email}`;
  return email;
}

test("who signs in goes on to their only company, in homologation", async () => {
  const visitor = app.visitor();
  expect((await visitor.get("/app")).location).toBe("/app/sign-in");
  const page = await visitor.get("/app/sign-in");
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("Iniciar sesión")]);
  const email = await personWithPassword();
  const entered = await visitor.post("/app/sign-in", { email: ` ${email.toUpperCase()} `, password });
  expect([entered.status, entered.location]).toEqual([303, "/app"]);
  expect((await visitor.get("/app")).location).toBe("/app/demo/homologation");
});

test("who came for a page goes on to it, but never to another site", async () => {
  const email = await personWithPassword();
  for (const [to, expected] of [
    ["/app/demo/production/invoices?offset=20", "/app/demo/production/invoices?offset=20"],
    ["//evil.example", "/app"],
    ["/\\evil.example", "/app"],
    ["https://evil.example/app", "/app"],
    ["/app/../docs", "/app"],
  ] as const) {
    const visitor = app.visitor();
    await visitor.get("/app/sign-in");
    expect((await visitor.post("/app/sign-in", { email, password, to })).location, to).toBe(expected);
  }
});

test("a wrong password and an unknown name are refused with the same page", async () => {
  const visitor = app.visitor();
  await visitor.get("/app/sign-in");
  const plain = (text: string) => text.replace(/value="[^"]*"/g, "");
  const wrong = await visitor.post("/app/sign-in", { email: await personWithPassword(), password: "wrong password" });
  const unknown = await visitor.post("/app/sign-in", { email: "nobody@example.com", password: "wrong password" });
  expect([wrong.status, unknown.status]).toEqual([400, 400]);
  expect(plain(wrong.text)).toBe(plain(unknown.text));
});

test("a form sent after the session ended is kept, and sent again after signing in", async () => {
  const email = await personWithPassword();
  const [person] = await app.system.db.$queryRaw<{ id: number }[]>`SELECT id FROM person WHERE email = ${email}`;
  const cookie = await beginSession(app.system.db, person?.id ?? 0, { address: "", agent: "" });
  const visitor = app.visitor(cookie);
  await app.system.db
    .$executeRaw`UPDATE person_session SET last_used_at = now() - interval '13 hours' WHERE person_id = ${person?.id}`;
  const ended = await visitor.post("/app/demo/homologation/points-of-sale", { number: "7", name: 'Sucursal "Norte"' });
  expect([ended.status, ended.text]).toEqual([401, expect.stringContaining("Tu sesión terminó")]);
  const kept = /name="kept" value="([^"]*)"/.exec(ended.text)?.[1]?.replaceAll("&quot;", '"') ?? "";
  const resumed = await visitor.post("/app/sign-in", { email, password, kept });
  expect(resumed.text).toContain('action="/app/demo/homologation/points-of-sale"');
  expect(resumed.text).toContain('name="name" value="Sucursal &quot;Norte&quot;"');
});

test("a company of others, and an unknown page, are not found", async () => {
  const client = await app.signIn("reader");
  for (const path of ["/app/mono/homologation", "/app/nobody/homologation", "/app/demo/elsewhere", "/app/nothing"])
    expect((await client.get(path)).status, path).toBe(404);
});

test("a form without its token does nothing", async () => {
  const client = await app.signIn("owner");
  const answer = await app.system.app.request("/app/sign-out", { method: "POST" });
  expect(answer.status).toBe(403);
  expect((await client.get("/app")).location).toBe("/app/demo/homologation");
});
