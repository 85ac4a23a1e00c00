import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { printAmount } from "../../../shared/domain/formats.js";
import type { PrintableVoucher } from "../../../shared/domain/printable-voucher.js";
import { openForFile } from "../../support/open-for-file.js";
import { openPrinter } from "../../support/processes/printer.js";
import { customers, sampleItem, sampleVoucher } from "../../unit/renderer/sample-voucher.js";
import { readPages, readPdf } from "./read-pdf.js";
import { readStructure } from "./read-structure.js";

const printer = await openForFile(openPrinter);

const print = async (voucher: PrintableVoucher, versions = [1]) => readPdf(await printer.print(voucher, { versions }));

const tribute = { type: 7, baseAmount: 1000, aliquot: 3, subtotal: 30, description: "Percepción IIBB CABA" };

describe("the PDF shows the data", () => {
  test("of an A invoice", async () => {
    const items = [
      sampleItem({ description: "Resma A4 75 g/m²", quantity: 3, price: 1250.5, discount: 10, code: "ART-1" }),
      sampleItem({ description: "Libro «El Aleph»", price: 900, taxType: 2 }),
      sampleItem({ description: "Lapicera", price: 110.5, taxType: 4 }),
    ];
    const voucher = sampleVoucher({ voucherType: 1, customer: customers.registered, items, tributes: [tribute] });
    const [page = ""] = await print(voucher);
    for (const text of [
      "ORIGINAL",
      "COD. 001",
      "FACTURA",
      "Punto de Venta: 00002",
      "Comp. Nro: 00000701",
      "Fecha de Emisión: 21/11/2026",
      "Papelera Andina S.A.",
      "CUIT: 30-71234567-1",
      "Inicio de actividades: 01/03/2015",
      "Librería del Puerto S.R.L.",
      "CUIT: 30-50001091-2",
      "IVA Responsable Inscripto",
      "Subtotal c/IVA",
      "Importe Neto Gravado $ 2.890,37",
      "Importe Exento $ 900,00",
      "IVA 10,5 % $ 10,50",
      "IVA 21 % $ 585,98",
      "Importe Otros Tributos $ 30,00",
      "Percepción IIBB CABA",
      "Importe Total $ 4.416,85",
      "CAE N°: 75471234567890",
      "Fecha de Vto. de CAE: 01/12/2026",
      "Página 1 de 1",
    ])
      expect(page).toContain(text);
    expect(page).toMatch(/Resma A4 75 g\/m² 3,00 unidades 1\.033,47 310,04/);
    expect(page).not.toContain("SIN VALIDEZ FISCAL");
  });

  test("of a B invoice of homologation", async () => {
    const [page = ""] = await print(sampleVoucher({}, { production: false }));
    for (const text of [
      "SIN VALIDEZ FISCAL — HOMOLOGACIÓN",
      "COD. 006",
      "Ana María Gómez",
      "DNI: 28111222",
      "A CONSUMIDOR FINAL",
      "Subtotal $ 100,00",
      "Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)",
      "IVA Contenido: $ 17,36",
      "Otros Impuestos Nacionales Indirectos: $ 0,00",
      "Importe Total $ 100,00",
    ])
      expect(page).toContain(text);
  });

  test("of a C credit note for services in dollars", async () => {
    const [page = ""] = await print(
      sampleVoucher({
        voucherType: 13,
        concept: 2,
        serviceFrom: "20261001",
        serviceTo: "20261031",
        serviceExpiration: "20261130",
        items: [sampleItem({ description: "Asesoramiento", taxType: null, price: 850 })],
        associatedVouchers: [{ voucherType: 11, posNumber: 2, voucherNumber: 650, cuit: null }],
        currency: { id: "DOL", quotation: 1480.25 },
        cancelsInSameForeignCurrency: "S",
      }),
    );
    for (const text of [
      "NOTA DE CRÉDITO",
      "COD. 013",
      "Período facturado desde: 01/10/2026",
      "Hasta: 31/10/2026",
      "Fecha de vto. para el pago: 30/11/2026",
      "Factura C 00002-00000650",
      "Moneda: Dólar Estadounidense (DOL)",
      "Tipo de cambio: $ 1.480,25",
      "$ 1.258.212,50",
      "Importe Total US$ 850,00",
    ])
      expect(page).toContain(text);
    expect(page).not.toMatch(/IVA Contenido|c\/IVA/);
  });
});

