import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueWaiting } from "../../../shared/db/batches/waiting-elements.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { wordsOf } from "../../support/app/words-of.js";
import { publicCase } from "../../support/public-case.js";
import { csvOf } from "../../support/samples/batch-csv.js";
import { invoiceB } from "../../support/samples/invoice.js";

const base = "/app/demo/homologation";
const batches = `${base}/batches`;

let app: OpenedApp;
let issuer: AppClient;
let reader: AppClient;
beforeAll(async () => {
  app = await openApp();
  [issuer, reader] = await Promise.all([app.signIn("issuer"), app.signIn("reader")]);
});
afterAll(() => app?.[Symbol.asyncDispose]());

type Invoice = ReturnType<typeof invoiceB>;
const several = (count: number): Invoice[] => Array.from({ length: count }, () => invoiceB());
const csvWith = (invoices: Invoice[]) => csvOf(invoices, { delimiter: ";", lineEnd: "\r\n" });
const fileOf = (csv: string | Uint8Array<ArrayBuffer>) => new File([csv], "ventas.csv", { type: "text/csv" });

/** Loads a batch, and gives its address. */
async function load(invoices: Invoice[], name = ""): Promise<string> {
  const { status, location } = await issuer.post(`${batches}/new`, { csv: csvWith(invoices), name });
  expect([status, location]).toEqual([303, expect.stringMatching(/\/batches\/\d+\?said=created$/)]);
  return (location ?? "").replace("?said=created", "");
}
const elementOf = ({ idempotency }: Invoice) => app.system.db.issuance.findFirstOrThrow({ where: { idempotency } });
const approve = async (invoice: Invoice) => app.system.fate(app.system.db, (await elementOf(invoice)).id);
const refuse = async (invoice: Invoice, msg: string) =>
  app.system.db.issuance.update({
    where: { id: (await elementOf(invoice)).id },
    data: {
      state: "rejected",
      settledAt: new Date(),
      outcome: { code: "TAXAUTH_ERROR", reasons: [{ code: 10015, msg }] },
    },
  });
const recorded = async () => [await app.system.db.batch.count(), await app.system.db.issuance.count()];

test("without batches the page says what to do first, and who may not issue is not offered to", async () => {
  const [offered, shown] = [await issuer.get(batches), await reader.get(batches)];
  expect(wordsOf(offered.text)).toContain("Todavía no hay lotes");
  expect(offered.text).toContain(`href="${batches}/new"`);
  expect(shown.text).not.toContain(`href="${batches}/new"`);
  for (const page of [offered, shown]) expect(page.text).toContain(`href="${batches}/template.csv"`);
  expect((await reader.get(`${batches}/new`)).status).toBe(403);
  expect((await reader.post(`${batches}/new`, { csv: csvWith(several(1)) })).status).toBe(403);
  expect(await recorded()).toEqual([0, 0]);
});

test("the template can be sent as it is, as a file", async () => {
  const template = await issuer.get(`${batches}/template.csv`);
  expect([template.status, template.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename=/),
  ]);
  expect(template.text.split("\r\n")[0], "as a spreadsheet in Spanish opens it").toContain(";priceIncludesVat;");
  const { status, location } = await issuer.post(`${batches}/new`, { file: fileOf(template.text), csv: "", name: "" });
  expect(status).toBe(303);
  expect(wordsOf((await issuer.get(location ?? "")).text)).toContain("El lote se cargó y se está emitiendo.");
});

publicCase(
  {
    kind: "Numbers in CSV",
    sent: "application: a file that Excel in Spanish saved, sep=; on top",
    right: "issued as es-AR reads it: 1.500 is 1500, 25/11/2026 a day, a CUIT its digits",
    rule: 'api/README.md, "Batches in CSV"',
  },
  async () => {
    const body = invoiceB();
    const [year, month, day] = [body.voucherDate.slice(0, 4), body.voucherDate.slice(4, 6), body.voucherDate.slice(6)];
    const header =
      "idempotency;posNumber;voucherType;concept;voucherDate;customer.docType;customer.docNumber;customer.name;customer.taxType;items.description;items.quantity;items.price;items.taxType";
    const row = (description: string, quantity: string, price: string) =>
      `${body.idempotency};1;6;1;${day}/${month}/${year};80;30-71015154-3;Librería;4;${description};${quantity};${price};5`;
    const csv = ["sep=;", header, row("Té", "2,5", "1.500"), row("Mate", "1", "1.234,50"), ""].join("\r\n");
    const { status, location } = await issuer.post(`${batches}/new`, { csv: "", name: "", file: fileOf(csv) });
    expect([status, location]).toEqual([303, expect.stringMatching(/said=created$/)]);
    expect((await elementOf(body)).body).toMatchObject({
      voucherDate: body.voucherDate,
      customer: { docNumber: "30710151543" },
      items: [
        { quantity: 2.5, price: 1500 },
        { quantity: 1, price: 1234.5 },
      ],
    });
  },
);

