import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { inEveryWay, look, openWatched, type Way } from "../../support/app/browse.js";
import { holdAnswer } from "../../support/app/hold-answer.js";
import { signedIn } from "../../support/app/signed-in.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { closeContexts, openLoneBrowser } from "../../support/readers/open-page.js";
import { invoiceA, invoiceB, today } from "../../support/samples/invoice.js";

let system: System;
let browser: Browser;
let issuer: BrowserContextOptions;
let base: string;
const notebook = { width: 1366, theme: "light", script: true } as const;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), openLoneBrowser()]);
  ({ options: issuer } = await signedIn(system, "issuer"));
  base = `${system.originOf("api")}/app/demo/homologation`;
});
afterAll(async () => {
  await closeContexts(browser);
  await system[Symbol.asyncDispose]();
});

async function issue(body: object): Promise<number> {
  const answer = await system.request("/invoices", { method: "POST", body });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.result.id;
}
interface Row {
  hasPdf: boolean;
  notes: { voucherType: number; totalAmount: string }[];
}
const rowOf = async (id: number) => (await system.request(`/invoices/${id}`)).body.result as unknown as Row;
const notesOf = async (id: number) => (await rowOf(id)).notes;
const printed = (id: number) => waitFor(async () => (await rowOf(id)).hasPdf, { message: "the PDF" });

const open = async (path: string, way: Way = notebook): Promise<Page> => {
  const page = await openWatched(browser, way, issuer);
  await page.goto(`${base}${path}`);
  return page;
};

const items = [
  { description: "Yerba mate 1 kg, de Misiones, con palo", quantity: 12, price: 3500.5, taxType: 5, code: "YM-1" },
  { description: "Azúcar 1 kg", quantity: 4.5, price: 1210, taxType: 4, discount: 10 },
];

test("the list, a voucher, its credit note and the reports are accessible and fit in every way", async () => {
  const tributes = [{ type: 7, baseAmount: 40000, aliquot: 3, subtotal: 1200, description: "Percepción IIBB" }];
  const emails = [{ email: "compras@example.com", name: "Compras" }];
  const id = await issue(
    invoiceA({ items, tributes, emails, legend: "Entrega en 48 horas", externalReference: "pedido-17" }),
  );
  for (const over of [{}, { items }, { items: items.slice(1) }]) await issue(invoiceB(over));
  await printed(id);
  await inEveryWay(async (page) => {
    await page.goto(`${base}/invoices`);
    await page
      .getByText(/\d comprobantes/)
      .first()
      .waitFor();
    await look(page, "invoices");
    await page.goto(`${base}/invoices?min=mucho&reference=ninguna`);
    await look(page, "invoices-none");
    await page.goto(`${base}/invoices/${id}`);
    await look(page, "invoice");
    await page.goto(`${base}/invoices/${id}/credit-note`);
    await page.getByRole("button", { name: /Emitir la nota/ }).click();
    await page.getByText("Elegí qué acreditar").first().waitFor();
    await look(page, "credit-note");
    await page.goto(`${base}/reports?period=${today().slice(0, 6)}`);
    await look(page, "reports");
  }, issuer);
}, 600_000);

describe("a list of two pages", () => {
  const reference = "filtrados";
  beforeAll(async () => {
    for (let at = 1; at <= 21; at++)
      await issue(invoiceB({ externalReference: reference, items: [{ ...items[0], quantity: at }] }));
  });

  test("a filter, a head and a page change the list without loading the page", async () => {
    const page = await open("/invoices");
    await page.evaluate("window.sameDocument = true");
    await page.getByText("Más filtros").click();
    await page.getByLabel("Referencia propia").fill(reference);
    await page.keyboard.press("Tab");
    await page.getByText("21 comprobantes").waitFor();
    expect(page.url()).toBe(`${base}/invoices?reference=${reference}`);
    await page.getByRole("link", { name: "Siguientes" }).click();
    await page.getByText("21–21 de 21").waitFor();
    await page.getByRole("columnheader", { name: "Total" }).getByRole("link").click();
    await page.getByRole("columnheader", { name: "Total" }).and(page.locator("[aria-sort=descending]")).waitFor();
    expect(await page.getByLabel("Orden").inputValue()).toBe("-total");
    expect(page.url()).toContain("order=-total");
    expect(await page.evaluate("window.sameDocument")).toBe(true);
    await page.goBack();
    await page.getByText("21–21 de 21").waitFor();
  });

  test("the list shows what its filters say, also when a page that was asked for before arrives last", async () => {
    await issue(invoiceB({ externalReference: "one" }));
    const page = await open(`/invoices?reference=${reference}`);
    const nextPage = await holdAnswer(page, (request) => request.url().includes("offset="));
    await page.getByRole("link", { name: "Siguientes" }).click();
    await nextPage.made;
    await page.getByLabel("Referencia propia").fill("one");
    await page.keyboard.press("Tab");
    await page.getByText("1 comprobante", { exact: true }).waitFor();
    await nextPage.deliver();
    expect(await page.locator("#results [role=status]").innerText()).toBe("1 comprobante");
    expect(page.url()).toBe(`${base}/invoices?reference=one`);
    await page.context().close();
  });
});

test("a link of a list whose filters have changed meanwhile is not followed", async () => {
  await issue(invoiceB({ externalReference: "left" }));
  const page = await open("/invoices?reference=left");
  const filtered = await holdAnswer(page, (request) => request.url().includes("reference=none"));
  await page.getByLabel("Referencia propia").fill("none");
  await page.keyboard.press("Tab");
  await filtered.made;
  const followed: string[] = [];
  page.on("request", (request) => followed.push(request.url()));
  await page.getByRole("columnheader", { name: "Total" }).getByRole("link").click();
  await filtered.deliver();
  expect(followed).toEqual([]);
  expect(page.url()).toBe(`${base}/invoices?reference=none`);
  await page.context().close();
});

test("the PDF comes into the page by itself, and a double click credits the voucher once", async () => {
  const id = await issue(invoiceB());
  const page = await open(`/invoices/${id}`);
  await page.locator("iframe.pdf").waitFor();
  await page.getByText("Acreditar todo").click();
  await page.getByRole("button", { name: "Emitir la nota de prueba" }).dblclick();
  await page.getByRole("heading", { level: 1, name: /Nota de Crédito B/ }).waitFor();
  expect(await notesOf(id)).toHaveLength(1);
  await page.goBack();
  await page.goForward();
  expect(await notesOf(id)).toHaveLength(1);
});

test("a voucher is mailed and credited without a script", async () => {
  const id = await issue(invoiceB({ items }));
  const page = await open(`/invoices/${id}`, { width: 390, theme: "light", script: false });
  await page.getByLabel("Correo electrónico").fill("cliente@example.com");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByText("El correo sale en un momento.").waitFor();
  await page.getByRole("link", { name: "Acreditar una parte" }).click();
  await page.getByLabel("Yerba mate 1 kg").fill("2");
  await page.getByRole("button", { name: "Emitir la nota de prueba" }).click();
  await page.getByText("Se emitió la nota de crédito.").waitFor();
  expect(await notesOf(id)).toMatchObject([{ voucherType: 8, totalAmount: "7001.00" }]);
});
