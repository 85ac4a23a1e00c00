import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { wordsOf } from "../../support/app/words-of.js";
import { invoiceB, today } from "../../support/samples/invoice.js";

let app: OpenedApp;
let reader: AppClient;
const period = today().slice(0, 6);
const reports = "/app/demo/homologation/reports";

beforeAll(async () => {
  app = await openApp();
  reader = await app.signIn("reader");
  for (const price of [1000, 210.5])
    expect((await app.system.post(invoiceB({ items: [{ ...invoiceB().items[0], price }] }))).status).toBe(201);
});
afterAll(() => app[Symbol.asyncDispose]());

/** The month's sums, as htmx asks for them: they are there, however busy the machine is. */
const sumsOf = async (month = period) =>
  wordsOf((await reader.get(`${reports}/sums?period=${month}`, { "HX-Request": "true" })).text);

test("the page has the month's sums and offers its files", async () => {
  const { status, text } = await reader.get(`${reports}?period=${period}`);
  expect(status).toBe(200);
  const words = await sumsOf();
  expect(words).toContain("$ 1.210,50");
  expect(words).toContain("2 comprobantes");
  expect(words).toContain("Factura B");
  expect(words).toContain("Ninguno");
  expect(text).toContain(`${reports}/vat-book?period=${period}&amp;part=rates`);
  expect(await sumsOf("200001")).toContain("No hay comprobantes de enero de 2000");
});

test("sums that take long come after the page, and without the script by a link", async () => {
  const { answers, files } = app.system.deps.reports;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: typeof answers = {
    ...answers,
    async open(tenant) {
      await held;
      return answers.open(tenant);
    },
  };
  await using waiting = await openApp({}, { reports: { files, answers: slow } });
  const person = await waiting.signIn("reader");
  const page = await person.get(`${reports}?period=${period}`);
  expect([page.status, wordsOf(page.text)]).toEqual([200, expect.stringContaining("Sumando los comprobantes de")]);
  expect(page.text).toContain(`hx-get="${reports}/sums?period=${period}"`);
  const part = person.get(`${reports}/sums?period=${period}`, { "HX-Request": "true" });
  release();
  expect(wordsOf((await part).text)).toMatch(/Total \$ .* Sumado a las \d\d:\d\d/);
  const { status, location } = await person.get(`${reports}/sums?period=${period}`);
  expect([status, location]).toEqual([303, `${reports}?period=${period}`]);
});

test("the files are those of the API", async () => {
  for (const [query, type, name] of [
    ["vat-book?", "application/zip", /^attachment; filename="libro-iva-ventas_\d{11}_\d{6}_homologacion\.zip"$/],
    ["vat-book?part=vouchers&", "text/plain; charset=iso-8859-1", /libro-iva-ventas-comprobantes/],
  ] as const) {
    const file = await reader.get(`${reports}/${query}period=${period}`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, type]);
    expect(file.headers.get("content-disposition")).toMatch(name);
    expect(file.text.length).toBeGreaterThan(100);
  }
});

test("without an activity the page says so before and after the file is refused, and where to mend it", async () => {
  const warned = await reader.get(`${reports}?period=${period}`);
  expect(warned.text).toContain("Falta la actividad para IVA Simple");
  const refused = await reader.get(`${reports}/iva-simple?period=${period}`);
  expect(refused.status).toBe(400);
  const words = wordsOf(refused.text);
  expect(words).toContain("El archivo no se hizo");
  expect(words).toMatch(/no tiene actividad/);
  expect(refused.text).toContain('href="/app/demo/homologation/fiscal-data"');

  await app.system.db.company.update({ where: { code: "demo" }, data: { activityCode: "471130" } });
  expect((await reader.get(`${reports}/iva-simple?period=${period}&part=debit`)).status).toBe(200);
  expect((await reader.get(`${reports}?period=${period}`)).text).not.toContain("Falta la actividad");
});