test("before a file is issued its sum stands there, and what its prices mean; nothing is recorded", async () => {
  const before = await recorded();
  const priced = (over: object) =>
    invoiceB({ items: [{ description: "Yerba", quantity: 1, price: 1_000, taxType: 5 }], ...over });
  const csv = csvWith([priced({}), priced({ priceIncludesVat: false })] as Invoice[]);
  const { status, text } = await issuer.post(`${batches}/new`, {
    file: fileOf(csv),
    csv: "",
    name: "Noviembre",
    do: "review",
  });
  const words = wordsOf(text);
  expect(status).toBe(200);
  // With VAT 1000, and without it 1210.
  expect(words).toContain("Total a emitir $ 2.210,00");
  expect(words).toContain("En 1 comprobante los precios ya incluyen el IVA.");
  expect(words).toContain("En 1 comprobante los precios son sin IVA");
  expect(text).toContain("Emitir el lote de prueba");
  expect(await recorded()).toEqual(before);
  const wrong = await issuer.post(`${batches}/new`, {
    csv: csvWith([priced({ posNumber: 77 })]),
    name: "",
    do: "review",
  });
  expect([wrong.status, wordsOf(wrong.text)]).toEqual([400, expect.stringContaining("hay 1 error para corregir")]);
  const blank = await issuer.get(`${batches}/new`);
  expect(wordsOf(blank.text)).toContain("Los precios se toman con IVA incluido, salvo que la columna priceIncludesVat");
});

test("every fault of a file is told by its line in Spanish, and nothing is recorded", async () => {
  const before = await recorded();
  const [a, b, c] = several(3) as [Invoice, Invoice, Invoice];
  const csv = csvWith([
    { ...a, items: [{ description: "Yerba", quantity: 1, price: -5, taxType: 5 }] },
    { ...b, posNumber: 77 },
    { ...c, voucherDate: "ayer" },
  ]);
  const { status, text } = await issuer.post(`${batches}/new`, { file: fileOf(csv), csv: "", name: "Noviembre" });
  expect(status).toBe(400);
  const words = wordsOf(text);
  expect(words).toMatch(/El lote no se cargó: hay 3 errores para corregir/);
  for (const told of [
    /Línea 2 del archivo: precio items\.price/,
    /Línea 3 del archivo: [^.]+ posNumber/,
    /Línea 4 del/,
  ])
    expect(words).toMatch(told);
  expect(words).not.toMatch(/\b(must|line|is not)\b/);
  // What was sent is there to be mended.
  expect(text).toContain('value="Noviembre"');
  expect(words).toContain(a.idempotency);
  expect(await recorded()).toEqual(before);
});

test.each([
  ["a column that nobody knows", "idempotency;colour\r\nx;red", "No se conoce esta columna"],
  ["a file that is no UTF-8", new Uint8Array([0x61, 0xf1, 0x6f]), "El archivo no está en UTF-8"],
  ["a file of a header alone", "idempotency;posNumber\r\n", "El archivo no tiene comprobantes"],
])("%s is refused, and said", async (_, content, told) => {
  const before = await recorded();
  const { status, text } = await issuer.post(`${batches}/new`, { file: fileOf(content), name: "" });
  expect([status, await recorded()]).toEqual([400, before]);
  expect(wordsOf(text)).toContain(told);
});

test("a form without anything, and a name that is too long, are told beside their fields", async () => {
  const empty = await issuer.post(`${batches}/new`, { csv: " ", name: "Vacío" });
  expect([empty.status, wordsOf(empty.text)]).toEqual([400, expect.stringContaining("Elegí un archivo CSV, o pegá")]);
  expect(empty.text).toContain('id="field-file-error"');
  const long = await issuer.post(`${batches}/new`, { csv: csvWith(several(1)), name: "x".repeat(201) });
  expect(long.status).toBe(400);
  expect(long.text).toContain('id="field-name-error"');
});

