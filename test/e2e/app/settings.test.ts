import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { inEveryWay, look, openWatched } from "../../support/app/browse.js";
import { signedIn } from "../../support/app/signed-in.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { closeContexts, openLoneBrowser } from "../../support/readers/open-page.js";
import { pngImage } from "../../support/samples/images.js";

let system: System;
let browser: Browser;
let receiver: Server;
let owner: BrowserContextOptions;
let base: string;
beforeAll(async () => {
  receiver = createServer((_, response) => response.writeHead(500).end("not yet")).listen(0, "127.0.0.1");
  [system, browser] = await Promise.all([startSystem({ processes: ["api", "issuer", "mailer"] }), openLoneBrowser()]);
  ({ options: owner } = await signedIn(system, "owner"));
  base = `${system.originOf("api")}/app/demo/homologation`;
});
afterAll(async () => {
  await closeContexts(browser);
  await system?.[Symbol.asyncDispose]();
  receiver?.close();
});

const phone = { width: 390, theme: "light", script: false } as const;
const notebook = { width: 1366, theme: "light", script: true } as const;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("on a phone and without a script, the wizard leads to a certificate that the authority accepts", async () => {
  const page = await openWatched(browser, phone, owner);
  await page.goto(`${base}/certificates`);
  await page.getByRole("link", { name: "Renovar" }).click();
  await page.getByLabel("Alias").fill("con tilde é");
  await button(page, "Preparar el pedido").click();
  await page.locator("#field-alias-error").waitFor();
  await page.getByLabel("Alias").fill("facturacion2");
  await button(page, "Preparar el pedido").click();

  const certificate = await system.authority.certificate(await page.getByLabel("Tu pedido (CSR)").inputValue());
  await page.getByLabel("El archivo que descargaste de ARCA").setInputFiles({
    name: "facturacion2.crt",
    mimeType: "application/x-x509-ca-cert",
    buffer: Buffer.from(certificate),
  });
  await button(page, "Instalar el certificado").click();
  await page.getByText("El certificado quedó instalado y en uso.").waitFor();
  await page.getByRole("link", { name: "Probar ahora" }).click();
  await page.getByText("Todo funciona").waitFor();
  await page.context().close();
});

test("a key is shown once; loading its page again makes no second one", async () => {
  const page = await openWatched(browser, notebook, owner);
  await page.goto(`${base}/api-keys/new`);
  await page.getByLabel("Nombre").fill("Tienda web");
  await button(page, "Crear la clave").click();
  const secret = await page.locator(".secret code").innerText();
  expect(secret).toMatch(/^TEST_/);
  expect(page.url()).not.toContain(secret);
  expect((await system.request("/api-keys/test", { key: secret })).status).toBe(200);
  await look(page, "api-key-made");
  await page.reload();
  await page.getByRole("heading", { name: "La clave ya estaba creada" }).waitFor();
  await page.getByRole("link", { name: "Ver las claves" }).click();
  expect(await page.getByRole("rowheader", { name: "Tienda web" }).count()).toBe(1);

  const row = page.getByRole("row").filter({ hasText: "Tienda web" });
  await row.getByText("Revocar…").click();
  await row.getByRole("button", { name: "Sí, revocarla" }).click();
  await page.getByText("La clave quedó revocada.").waitFor();
  expect((await system.request("/api-keys/test", { key: secret })).status).toBe(401);
  await page.context().close();
});

test("a webhook is added and tested, and what the other side answered is shown", async () => {
  const page = await openWatched(browser, notebook, owner);
  await page.goto(`${base}/webhooks`);
  await page.getByRole("link", { name: "Agregar un webhook" }).click();
  const { port } = receiver.address() as AddressInfo;
  await page.getByLabel("Dirección (URL)").fill(`http://127.0.0.1:${port}/talonario`);
  await button(page, "Agregar").click();
  expect(await page.locator(".secret code").innerText()).toMatch(/^whsec_/);
  await page.getByRole("link", { name: "Ya lo guardé" }).click();
  await button(page, "Enviar una prueba").click();
  await page.getByText("Enviamos una prueba").waitFor();
  await waitFor(
    async () => {
      await page.reload();
      return (await page.getByText(/500 en \d+ ms/).count()) > 0;
    },
    { message: "the receiver's answer to be shown" },
  );
  await page.context().close();
});

test("a logo is uploaded and seen", async () => {
  const page = await openWatched(browser, notebook, owner);
  await page.goto(`${base}/points-of-sale/1`);
  const buffer = Buffer.from(pngImage(320, 120));
  await page.getByLabel("Elegí un logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
  await button(page, "Subir el logo").click();
  await page.getByText("El logo quedó guardado.").waitFor();
  expect(
    await page.locator("img.logo").evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
  ).toBe(320);
  await page.context().close();
});

test("every page of the configuration is accessible and fits, in every way", async () => {
  const find = async (text: string) => (await system.sql<{ id: number }>(text))[0]?.id;
  const used = await find("SELECT id FROM certificate WHERE active AND NOT production AND alias = 'facturacion2'");
  const webhook = await find("SELECT id FROM webhook");
  const delivery = await find("SELECT id FROM webhook_delivery");
  const pages = {
    "points-of-sale": "/points-of-sale",
    "point-of-sale": "/points-of-sale/1",
    certificates: "/certificates",
    "certificate-check": `/certificates/${used}/check`,
    "api-keys": "/api-keys",
    "api-key-new": "/api-keys/new",
    webhooks: "/webhooks",
    webhook: `/webhooks/${webhook}`,
    delivery: `/webhooks/${webhook}/deliveries/${delivery}`,
  };
  await inEveryWay(async (page) => {
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(base + path);
      await look(page, name);
    }
    // A refused form, with its faults.
    await page.goto(`${base}/points-of-sale/new`);
    await page.getByLabel("Número").fill("cien");
    await button(page, "Agregar").click();
    await page.locator("#field-number-error").waitFor();
    await look(page, "point-of-sale-refused");
    await page.goto(`${base.replace("homologation", "production")}/webhooks`);
    await look(page, "webhooks-empty");
    await page.goto(`${base}/certificates/new`);
    await look(page, "certificate-new");
  }, owner);
});
