import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLink } from "../../../shared/db/people/links.js";
import { type OpenedApp, openApp } from "../../support/app/app-client.js";

let app: OpenedApp;
const [password, other] = ["a long enough password", "another long password"];
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const idOf = async (email: string): Promise<number> => {
  const rows = await app.system.db.$queryRaw<{ id: number }[]>`SELECT id FROM person WHERE email = ${email}`;
  return rows[0]?.id ?? 0;
};

test("a link sets the password once, and signs in", async () => {
  const { email } = await app.signIn("issuer");
  const token = await makeLink(app.system.db, await idOf(email));
  const visitor = app.visitor();
  const page = await visitor.get(`/app/password?token=${token}`);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(email)]);
  expect(page.headers.get("referrer-policy")).toBe("strict-origin");
  const send = (first: string, again: string) => visitor.post("/app/password", { token, password: first, again });
  expect((await send(password, other)).text).toContain("Las dos no son iguales");
  expect((await send("short", "short")).text).toContain("Es muy corta");
  expect((await send(password, password)).location).toBe("/app");
  expect((await visitor.get("/app")).location).toBe("/app/demo/homologation");

  expect((await app.visitor().get(`/app/password?token=${token}`)).status).toBe(404);
  expect((await app.visitor().get("/app/password?token=nothing")).status).toBe(404);
});

test("a forgotten password is asked for with the same answer for every name", async () => {
  const { email } = await app.signIn("reader");
  const visitor = app.visitor();
  await visitor.get("/app/forgot");
  const [known, unknown] = [
    await visitor.post("/app/forgot", { email }),
    await visitor.post("/app/forgot", { email: "nobody@example.com" }),
  ];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  const id = await idOf(email);
  const mails = () => app.system.db.$queryRaw`SELECT kind FROM person_mail WHERE person_id = ${id}`;
  await expect.poll(mails).toEqual([{ kind: "reset" }]);
});

test("a changed password ends all other sessions, and this one goes on", async () => {
  const here = await app.signIn("owner");
  const id = await idOf(here.email);
  const token = await makeLink(app.system.db, id);
  const there = app.visitor();
  await there.get(`/app/password?token=${token}`);
  await there.post("/app/password", { token, password, again: password });
  expect((await here.get("/app")).location, "a link ends them too").toBe("/app/sign-in");

  const second = app.visitor();
  await second.get("/app/sign-in");
  await second.post("/app/sign-in", { email: here.email, password });
  const wrong = await there.post("/app/account/password", { old: other, password: other, again: other });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("No es tu contraseña actual")]);
  const changed = await there.post("/app/account/password", { old: password, password: other, again: other });
  expect(changed.location).toBe("/app/account?said=saved");
  expect((await there.get("/app/account?said=saved")).text).toContain("Se guardó.");
  expect((await second.get("/app/account")).location).toBe("/app/sign-in?to=/app/account");
});

test("a person sees where they are signed in, and ends the others", async () => {
  const client = await app.signIn("reader");
  await client.post("/app/account/name", { name: "Ana <b>" });
  const page = await client.get("/app/account");
  expect(page.text).toContain("Ana &lt;b&gt;");
  expect((await client.post("/app/account/sessions")).status).toBe(303);
});