test("a batch tells how far it is and what became of each voucher, and its results come as CSV", async () => {
  const [first, second, third] = several(3) as [Invoice, Invoice, Invoice];
  const page = await load([first, second, third], "Ventas de noviembre");
  const { text: running } = await reader.get(page);
  expect(wordsOf(running)).toContain("Emitidos 0 de 3");
  expect(running).toContain('<progress max="3" value="0"');
  // Looked at again by itself, with the script and without.
  expect(running).toContain(`hx-get="${page}"`);
  expect(running).toContain('<noscript><meta http-equiv="refresh"');

  await approve(first);
  await refuse(second, "Factura B: identifique al receptor");
  const part = await reader.get(page, { "HX-Request": "true" });
  expect(part.headers.get("hx-refresh")).toBeNull();
  expect(part.text).not.toContain("<html");
  // htmx reads the inside of a noscript as elements, so the page would be told to load itself anew.
  expect(part.text).not.toContain('http-equiv="refresh"');
  expect(wordsOf(part.text)).toContain("Emitidos 1 de 3 No emitidos 1 Pendientes 1");

  await approve(third);
  await app.system.db.$executeRaw`UPDATE batch SET finished_at = now() WHERE name = 'Ventas de noviembre'`;
  expect((await reader.get(page, { "HX-Request": "true" })).headers.get("hx-refresh")).toBe("true");
  const { text: done } = await reader.get(page);
  expect(wordsOf(done)).toContain("Terminado");
  expect(done).not.toContain("hx-get=");
  expect(done).not.toContain('http-equiv="refresh"');
  const voucher = await app.system.db.voucher.findFirstOrThrow({ where: { idempotency: first.idempotency } });
  expect(done).toContain(`href="${base}/invoices/${voucher.id}"`);
  expect(wordsOf(done)).toContain("identifique al receptor");
  expect(wordsOf((await reader.get(batches)).text)).toMatch(/Ventas de noviembre .*? Terminado 2 de 3 1/);

  const csv = await reader.get(`${page}/results.csv`);
  expect([csv.status, csv.headers.get("content-type"), csv.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^text\/csv/),
    expect.stringMatching(/^attachment; filename="batch-\d+\.csv"$/),
  ]);
  expect(csv.text.trimEnd().split("\r\n")).toHaveLength(4);
});

test("the same file sent twice makes no voucher twice", async () => {
  const invoices = several(2);
  const first = await load(invoices);
  const second = await load(invoices);
  expect(second).not.toBe(first);
  const keys = invoices.map(({ idempotency }) => idempotency);
  expect(await app.system.db.issuance.count({ where: { idempotency: { in: keys } } })).toBe(2);
  for (const invoice of invoices) await approve(invoice);
  // As the issuer does now and then.
  await enqueueWaiting(app.system.db);
  for (const page of [first, second]) expect(wordsOf((await issuer.get(page)).text)).toContain("Emitidos 2 de 2");
});

test("an issuer cancels what has no number yet, after being asked; a reader is neither offered nor let", async () => {
  const page = await load(several(2));
  expect((await reader.get(page)).text).not.toContain("Cancelar lo que falta");
  expect((await reader.post(page, { do: "cancel" })).status).toBe(403);
  expect(wordsOf((await issuer.get(page)).text)).toContain("Sí, cancelar lo que falta");
  expect((await issuer.post(page, { do: "anything" })).status).toBe(404);

  const cancelled = await issuer.post(page, { do: "cancel" });
  expect([cancelled.status, cancelled.location]).toEqual([303, `${page}?said=cancelled`]);
  const words = wordsOf((await issuer.get(cancelled.location ?? "")).text);
  expect(words).toContain("Cancelado");
  expect(words).toContain("No emitidos 2");
  expect(words).not.toContain("Cancelar lo que falta");
});

test("results and batches come in pages", async () => {
  const page = await load(several(51));
  expect(wordsOf((await reader.get(`${page}?offset=50`)).text)).toMatch(/ 51\. test-/);
  for (let at = 0; at < 21; at++) await load(several(1));
  const { text } = await reader.get(`${batches}?offset=20`);
  expect(text).toContain(`href="${page}"`);
});

test("a batch is found in its own company and environment alone", async () => {
  const page = await load(several(1));
  const stranger = await app.signIn("owner", "mono");
  expect((await issuer.get(page.replace("homologation", "production"))).status).toBe(404);
  expect((await stranger.get(page)).status).toBe(404);
  expect((await stranger.get(page.replace("/demo/", "/mono/"))).status).toBe(404);
  expect((await stranger.get(`${page.replace("/demo/", "/mono/")}/results.csv`)).status).toBe(404);
});

test("without a subscription nothing is loaded, what was typed stays, and batches can be seen", async () => {
  const page = await load(several(1));
  await app.system.db.$executeRaw`
    UPDATE subscription SET until = '2020-01-01' WHERE company_id = (SELECT id FROM company WHERE code = 'demo')`;
  const [invoice] = several(1) as [Invoice];
  const { status, text } = await issuer.post(`${batches}/new`, { csv: csvWith([invoice]), name: "" });
  expect(status).toBe(402);
  expect(wordsOf(text)).toMatch(/El lote no se cargó .*suscripción/);
  expect(text).toContain(invoice.idempotency);
  const review = await issuer.post(`${batches}/new`, { csv: csvWith([invoice]), name: "", do: "review" });
  expect([review.status, wordsOf(review.text)]).toEqual([200, expect.stringContaining("Revisá el lote")]);
  expect((await issuer.get(page)).status).toBe(200);
});
