import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { openServer } from "../../../api/http/open-server.js";
import { findCuit, readVouchers } from "../../../shared/db/reports/read-vouchers.js";
import { createIvaSimple } from "../../../shared/domain/reports/iva-simple.js";
import type { ReportVoucher } from "../../../shared/domain/reports/report-voucher.js";
import { createSummary } from "../../../shared/domain/reports/summary.js";
import { bookFiles, toBookRecords } from "../../../shared/domain/reports/vat-book.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { readZip } from "../../support/readers/zip-files.js";
import { invoiceA, invoiceB, today } from "../../support/samples/invoice.js";
import { importedVoucher, type StoredVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

// As many reports at once as by default.
const system = await openForFile(() => openIssuingApp({ DATABASE_CONNECTIONS: "12" }));
let demo: Tenant;
let mono: Tenant;
const month = today().slice(0, 6);

beforeAll(async () => {
  const idOf = async (code: string) => (await system.db.company.findUniqueOrThrow({ where: { code } })).id;
  demo = { companyId: await idOf("demo"), production: false };
  mono = { companyId: await idOf("mono"), production: false };
  const seen = { voucherType: 6, posNumber: 1, voucherNumber: 1 };
  const bodies = [
    invoiceB(),
    invoiceA({
      items: [
        { description: "Libro", quantity: 1, price: 100, taxType: 5 },
        { description: "Diario", quantity: 1, price: 50, taxType: 4 },
        { description: "Mapa", quantity: 1, price: 10, taxType: 2 },
        { description: "Multa", quantity: 1, price: 5, taxType: 1 },
      ],
      tributes: [{ type: 7, baseAmount: 150, aliquot: 3, subtotal: 4.5, description: "IIBB" }],
    }),
    invoiceA({
      currency: { id: "DOL", quotation: 1450.5 },
      customer: { ...invoiceA().customer, name: "Peña & Muñoz €" },
    }),
    invoiceB({
      voucherType: 8,
      associatedVouchers: [seen],
      items: [{ description: "Té", quantity: 1, price: 30, taxType: 5 }],
    }),
    invoiceB({ voucherType: 7, associatedVouchers: [seen] }),
    invoiceB({ items: [{ description: "Pan", quantity: 1, price: 20, taxType: 2 }] }),
  ];
  for (const body of bodies) expect((await system.post(body)).body.error).toBeUndefined();
  const production = await system.post(invoiceB(), { key: system.keys.keys.production });
  expect(production.body.error).toBeUndefined();
  const ofMono = { key: system.keys.mono.keys.test, company: "mono" };
  expect((await system.post(invoiceB({ voucherType: 11 }), ofMono)).body.error).toBeUndefined();
  // Imported ones; one of nothing, which the book cannot have.
  await storeVouchers(system.db, [
    stored({ date: `${month}01`, type: 11, pos: 40, number: 1 }),
    stored({ date: `${month}01`, type: 6, pos: 40, number: 2, total: "0.00" }),
  ]);
});

let id = 1_000_000;
const stored = (over: Partial<StoredVoucher>): StoredVoucher =>
  importedVoucher({ id: ++id, companyId: demo.companyId, pos: 41, type: 11, ...over });

async function vouchersOf(tenant: Tenant, period: string): Promise<{ cuit: string; vouchers: ReportVoucher[] }> {
  const snapshot = await system.deps.reports.answers.open(tenant);
  const vouchers: ReportVoucher[] = [];
  for await (const chunk of readVouchers(snapshot, tenant, period)) vouchers.push(...chunk);
  const cuit = await findCuit(snapshot, tenant);
  await snapshot.close();
  return { cuit, vouchers };
}

const request = (path: string, { key = system.keys.keys.test, company = "demo", method = "GET", headers = {} } = {}) =>
  system.app.request(`/api/${company}/reports${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

/** What the pure writers make of the vouchers. */
function bookOf(vouchers: ReportVoucher[]) {
  const records = vouchers.map(toBookRecords).flatMap((made) => ("leftOut" in made ? [] : [made]));
  return {
    vouchers: records.map(({ voucher }) => voucher).join(""),
    rates: records.map(({ rates }) => rates).join(""),
  };
}

test("[B2] the sales book is a ZIP of both files, and says what it leaves out", async () => {
  const { cuit, vouchers } = await vouchersOf(demo, month);
  expect(vouchers.map(({ voucherType }) => voucherType).sort((a, b) => a - b)).toEqual([1, 1, 6, 6, 6, 7, 8, 11]);
  const response = await request(`/vat-book?period=${month}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="libro-iva-ventas_${cuit}_${month}_homologacion.zip"`,
  );
  const files = await readZip(await bytesOf(response));
  const book = bookOf(vouchers);
  expect(book.vouchers.length).toBeGreaterThan(7 * 266);
  expect(files[bookFiles.vouchers]).toBe(book.vouchers);
  expect(files[bookFiles.rates]).toBe(book.rates);
  expect(Object.keys(files)).toEqual([bookFiles.vouchers, bookFiles.rates, "LEEME.txt"]);
  expect(files["LEEME.txt"]).toContain("00040-00000002");

  for (const part of ["vouchers", "rates"] as const) {
    const text = await request(`/vat-book?period=${month}&part=${part}`);
    expect(text.headers.get("content-type")).toBe("text/plain; charset=iso-8859-1");
    expect(Buffer.from(await bytesOf(text)).toString("latin1")).toBe(book[part]);
  }
});

test("[B2] a month without vouchers is a book of two empty files", async () => {
  expect(await readZip(await bytesOf(await request("/vat-book?period=199901")))).toEqual({
    [bookFiles.vouchers]: "",
    [bookFiles.rates]: "",
  });
});

test("[B3] IVA Simple names the vouchers without an activity, and is a ZIP of both files once they have one", async () => {
  const refused = await system.get(`/reports/iva-simple?period=${month}`);
  expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  expect(refused.body.error).toContain("activityCode");
  expect(refused.body.details.errors[0]).toMatchObject({ field: "activityCode" });
  await system.db.company.update({ where: { id: demo.companyId }, data: { activityCode: "620100" } });

  const { cuit, vouchers } = await vouchersOf(demo, month);
  const simple = createIvaSimple();
  for (const voucher of vouchers) simple.add(voucher);
  expect(simple.debit()).toContain("620100;1;");
  const response = await request(`/iva-simple?period=${month}`);
  expect(response.headers.get("content-disposition")).toContain(`iva-simple_${cuit}_${month}_homologacion.zip`);
  const files = await readZip(await bytesOf(response));
  expect(files["IVA_SIMPLE_DEBITO_FISCAL.csv"]).toBe(simple.debit());
  expect(files["IVA_SIMPLE_RESTITUCION.csv"]).toBe(simple.restitution());
  for (const part of ["debit", "restitution"] as const) {
    const text = await request(`/iva-simple?period=${month}&part=${part}`);
    expect(text.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(await text.text()).toBe(simple[part]());
  }
});

test("[B4] the summary adds up the vouchers of the month", async () => {
  const summary = createSummary();
  for (const voucher of (await vouchersOf(demo, month)).vouchers) summary.add(voucher);
  const { status, body } = await system.get(`/reports/summary?period=${month}&colour=red`);
  expect(status).toBe(200);
  expect(body.result).toEqual(summary.result());
  expect(body.result.vouchers).toBe(8);
  expect(body.warnings).toEqual([{ field: "?colour", message: "is not a parameter of this path" }]);
});

test("[B1] a report has the vouchers of its company and environment alone", async () => {
  const { keys, mono: monoKeys } = system.keys;
  const count = async (key: string, company: string) =>
    (await system.get(`/reports/summary?period=${month}`, { key, company })).body.result.vouchers;
  expect(await count(keys.production, "demo")).toBe(1);
  expect(await count(monoKeys.keys.test, "mono")).toBe(1);
  expect(await count(monoKeys.keys.production, "mono")).toBe(0);
  const book = await request(`/vat-book?period=${month}`, { key: keys.production });
  await book.body?.cancel();
  const name = book.headers.get("content-disposition");
  expect(name).toMatch(/libro-iva-ventas_\d{11}_\d{6}\.zip"$/);
  expect((await vouchersOf(mono, month)).vouchers).toHaveLength(1);
});

test.each(["vat-book", "iva-simple", "summary"])(
  "[B1] a missing or impossible period of %s is a 400 of that field",
  async (report) => {
    for (const query of ["", "?period=", "?period=202613", "?period=2026-11", "?period=202600", "?period=20261101"]) {
      const { status, body } = await system.get(`/reports/${report}${query}`);
      expect([query, status, body.details?.errors[0].field]).toEqual([query, 400, "period"]);
    }
    const strict = { headers: { prefer: "handling=strict" } };
    expect((await system.get(`/reports/${report}?period=${month}&part=sideways`, strict)).status).toBe(400);
  },
);

test("[B5] vouchers that are recorded while a report is read are in neither of its files", async () => {
  await storeVouchers(
    system.db,
    Array.from({ length: 4_000 }, (_, at) => stored({ date: "20260505", pos: 42, number: at + 1 })),
  );
  const response = await request("/vat-book?period=202605");
  const reader = response.body?.getReader();
  const pieces = [(await reader?.read())?.value];
  await storeVouchers(system.db, [stored({ date: "20260506", pos: 42, number: 5_000 })]);
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    pieces.push(value);
  }
  const files = await readZip(Buffer.concat(pieces.map((piece) => piece ?? new Uint8Array())));
  expect(files[bookFiles.vouchers]?.split("\r\n")).toHaveLength(4_001);
  const { body } = await system.get("/reports/summary?period=202605");
  expect(body.result.vouchers).toBe(4_001);
});

test("[B5] a company makes one report at a time; the end of the first, or of its client, makes way", async () => {
  const first = await request("/vat-book?period=202605&part=vouchers");
  const second = await system.get("/reports/summary?period=202605");
  expect(second).toMatchObject({ status: 429, body: { ok: false } });
  expect(second.headers.get("retry-after")).toBe("2");
  const other = { key: system.keys.keys.production };
  expect((await system.get("/reports/summary?period=202605", other)).status).toBe(200);
  await first.body?.cancel();
  expect((await system.get("/reports/summary?period=202605")).status).toBe(200);
  expect((await request("/vat-book?period=202605", { method: "HEAD" })).status).toBe(200);
  expect((await system.get("/reports/summary?period=202605")).status).toBe(200);
});

test("[B5] a company has one place for files over both environments, and slow readers of files delay nobody's summary", async () => {
  const slow = (key: string, company: string) => request("/vouchers.csv", { key, company });
  const { keys } = system;
  const ofDemo = await slow(keys.keys.test, "demo");
  const ofMono = await slow(keys.mono.keys.test, "mono");
  expect([ofDemo.status, ofMono.status]).toEqual([200, 200]);
  const again = [await slow(keys.keys.production, "demo"), await slow(keys.mono.keys.production, "mono")];
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
  for (const { body } of [ofDemo, ofMono])
    await expect(new Response(body).text(), "a company has one place, not one in each environment").rejects.toThrow(
      "its place became another's",
    );
  expect((await system.get("/reports/summary?period=202605")).status).toBe(200);
  for (const { body } of again) await body?.cancel();
});

async function download(port: number, path: string): Promise<IncomingMessage> {
  const sent = get({
    port,
    path: `/api/demo/reports${path}`,
    headers: { authorization: `Bearer ${system.keys.keys.test}` },
  });
  const [response] = await once(sent, "response");
  return response;
}

test("[B5] a client that goes away frees its report, and a failure after the first byte cuts the connection", async () => {
  await storeVouchers(system.db, [
    ...Array.from({ length: 1_500 }, (_, at) => stored({ date: "20260705", pos: 43, number: at + 1 })),
    stored({ date: "20260731", pos: 43, number: 9_999 }),
  ]);
  await system.db.$executeRaw`ALTER TABLE voucher DISABLE TRIGGER USER`;
  await system.db.$executeRaw`UPDATE voucher SET vat = '{}' WHERE pos_number = 43 AND voucher_number = 9999`;
  await system.db.$executeRaw`ALTER TABLE voucher ENABLE TRIGGER USER`;
  const server = openServer(system.app.fetch, system.deps.log).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const isFree = () =>
    waitFor(async () => (await system.get("/reports/summary?period=199901")).status === 200, {
      message: "the next report",
    });
  try {
    for (const path of ["/vat-book?period=202607&part=vouchers", "/vat-book?period=202607"]) {
      const response = await download(port, path);
      expect(response.statusCode).toBe(200);
      response.resume();
      await once(response, "close").catch(() => undefined);
      expect(response.complete).toBe(false);
      await isFree();
    }
    const leaving = await download(port, "/vat-book?period=202605");
    leaving.destroy();
    await isFree();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.each([6, 13, 15, 16])("[B2] the ZIP of a company of condition %i says that it files no book", async (taxType) => {
  const [before] = await system.db.$queryRaw<
    [{ tax_type: number }]
  >`SELECT tax_type FROM company WHERE id = ${demo.companyId}`;
  await system.db.$executeRaw`UPDATE company SET tax_type = ${taxType} WHERE id = ${demo.companyId}`;
  const files = await readZip(await bytesOf(await request("/vat-book?period=199901")));
  await system.db.$executeRaw`UPDATE company SET tax_type = ${before.tax_type} WHERE id = ${demo.companyId}`;
  expect(Object.keys(files)).toEqual([bookFiles.vouchers, bookFiles.rates, "LEEME.txt"]);
  expect(files["LEEME.txt"]).toContain("Esta empresa no presenta Libro IVA Digital");
});
