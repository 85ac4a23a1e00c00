import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";

const base = "/app/mono/homologation/people";
const address = { APP_URL: "https://facturas.example.com" };

let app: OpenedApp;
let owner: AppClient;
beforeAll(async () => {
  app = await openApp(address);
  owner = await app.signIn("owner", "mono");
});
afterAll(() => app?.[Symbol.asyncDispose]());

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

/** The person with this address, and their place in `mono`. */
async function find(email: string) {
  const person = await app.system.db.person.findUnique({ where: { email } });
  const membership = await app.system.db.membership.findFirst({
    where: { personId: person?.id ?? 0, company: { code: "mono" } },
  });
  return { id: person?.id ?? 0, name: person?.name, role: membership?.role };
}

const mailsOf = (personId: number) => app.system.db.personMail.findMany({ where: { personId } });
/** As if the mails of this person had left some time ago. */
const letMailsLeave = (personId: number) => app.system.db.$executeRaw`
  UPDATE person_mail SET state = 'sent', created_at = now() - interval '1 hour' WHERE person_id = ${personId}`;

async function invite(email: string, fields: Record<string, string> = {}) {
  const invited = await owner.post(`${base}/new`, { email, name: "", role: "reader", ...fields });
  expect(invited.status).toBe(303);
  return { ...(await find(email.toLowerCase())), location: invited.location };
}

test("an owner invites with role and name; the link is mailed and never shown; the change is audited", async () => {
  const { id, name, role, location } = await invite("Ana@Example.com", {
    name: "Ana Gómez",
    role: "issuer",
  });
  expect([name, role, location]).toEqual(["Ana Gómez", "issuer", `${base}?said=invited`]);
  expect(await mailsOf(id)).toMatchObject([{ kind: "invite", state: "due" }]);
  const list = await owner.get(location ?? "");
  expect(wordsOf(list.text)).toContain("La invitación quedó hecha: el correo le llega en un momento.");
  expect(wordsOf(list.text)).toMatch(/ana@example\.com .*Ana Gómez .*Emite .*Correo por salir/);
  for (const { text } of [list, await owner.get(`${base}/${id}`)]) expect(text).not.toContain("token=");
  const entry = await app.system.db.auditEntry.findFirst({
    where: { action: "user.invite", resourceId: "ana@example.com" },
  });
  expect(entry).toMatchObject({ actorType: "user", actorEmail: owner.email, production: null });
});

