import { expect, test } from "vitest";
import { addDays, argentineDay } from "../../../shared/domain/calendar.js";
import { openApp } from "../../support/app/app-client.js";
import { wordsOf } from "../../support/app/words-of.js";
import { openForFile } from "../../support/open-for-file.js";

const base = "/app/demo/homologation";
const page = `${base}/audit-log`;

const app = await openForFile(openApp);

interface Entry {
  action: string;
  resourceId?: string;
  actorType?: string;
  actorEmail?: string;
  actorName?: string;
  actorApiKeyId?: number;
  production?: boolean | null;
  createdAt?: Date;
  before?: object;
  after?: object;
}
async function add(entry: Entry, code = "demo"): Promise<void> {
  const { id: companyId } = await app.system.db.company.findUniqueOrThrow({ where: { code } });
  await app.system.db.auditEntry.create({ data: { companyId, production: false, actorType: "user", ...entry } });
}
/** The rows of the list, in words. */
const rowsOf = (text: string) =>
  [...text.matchAll(/<tr [^>]*>([\s\S]*?)<\/tr>/g)].slice(1).map(([, row = ""]) => wordsOf(row));

test("without entries the page says what will be there, and every role may see it", async () => {
  await app.system.db.company.create({ data: { code: "quiet", cuit: "30712345680", name: "Quiet", taxType: 1 } });
  for (const role of ["owner", "issuer", "reader"] as const) {
    const { status, text } = await (await app.signIn(role, "quiet")).get("/app/quiet/production/audit-log");
    expect([status, wordsOf(text)]).toEqual([200, expect.stringContaining("Todavía no hay cambios")]);
  }
});

test("a change that a person makes here is told by who, what, when and its values", async () => {
  const owner = await app.signIn("owner");
  const added = await owner.post(`${base}/points-of-sale/new`, { number: "31", name: "Feria", authorization: "CAE" });
  expect(added.status).toBe(303);
  const [row] = rowsOf((await owner.get(page)).text);
  expect(row).toContain("Agregó un punto de venta (31)");
  expect(row).toContain(owner.email);
  expect(row).toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
  expect(row).toContain("Nombre Feria");
});

test("each kind of author has its words, and what is of both environments says so", async () => {
  await add({
    action: "pos.update",
    resourceId: "1",
    before: { enabled: true },
    after: { enabled: false },
    actorType: "apikey",
    actorApiKeyId: 7,
  });
  await add({ action: "subscription.update", actorType: "admin", actorName: "root", production: null });
  await add({ action: "webhook.update", actorType: "system" });
  const reader = await app.signIn("reader");
  const [system, admin, key] = rowsOf((await reader.get(page)).text);
  expect(key).toContain("Clave de API 7");
  expect(key).toContain("Habilitado Sí → No");
  expect(admin).toMatch(/Operador del servicio \(root\) .*En los dos ambientes\./);
  expect(system).toContain("El servicio");
  // The other environment has its own, and those of both.
  const production = rowsOf((await reader.get("/app/demo/production/audit-log")).text);
  expect(production.join()).toContain("Cambió la suscripción");
  expect(production.join()).not.toContain("Cambió un punto de venta");
});

test("who, what and when are asked for by filters that stay on the page, alone and together", async () => {
  const at = (day: string, clock: string) => new Date(`${day}T${clock}-03:00`);
  const day = addDays(argentineDay(Date.now()), -20);
  const ana = { actorEmail: "ana@example.com", resourceId: "200" };
  await add({ ...ana, action: "apikey.create", createdAt: at(day, "00:00:00.000") });
  await add({ ...ana, action: "apikey.revoke", createdAt: at(day, "23:59:59.999") });
  await add({ ...ana, action: "apikey.create", createdAt: at(addDays(day, 1), "00:00:00.000") });
  const reader = await app.signIn("reader");
  const found = async (query: string) => rowsOf((await reader.get(`${page}?${query}`)).text).length;
  expect(await found("email=ana@example.com")).toBe(3);
  expect(await found("email=ana@example.com&action=apikey.revoke")).toBe(1);
  expect(await found(`from=${day}&to=${day}`)).toBe(2);
  expect(await found(`from=${day}&to=${day}&actor=user&action=apikey.create&email=ana@example.com`)).toBe(1);
  expect(await found(`from=${day}&to=${day}&actor=system`)).toBe(0);

  const { text } = await reader.get(`${page}?actor=system&from=${day}&to=${day}&email=bea@example.com`);
  expect(wordsOf(text)).toContain("Nada coincide");
  expect(text).toContain('value="bea@example.com"');
  expect(text).toContain(`value="${day}"`);
  expect(text).toMatch(/<option value="system" selected/);
});

test("a day that is none is said beside its field", async () => {
  const reader = await app.signIn("reader");
  const { status, text } = await reader.get(`${page}?from=ayer`);
  expect(status).toBe(400);
  expect(text).toContain('id="field-from-error"');
  expect(wordsOf(text)).toContain("No es una fecha");
});

test("the log comes in pages that keep the filters, of the own company alone", async () => {
  for (let at = 1; at <= 21; at++)
    await add({ action: "user.role", actorEmail: "carla@example.com", resourceId: `${at}` });
  await add({ action: "user.role", actorEmail: "carla@example.com", resourceId: "foreign" }, "mono");
  const reader = await app.signIn("reader");
  const first = await reader.get(`${page}?email=carla@example.com`);
  expect(rowsOf(first.text)).toHaveLength(20);
  const next = /href="([^"]*offset=20[^"]*)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const rows = rowsOf((await reader.get(next)).text);
  expect(rows).toEqual([expect.stringContaining("Cambió el rol de una persona (1)")]);
});

test("what somebody else wrote stays text", async () => {
  const written = '<img src=x onerror="alert(1)">';
  await add({ action: "apikey.create", actorEmail: "dora@example.com", after: { name: written } });
  const { text } = await (await app.signIn("reader")).get(`${page}?email=dora@example.com`);
  expect(text).not.toContain("<img src=x");
  expect(text).toContain("&lt;img src=x");
});
