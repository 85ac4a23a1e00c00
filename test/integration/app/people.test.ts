import { expect, test } from "vitest";
import { openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";

const base = "/app/mono/homologation/people";
const address = { APP_URL: "https://facturas.example.com" };

const app = await openForFile(() => openApp(address));
const owner = await app.signIn("owner", "mono");

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

/** The person with this address, and their place in `mono`. */
async function find(email: string) {
  const person = await app.system.db.person.findUnique({ where: { email } });
  const membership = await app.system.db.membership.findFirst({
    where: { personId: person?.id ?? 0, company: { code: "mono" } },
  });
  return { id: membership?.id ?? 0, personId: person?.id ?? 0, name: membership?.name, role: membership?.role };
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
  const { id, personId, name, role, location } = await invite("Ana@Example.com", {
    name: "Ana Gómez",
    role: "issuer",
  });
  expect([name, role, location]).toEqual(["Ana Gómez", "issuer", `${base}?said=invited`]);
  expect(await mailsOf(personId)).toMatchObject([{ kind: "invite", state: "due" }]);
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
  const { id, personId } = await invite("again@example.com", { role: "issuer" });
  const again = await owner.post(`${base}/${id}/invitation`);
  expect(again.location).toBe(`${base}/${id}?said=recently`);
  expect(await mailsOf(personId)).toHaveLength(1);
  await letMailsLeave(personId);
  expect((await owner.post(`${base}/${id}/invitation`)).location).toBe(`${base}/${id}?said=invited`);
  expect(await mailsOf(personId)).toHaveLength(2);
  await letMailsLeave(personId);
  expect(wordsOf((await owner.get(`${base}/${id}`)).text)).toMatch(/Estado Invitada el \d\d\//);
  expect((await find("again@example.com")).role).toBe("issuer");

  await app.system.db.$executeRaw`UPDATE person_mail SET state = 'failed' WHERE person_id = ${personId}`;
  expect(wordsOf((await owner.get(`${base}/${id}`)).text)).toContain("El correo no llegó");
  // A password, perhaps of before, says nothing here: they have not accepted.
  await app.system.db.$executeRaw`UPDATE person SET password = 'x', password_changed_at = now() WHERE id = ${personId}`;
  expect(wordsOf((await owner.get(`${base}/${id}`)).text)).not.toContain("Activa");
  await app.system.db.$executeRaw`UPDATE membership SET accepted_at = now() WHERE id = ${id}`;
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
  const { id, personId } = await invite("late@example.com");
  expect((await owner.get(base)).text).not.toContain(told);
  await app.system.db.$executeRaw`
    UPDATE person_mail SET due_at = now() - interval '10 minutes' WHERE person_id = ${personId}`;
  for (const path of [base, `${base}/new`, `${base}/${id}`]) expect((await owner.get(path)).text).toContain(told);
  expect((await (await app.signIn("reader", "mono")).get(base)).text).not.toContain(told);
  await letMailsLeave(personId);

  await using without = await openApp();
  const other = await without.signIn("owner", "mono");
  expect((await other.get(base)).text).toContain("APP_URL");
  const invited = await other.post(`${base}/new`, { email: "waits@example.com", name: "", role: "reader" });
  expect(invited.location).toBe(`${base}?said=waits`);
  expect((await other.get(invited.location ?? "")).text).toContain("El correo sale cuando se pueda mandar.");
});

test("an invited person sees the invitation once they are signed in, and accepts or refuses it there", async () => {
  const guest = await app.signIn("reader");
  await invite(guest.email, { role: "issuer" });
  const place = await find(guest.email);
  // Not theirs until they accept: a page of a company that is not theirs.
  expect((await guest.get("/app/mono/homologation")).status).toBe(404);
  const start = await guest.get("/app");
  expect(wordsOf(start.text)).toMatch(/La empresa “[^”]+” te invitó, con el rol Emite/);
  expect(start.text).toContain(`action="/app/invitations/${place.id}/acceptance"`);
  // Nobody answers for somebody else.
  const other = await app.signIn("reader");
  for (const answer of ["acceptance", "refusal"])
    expect((await other.post(`/app/invitations/${place.id}/${answer}`)).status).toBe(404);

  const accepted = await guest.post(`/app/invitations/${place.id}/acceptance`);
  expect([accepted.status, accepted.location]).toEqual([303, "/app/mono/homologation"]);
  expect((await guest.get("/app/mono/homologation")).status).toBe(200);
  expect((await guest.get("/app")).text).not.toContain("/acceptance");
  expect((await guest.post(`/app/invitations/${place.id}/refusal`)).status).toBe(404);

  await invite(other.email);
  const refused = await other.post(`/app/invitations/${(await find(other.email)).id}/refusal`);
  expect([refused.status, refused.location]).toEqual([303, "/app"]);
  expect((await find(other.email)).role).toBeUndefined();
  expect((await other.get("/app")).location).toBe("/app/demo/homologation");
});

test("the list is alike for who uses the service already and who does not", async () => {
  const known = await app.signIn("reader");
  await invite(known.email);
  await invite("unknown-before@example.com");
  const list = wordsOf((await owner.get(base)).text);
  const lineOf = (email: string) => /Nombre .*? Estado Correo por salir/.exec(list.slice(list.indexOf(email)))?.[0];
  expect(lineOf(known.email)).toBe("Nombre — Rol Consulta Estado Correo por salir");
  expect(lineOf(known.email)).toBe(lineOf("unknown-before@example.com"));
});

test("an owner invites strangers only once the company issues in production", async () => {
  await using own = await openApp(address);
  const other = await own.signIn("owner", "mono");
  const setUp = (active: boolean) =>
    own.system.db
      .$executeRaw`UPDATE certificate SET active = ${active} WHERE production AND company_id = (SELECT id FROM company WHERE code = 'mono')`;
  const fields = { email: "victima@ajena.example", name: "", role: "reader" };
  await setUp(false);
  const refused = await other.post(`${base}/new`, fields);
  await setUp(true);
  expect(refused.status).toBe(400);
  expect(wordsOf(refused.text)).toContain("Hasta que la empresa emita en Producción");
  expect(await own.system.db.person.count({ where: { email: fields.email } })).toBe(0);
  expect((await other.post(`${base}/new`, fields)).status).toBe(303);
});

test("a company invites so many people a day, and is told so", async () => {
  await using few = await openApp({ ...address, INVITATIONS_PER_COMPANY_PER_DAY: "2" });
  const other = await few.signIn("owner", "mono");
  const to = (n: number) => other.post(`${base}/new`, { email: `day-${n}@example.com`, name: "", role: "reader" });
  expect([(await to(1)).status, (await to(2)).status]).toEqual([303, 303]);
  const refused = await to(3);
  expect([refused.status, wordsOf(refused.text).includes("ya invitó hoy a 2 personas")]).toEqual([400, true]);
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
