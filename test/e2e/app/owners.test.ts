import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCompany } from "../../../api/operations/companies.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { addMonths, argentineDay } from "../../../shared/domain/calendar.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { inEveryWay, look, openWatched, type Way } from "../../support/app/browse.js";
import { isVoucher, withoutPdf } from "../../support/app/new-voucher-page.js";
import { signedIn } from "../../support/app/signed-in.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { closeContexts, openLoneBrowser } from "../../support/readers/open-page.js";

let system: System;
let browser: Browser;
beforeAll(async () => {
  [system, browser] = await Promise.all([
    startSystem({ processes: ["api", "issuer", "mailer"], env: { APP_URL: "https://facturas.example.com" } }),
    openLoneBrowser(),
  ]);
});
afterAll(async () => {
  await closeContexts(browser);
  await system?.[Symbol.asyncDispose]();
});

const notebook: Way = { width: 1366, theme: "light", script: true };

/** A company without anything but its name, and its owner in a browser. */
async function openNew(code: string) {
  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  const anchor = argentineDay(Date.now());
  const subscription = { anchor, until: addMonths(anchor, 12), monthlyVouchers: 100 };
  // The simulated registry knows this tax id, and its points of sale.
  const company = { code, cuit: "20111111112", name: "Almacén Nuevo", taxType: 6 };
  await openCompany(db, { type: "system" }, { ...company, invitations: "any" }, subscription);
  // A taxpayer's points of sale are used by one of its companies.
  await system.sql("UPDATE point_of_sale SET enabled = false WHERE cuit = $1", [company.cuit]);
  await close();
  const { options, email } = await signedIn(system, "owner", undefined, code);
  const origin = system.originOf("api");
  return { options, email, base: `${origin}/app/${code}/homologation`, real: `${origin}/app/${code}/production` };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Follows what the present step offers. */
const goOn = (page: Page, words: string) =>
  page.locator('[aria-current="step"]').getByRole("link", { name: words, exact: true }).click();
const stateOf = (page: Page) => page.locator(".steps .state").allInnerTexts();

test("a new company is led from nothing to its first voucher of homologation", async () => {
  const { options, base, real } = await openNew("historia");
  const page = await openWatched(browser, notebook, options);
  await page.goto(base);
  await page.getByRole("heading", { name: "Primeros pasos" }).waitFor();
  expect(page.url()).toBe(`${base}/first-steps`);

  await goOn(page, "Completar los datos fiscales");
  expect(page.url()).toBe(`${real}/fiscal-data`);
  await page.getByLabel("Domicilio comercial").fill("Mitre 100, Rosario");
  await page.getByLabel("Ingresos brutos").fill("901-654321-0");
  await page.getByLabel("Inicio de actividades").fill("2024-03-01");
  await button(page, "Guardar").click();
  await page.getByText("Los datos fiscales quedaron guardados.").waitFor();

  await page.goto(base);
  await goOn(page, "Pedir el certificado");
  await page.getByLabel("Alias").fill("facturacion");
  await button(page, "Preparar el pedido").click();
  const certificate = await system.authority.certificate(await page.getByLabel("Tu pedido (CSR)").inputValue());
  await page.goto(base);
  await goOn(page, "Seguir con el certificado");
  await page.getByLabel("O pegá acá su texto").fill(certificate);
  await button(page, "Instalar el certificado").click();
  await page.getByText("El certificado quedó instalado").waitFor();

  await page.goto(base);
  await goOn(page, "Agregar el punto de venta");
  await page.getByLabel("Número").fill("1");
  await button(page, "Agregar").click();
  await page.getByText("El punto de venta quedó agregado.").waitFor();

  await page.goto(base);
  // The authority may answer after the page is there.
  await page.locator('[aria-current="step"]', { hasText: "Primer comprobante de prueba" }).waitFor();
  await goOn(page, "Emitir uno de prueba");
  await page.locator('[id="field-items.0.description"]').fill("Yerba mate 1 kg");
  await page.locator('[id="field-items.0.price"]').fill("1.210,50");
  await button(page, "Emitir de prueba").click();
  await page.waitForURL(isVoucher, withoutPdf);
  await page.getByRole("heading", { name: /Factura C 00001-00000001/ }).waitFor();

  await page.goto(base);
  await page.getByRole("heading", { name: "Resumen" }).waitFor();
  await page.getByRole("link", { name: "ver los primeros pasos" }).click();
  expect(await stateOf(page)).toEqual(["Hecho", "Hecho", "Hecho", "Hecho", "Ahora", "Después", "Después"]);
  await look(page, "first-steps-homologation-done");
  await goOn(page, "Pedir el certificado");
  expect(page.url()).toBe(`${real}/certificates/new`);
  await page.context().close();
});

test("who is invited gets the link by mail, and the list says that it left", async () => {
  const { options, base } = await openNew("personas");
  const page = await openWatched(browser, { width: 390, theme: "dark", script: false }, options);
  await page.goto(`${base}/people`);
  await page.getByRole("link", { name: "Invitar a una persona" }).click();
  await page.getByLabel("Correo").fill("nueva@example.com");
  await page.getByLabel("Emite").check();
  await button(page, "Invitar").click();
  await page.getByText("La invitación quedó hecha").waitFor();
  expect(await page.content()).not.toContain("token=");
  await waitFor(
    async () => {
      await page.reload();
      return (await page.getByText(/Invitada el \d/).count()) > 0;
    },
    { message: "the invitation to leave" },
  );
  const mails = (await (await fetch(`${system.mailboxUrl}/messages`)).json()) as { to: unknown; text: string }[];
  const [mail] = mails.filter(({ to }) => JSON.stringify(to).includes("nueva@example.com"));
  expect(mail?.text).toContain("https://facturas.example.com/app/password?token=");
  await page.context().close();
});

test("people are accessible and fit in every way", async () => {
  const { options, base } = await openNew("formas");
  await system.sql(`
    WITH p AS (INSERT INTO person (email) VALUES ('carla@example.com'), ('bruno.fernandez@example.com') RETURNING id, email)
    INSERT INTO membership (person_id, company_id, role, name, accepted_at)
    SELECT p.id, c.id, 'issuer', CASE WHEN p.email LIKE 'carla%' THEN 'Carla Ruiz' END, NULL FROM p, company c WHERE c.code = 'formas'`);
  const [invited] = await system.sql<{ id: number; place: number }>(
    "SELECT p.id, m.id AS place FROM person p JOIN membership m ON m.person_id = p.id WHERE p.email = 'carla@example.com'",
  );
  await system.sql(
    "INSERT INTO person_mail (person_id, company_id, kind, state) SELECT $1, id, 'invite', 'failed' FROM company WHERE code = 'formas'",
    [invited?.id],
  );
  await inEveryWay(async (page) => {
    await page.goto(`${base}/people`);
    await look(page, "people");
    await page.goto(`${base}/people/${invited?.place}`);
    await look(page, "person");
    await page.getByText("Quitar…").click();
    await look(page, "person-removal");
    await page.goto(`${base}/people/new`);
    await page.getByLabel("Correo").fill("ana");
    await button(page, "Invitar").click();
    await page.locator("#field-email-error").waitFor();
    await look(page, "person-invitation-refused");
  }, options);
});

test("a colour is chosen with the browser's own choice, and typed where one prefers that", async () => {
  const { options, real } = await openNew("color");
  const page = await openWatched(browser, notebook, options);
  await page.goto(`${real}/fiscal-data`);
  const [field, choice] = [page.getByLabel("Color", { exact: false }).first(), page.getByLabel("Elegirlo")];
  expect([await field.inputValue(), await choice.inputValue()]).toEqual(["", "#000000"]);
  await choice.fill("#1f4e79");
  expect(await field.inputValue()).toBe("#1F4E79");
  await field.fill("#7a1f1f");
  expect(await choice.inputValue()).toBe("#7a1f1f");
  await field.fill("rojo");
  expect(await choice.inputValue()).toBe("#000000");
  await page.context().close();
});

test("fiscal data and the first steps are accessible and fit in every way", async () => {
  const { options, email, base, real } = await openNew("pasos");
  // A company that is further: everything is there but a voucher.
  await system.sql(
    `INSERT INTO membership (person_id, company_id, role)
     SELECT p.id, c.id, 'owner' FROM person p, company c WHERE p.email = $1 AND c.code = 'demo'`,
    [email],
  );
  await inEveryWay(async (page) => {
    const pages = {
      "first-steps": `${base}/first-steps`,
      "first-steps-demo": `${base.replace("pasos", "demo")}/first-steps`,
      "overview-new": `${base}?overview`,
      "fiscal-data": `${real}/fiscal-data`,
      "fiscal-data-shared": `${base}/fiscal-data`,
    };
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(address);
      await look(page, name);
    }
    await page.goto(`${real}/fiscal-data`);
    await page.getByLabel("Actividad", { exact: false }).last().fill("12");
    await page.locator("#field-fce\\.cbu").fill("123");
    await button(page, "Guardar").click();
    await page.locator("#field-activityCode-error").waitFor();
    await look(page, "fiscal-data-refused");
  }, options);
});