test("what is wrong with an invitation is said beside its field, and nothing typed is lost", async () => {
  const refused = await owner.post(`${base}/new`, { email: "ana", name: "Ana", role: "issuer" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('id="field-email-error"');
  expect(wordsOf(refused.text)).toContain("Correo: escribí una dirección de correo completa");
  expect(refused.text).toContain('value="Ana"');
  expect(refused.text).toMatch(/value="issuer"[^>]*checked|checked[^>]*value="issuer"/);
  expect(refused.text).not.toMatch(/must be/);
  expect((await owner.post(`${base}/new`, { email: "otra@example.com", role: "admin" })).status).toBe(400);
});

test("an invitation is mailed again, not at once, and keeps the role", async () => {
  const { id } = await invite("again@example.com", { role: "issuer" });
  const again = await owner.post(`${base}/${id}/invitation`);
  expect(again.location).toBe(`${base}/${id}?said=recently`);
  expect(await mailsOf(id)).toHaveLength(1);
  await letMailsLeave(id);
  expect((await owner.post(`${base}/${id}/invitation`)).location).toBe(`${base}/${id}?said=invited`);
  expect(await mailsOf(id)).toHaveLength(2);
  await letMailsLeave(id);
  expect(wordsOf((await owner.get(`${base}/${id}`)).text)).toMatch(/Estado Invitada el \d\d\//);
  expect((await find("again@example.com")).role).toBe("issuer");

  await app.system.db.$executeRaw`UPDATE person_mail SET state = 'failed' WHERE person_id = ${id}`;
  expect(wordsOf((await owner.get(`${base}/${id}`)).text)).toContain("El correo no llegó");
  await app.system.db.$executeRaw`UPDATE person SET password = 'x', password_changed_at = now() WHERE id = ${id}`;
  const page = await owner.get(`${base}/${id}`);
  expect(page.text).not.toContain("/invitation");
  expect(wordsOf(page.text)).toContain("Estado Activa");
});

test("a role is changed, and a person removed after a question", async () => {
  const { id } = await invite("role@example.com");
  const changed = await owner.post(`${base}/${id}`, { role: "owner" });
  expect([changed.status, changed.location]).toEqual([303, `${base}?said=role`]);
  expect((await find("role@example.com")).role).toBe("owner");
  expect((await owner.get(`${base}/${id}`)).text).toMatch(/<details class="confirm">[\s\S]*Sí, quitar/);
  expect((await owner.post(`${base}/${id}/removal`)).location).toBe(`${base}?said=removed`);
  expect((await find("role@example.com")).role).toBeUndefined();
  expect((await owner.get(`${base}/${id}`)).status).toBe(404);
  expect((await owner.post(`${base}/${id}/removal`)).status).toBe(404);
});

test("the last owner stays an owner and stays", async () => {
  const { id } = await find(owner.email);
  const page = await owner.get(`${base}/${id}`);
  expect(wordsOf(page.text)).toContain("Sos quien administra la empresa");
  expect(page.text).not.toMatch(new RegExp(`action="${base}/${id}`));
  for (const forced of [
    () => owner.post(`${base}/${id}`, { role: "reader" }),
    () => owner.post(`${base}/${id}/removal`),
  ]) {
    const refused = await forced();
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Es la única persona que administra la empresa");
  }
  expect((await find(owner.email)).role).toBe("owner");
});

test("who removes themselves goes to what is left to them", async () => {
  const second = await app.signIn("owner", "mono");
  const { id } = await find(second.email);
  expect((await second.post(`${base}/${id}/removal`)).location).toBe("/app");
  expect((await second.get(base)).status).toBe(303);
});

test("the others see the list, and nobody of another company is in it", async () => {
  const stranger = await app.signIn("reader");
  for (const role of ["issuer", "reader"] as const) {
    const person = await app.signIn(role, "mono");
    const list = await person.get(base);
    expect(wordsOf(list.text)).toContain(owner.email);
    expect(list.text).not.toContain(stranger.email);
    expect(list.text).not.toContain(`${base}/`);
    const { id } = await find(owner.email);
    expect((await person.get(`${base}/new`)).status).toBe(403);
    expect((await person.get(`${base}/${id}`)).status).toBe(403);
    for (const path of [`${base}/new`, `${base}/${id}`, `${base}/${id}/invitation`, `${base}/${id}/removal`])
      expect((await person.post(path, { email: "x@example.com", role: "owner" })).status).toBe(403);
  }
  const foreign = await find(stranger.email);
  expect((await owner.get(`${base}/${foreign.id}`)).status).toBe(404);
  expect((await owner.post(`${base}/${foreign.id}`, { role: "owner" })).status).toBe(404);
  expect((await owner.post(`${base}/${foreign.id}/invitation`)).status).toBe(404);
  expect((await find("x@example.com")).id).toBe(0);
});

test("owners are told when invitations cannot be mailed", async () => {
  await app.system.db.$executeRaw`UPDATE person_mail SET state = 'sent'`;
  const told = "Ahora no se pueden mandar las invitaciones";
  expect((await owner.get(base)).text).not.toContain(told);
  const { id } = await invite("late@example.com");
  expect((await owner.get(base)).text).not.toContain(told);
  await app.system.db.$executeRaw`
    UPDATE person_mail SET due_at = now() - interval '10 minutes' WHERE person_id = ${id}`;
  for (const path of [base, `${base}/new`, `${base}/${id}`]) expect((await owner.get(path)).text).toContain(told);
  expect((await (await app.signIn("reader", "mono")).get(base)).text).not.toContain(told);
  await letMailsLeave(id);

  await using without = await openApp();
  const other = await without.signIn("owner", "mono");
  expect((await other.get(base)).text).toContain("APP_URL");
  const invited = await other.post(`${base}/new`, { email: "waits@example.com", name: "", role: "reader" });
  expect(invited.location).toBe(`${base}?said=waits`);
  expect((await other.get(invited.location ?? "")).text).toContain("El correo sale cuando se pueda mandar.");
});

test("a company invites ten times a minute at most", async () => {
  const other = await app.signIn("owner");
  const path = "/app/demo/homologation/people/new";
  const statuses: number[] = [];
  for (let at = 0; at < 11; at++)
    statuses.push((await other.post(path, { email: `many-${at}@example.com`, role: "reader" })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(303), 429]);
  expect((await find("many-10@example.com")).id).toBe(0);
});
