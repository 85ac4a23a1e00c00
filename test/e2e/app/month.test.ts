import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { addDays, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { inEveryWay, look, openWatched } from "../../support/app/browse.js";
import { signedIn } from "../../support/app/signed-in.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { closeContexts, openLoneBrowser } from "../../support/readers/open-page.js";
import { csvOf } from "../../support/samples/batch-csv.js";
import { invoiceA, invoiceB, today } from "../../support/samples/invoice.js";
import { createRandom } from "../../support/samples/random.js";
import { importedVoucher, type StoredVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

let system: System;
let browser: Browser;
let issuer: BrowserContextOptions;
let base: string;
beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem({ processes: ["api", "issuer"] }), openLoneBrowser()]);
  await storeMonths();
  ({ options: issuer } = await signedIn(system, "issuer"));
  base = `${system.originOf("api")}/app/demo/homologation`;
});
afterAll(async () => {
  await closeContexts(browser);
  await system?.[Symbol.asyncDispose]();
});

/** Opens the overview, and waits for its figures: without the script a person asks for them again. */
async function openOverview(page: Page, { script }: { script: boolean }, of = base): Promise<void> {
  await page.goto(of);
  const counting = page.getByText("Contando los comprobantes del mes");
  if (script) await page.getByText("Facturado", { exact: true }).waitFor();
  else
    await waitFor(
      async () => {
        const isCounting = (await counting.count()) > 0;
        if (isCounting) await page.getByRole("link", { name: "Actualizar" }).click();
        return !isCounting;
      },
      { message: "the month's figures", intervalMs: 200 },
    );
}

/** Sales of this month and the last, some in dollars and some credited, as a shop has them. */
async function storeMonths(): Promise<void> {
  const [company] = await system.sql<{ id: number }>("SELECT id FROM company WHERE code = 'demo'");
  const random = createRandom(11);
  const now = argentineDay(Date.now());
  const vouchers = Array.from({ length: 900 }, (_, at): StoredVoucher => {
    const day = addDays(now, -Math.floor(random.next() * 60));
    const isSunday = new Date(day).getUTCDay() === 0;
    return {
      ...importedVoucher({
        id: at + 1,
        companyId: company?.id ?? 0,
        pos: 9,
        type: random.next() < 0.03 ? 8 : 6,
      }),
      date: toFiscalDate(day),
      total: ((isSunday ? 0.2 : 1) * (8_000 + random.next() * 90_000)).toFixed(2),
    };
  });
  const { db, close } = openDatabase(system.databaseUrl, { connections: 1 });
  await storeVouchers(db, vouchers).finally(close);
  await system.sql("SELECT setval('voucher_id_seq', $1)", [vouchers.length]);
}

const notebook = { width: 1366, theme: "light", script: true } as const;
const csvWith = (invoices: Record<string, unknown>[]) => csvOf(invoices, { delimiter: ";", lineEnd: "\r\n" });
const several = (count: number) => Array.from({ length: count }, () => invoiceB());
/** The authority refuses it: letter B of this much names its receiver. */
const refused = () => invoiceB({ items: [{ description: "Heladera", quantity: 1, price: 90_000_000, taxType: 5 }] });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Loads a batch from a file, as a person does. */
async function upload(page: Page, invoices: Record<string, unknown>[], name: string): Promise<void> {
  await page.goto(`${base}/batches`);
  await page.getByRole("link", { name: "Cargar un lote" }).click();
  const buffer = Buffer.from(csvWith(invoices));
  await page.getByLabel("Archivo CSV").setInputFiles({ name: "ventas.csv", mimeType: "text/csv", buffer });
  await page.getByLabel("Nombre").fill(name);
  await button(page, "Revisar el lote").click();
  await button(page, "Emitir el lote de prueba").click();
  await page.getByText(/El lote se cargó/).waitFor();
}

test.each([
  { with: "a script", width: 1366, script: true },
  { with: "no script, on a phone", width: 390, script: false },
])("a batch is loaded from a file and followed to its end, with $with", async ({ width, script }) => {
  const page = await openWatched(browser, { width, theme: "light", script }, issuer);
  // So slow that the batch is seen under way; then nobody touches the page any more.
  await system.authority.set({ latencyMs: 2_000 });
  const invoices = [...several(3), refused(), ...several(2)];
  await upload(page, invoices, "Ventas del sábado");
  await page.getByRole("progressbar").waitFor();
  await look(page, "batch-loaded");
  const loadedAt = page.url();
  await system.authority.set({ latencyMs: 0 });
  await page.getByText("Terminado", { exact: true }).waitFor({ timeout: 60_000 });
  expect(new URL(page.url()).pathname).toBe(new URL(loadedAt).pathname);
  await waitFor(async () => (await page.getByRole("link", { name: /^Factura B \d+-\d{8}$/ }).count()) === 5, {
    message: "the results to be complete",
  });
  await page
    .getByText(/identific/i)
    .first()
    .waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Bajar resultados" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^batch-\d+\.csv$/);
  await page
    .getByRole("link", { name: /^Factura B \d+-\d{8}$/ })
    .first()
    .click();
  await page.getByRole("heading", { name: /Factura B/ }).waitFor();
  await page.context().close();
});