test("with 200 lines every page has the full head and the carried subtotal, and no line is lost", async () => {
  const items = Array.from({ length: 200 }, (_, index) => sampleItem({ description: `Artículo ${index + 1} fin` }));
  const pages = await print(sampleVoucher({ items }));
  expect(pages.length).toBeGreaterThan(3);
  const carried = "Transporte a la página siguiente";
  for (const [index, page] of pages.entries()) {
    const [isFirst, isLast] = [index === 0, index === pages.length - 1];
    for (const text of ["ORIGINAL", "Comp. Nro: 00000701", "Ana María Gómez", "Producto / Servicio"])
      expect(page).toContain(text);
    expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
    expect(page.includes(carried)).toBe(!isLast);
    expect(/Transporte [\d.,]+/.exec(page) === null).toBe(isFirst);
    expect(page.includes("Importe Total")).toBe(isLast);
    const soFar =
      pages
        .slice(0, index + 1)
        .join("")
        .match(/Artículo \d+ fin/g)?.length ?? 0;
    if (!isLast)
      expect(page).toMatch(new RegExp(`${carried} ${printAmount(`${soFar * 100}.00`).replaceAll(".", "\\.")}`));
  }
  const text = pages.join("\n");
  for (const index of items.keys()) expect(text).toContain(`Artículo ${index + 1} fin`);
  expect(pages.at(-1)).toContain("CAE N°: 75471234567890");
});

test("the foot of the last page has the same position as on a single page", async () => {
  const placeOf = async (voucher: PrintableVoucher) => {
    const pages = await readPages(await printer.print(voucher));
    return pages.at(-1)?.texts.find(({ text }) => text.startsWith("Comprobante Autorizado"))?.y;
  };
  const items = Array.from({ length: 60 }, () => sampleItem());
  expect(await placeOf(sampleVoucher({ items }))).toBeCloseTo((await placeOf(sampleVoucher())) ?? 0, 0);
});

test("every copy numbers its own pages", async () => {
  const items = Array.from({ length: 60 }, () => sampleItem());
  const voucher = sampleVoucher({ items });
  const pagesPerCopy = (await print(voucher)).length;
  const pages = await print(voucher, [1, 2, 3]);
  expect(pages).toHaveLength(3 * pagesPerCopy);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Página ${(index % pagesPerCopy) + 1} de ${pagesPerCopy}`);
    expect(page).toContain(["ORIGINAL", "DUPLICADO", "TRIPLICADO"][Math.floor(index / pagesPerCopy)]);
  }
});

test("endless words and huge amounts stay on the paper", async () => {
  const endless = "X".repeat(600);
  const voucher = sampleVoucher({
    voucherType: 1,
    customer: { ...customers.registered, name: endless.slice(0, 200), address: endless.slice(0, 300) },
    items: [
      sampleItem({ description: endless, code: "C".repeat(60), quantity: 0.0001, price: 9_999_999_999.9999 }),
      sampleItem({ quantity: 1_234_567.123456, price: 1_234_567.891234, discount: 33.33 }),
      sampleItem({ description: "Z".repeat(20_000) }),
    ],
    legend: "L".repeat(200),
  });
  const pages = await readPages(await printer.print(voucher));
  expect(pages.flatMap(({ overflowing }) => overflowing)).toEqual([]);
  const text = pages.map((page) => page.text).join("");
  expect(text.match(/X/g)).toHaveLength(600 + pages.length * 500);
  expect(text.match(/Z/g)).toHaveLength(20_000);
  expect(text).toContain("CAE N°: 75471234567890");
});

test("no resource is fetched and no script runs, even with markup in the document", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pdf = await printer.browser.use(async (page) => {
    await page.show(
      `<p>still here</p><script>document.body.textContent = "script ran"</script>
       <img src="${origin}/x.png" onerror="document.body.textContent = 'handler ran'">
       <iframe src="${origin}"></iframe><link rel="stylesheet" href="${origin}/x.css"><img src="file:///etc/hostname">
       <p style="background:url(${origin}/y.png)">and here</p>`,
      "Test",
    );
    return page.toPdf();
  });
  const [page] = await readPdf(pdf);
  expect(page).toContain("still here");
  expect(page).not.toMatch(/ ran/);
  expect(requests).toBe(0);
  server.close();
});

describe("the PDF can be read without seeing it", () => {
  test("it is tagged: in Spanish, with a table that has headings, and words for the QR", async () => {
    const { marked, language, roles, alternatives } = await readStructure(await printer.print(sampleVoucher()));
    expect([marked, language]).toEqual([true, "es-AR"]);
    for (const role of ["H1", "H2", "H3", "P", "Table", "TR", "TH", "TD", "Figure"]) expect(roles).toContain(role);
    expect(alternatives).toEqual(["Código QR para verificar el comprobante en ARCA"]);
  });

  test("its outline leads to each copy once, however many pages a copy has", async () => {
    const items = Array.from({ length: 60 }, () => sampleItem());
    const { outline } = await readStructure(await printer.print(sampleVoucher({ items }), { versions: [1, 2] }));
    const parts = ["  FACTURA", "    Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)"];
    expect(outline).toEqual(["ORIGINAL", ...parts, "DUPLICADO", ...parts]);
  });
});