test("a double click loads one batch, and loading the form anew makes no voucher twice", async () => {
  const before = (await system.sql("SELECT FROM batch")).length;
  const page = await openWatched(browser, notebook, issuer);
  const invoices = several(2);
  await page.goto(`${base}/batches/new`);
  await page.getByLabel("O pegá acá su contenido").fill(csvWith(invoices));
  await button(page, "Revisar el lote").click();
  await page.getByRole("heading", { name: "Revisá el lote" }).waitFor();
  await look(page, "batch-reviewed");
  await button(page, "Emitir el lote de prueba").dblclick();
  await page.getByText(/El lote se cargó/).waitFor();
  await page.getByText("Terminado", { exact: true }).waitFor({ timeout: 60_000 });
  expect((await system.sql("SELECT FROM batch")).length).toBe(before + 1);

  await page.goto(`${base}/batches/new`);
  await page.getByLabel("O pegá acá su contenido").fill(csvWith(invoices));
  await button(page, "Revisar el lote").click();
  await button(page, "Emitir el lote de prueba").click();
  await page.getByText("Terminado", { exact: true }).waitFor({ timeout: 60_000 });
  const keys = invoices.map(({ idempotency }) => idempotency);
  expect(await system.sql("SELECT FROM voucher WHERE idempotency = ANY($1)", [keys])).toHaveLength(2);
  await page.context().close();
});

test("an empty month, batches and the audit log are accessible and fit in every way", async () => {
  const owner = (await signedIn(system, "owner")).options;
  const made = await openWatched(browser, notebook, owner);
  await made.goto(`${base}/points-of-sale/new`);
  await made.getByLabel("Número").fill("31");
  await made.getByLabel("Nombre (opcional)").fill("Feria de Mataderos");
  await button(made, "Agregar").click();
  await made.waitForURL(/points-of-sale(?!\/new)/);
  await made.context().close();

  const bad = csvWith([
    invoiceB({ items: [{ description: "Yerba", quantity: 1, price: -5, taxType: 5 }] }),
    invoiceB({ posNumber: 77 }),
    invoiceB({ voucherDate: "ayer" }),
  ]);
  // A batch that stays under way, for the pictures.
  await system.authority.set({ latencyMs: 120_000 });
  await inEveryWay(async (page, way) => {
    await openOverview(page, way, base.replace("homologation", "production"));
    await look(page, "overview-empty");
    await page.goto(`${base.replace("homologation", "production")}/batches`);
    await look(page, "batches-empty");
    await page.goto(`${base}/batches/new`);
    await page.getByLabel("O pegá acá su contenido").fill(bad);
    await page.getByLabel("Nombre").fill("Noviembre");
    await button(page, "Revisar el lote").click();
    await page.getByText("hay 3 errores para corregir").waitFor();
    await look(page, "batch-refused");
    await page.goto(`${base}/batches`);
    await look(page, "batches");
    await page.getByRole("link", { name: "Ventas del sábado" }).first().click();
    await look(page, "batch-done");
    await page.goto(`${base}/audit-log`);
    for (const details of await page.locator("main details summary").all()) await details.click();
    await look(page, "audit-log");
    await page.goto(`${base}/audit-log?from=ayer`);
    await look(page, "audit-log-refused");
    await page.goto(`${base}/audit-log?email=nadie@example.com`);
    await look(page, "audit-log-none");
  }, issuer);
  await system.authority.set({ latencyMs: 0 });
});

test("the month is accessible and fits in every way, also with what it asks for", async () => {
  await system.request("/invoices", { method: "POST", body: invoiceA({ voucherDate: today() }) });
  await inEveryWay(async (page, way) => {
    await openOverview(page, way);
    await look(page, "overview");
  }, issuer);
  await system.sql("UPDATE certificate SET expires_at = now() + interval '5 days 1 minute' WHERE NOT production");
  await system.sql("UPDATE subscription SET until = current_date + 3");
  await inEveryWay(async (page, way) => {
    await openOverview(page, way);
    await look(page, "overview-needs");
  }, issuer);
});
