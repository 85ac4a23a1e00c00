import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { IssuanceRequest } from "../../../shared/domain/issuance-request.js";
import { openPrinter, type Printer } from "../../support/processes/printer.js";
import { pictureOf } from "../../support/readers/pdf-picture.js";
import { readQrCodes } from "../../support/readers/read-qr.js";
import { customers, sampleItem, sampleVoucher } from "../../unit/renderer/sample-voucher.js";
import { readPdf } from "./read-pdf.js";

let printer: Printer;
beforeAll(async () => {
  printer = await openPrinter();
});
afterAll(() => printer.close());

const payment = { cbu: "2850590940090418135201", alias: "empresa.cobros", transfer: "SCA" as const };
const invoice: Partial<IssuanceRequest> = {
  voucherType: 201,
  customer: customers.registered,
  items: [sampleItem({ description: "Bobina de papel", price: 6_050_000 })],
  serviceExpiration: "20261221",
  fce: payment,
};
const associated = { voucherType: 201, posNumber: 2, voucherNumber: 650, cuit: "30712345671", date: "20261118" };

/** The page's text in one line, and what a scanner reads in its QR code. */
async function print(body: Partial<IssuanceRequest>) {
  const pdf = await printer.print(sampleVoucher(body));
  const [page = "", ...more] = await readPdf(pdf);
  expect(more).toEqual([]);
  const codes = await Promise.all((await pictureOf(pdf)).map(({ pixels }) => readQrCodes(pixels)));
  const [url = ""] = codes.flat();
  return {
    page: page.replace(/\s+/g, " "),
    code: JSON.parse(Buffer.from(url.split("?p=")[1] ?? "", "base64").toString()),
  };
}

describe("the PDF of a credit invoice shows how it is paid and what its acceptance means", () => {
  test("A, of goods", async () => {
    const { page, code } = await print(invoice);
    for (const text of [
      "FACTURA DE CRÉDITO Electrónica MiPyMEs (FCE)",
      "COD. 201",
      "Fecha de vto. para el pago: 21/12/2026",
      "CBU del emisor: 2850590940090418135201",
      "Alias: empresa.cobros",
      "Opción de transferencia: Sistema de Circulación Abierta",
      "IVA 21 % $ 1.050.000,00",
      "Importe Total $ 6.050.000,00",
      "Son pesos argentinos seis millones cincuenta mil con 00/100",
      "Ley 27.440, art. 5: esta factura se considera aceptada si dentro de los 15 días corridos",
      "título ejecutivo",
      "CAE N°: 75471234567890",
      "Factura de Crédito Electrónica MiPyMEs (FCE) A 00002-00000701 · CUIT",
    ])
      expect(page).toContain(text);
    expect(code).toMatchObject({
      tipoCmp: 201,
      nroCmp: 701,
      importe: 6_050_000,
      tipoCodAut: "E",
      nroDocRec: 30500010912,
    });
  });

  test("B, without an alias, in dollars", async () => {
    const { page, code } = await print({
      ...invoice,
      voucherType: 206,
      customer: { ...customers.registered, taxType: 4 },
      items: [sampleItem({ price: 21_031.5 })],
      currency: { id: "DOL", quotation: 1480.25 },
      fce: { ...payment, alias: null, transfer: "ADC" },
    });
    for (const text of [
      "COD. 206",
      "Opción de transferencia: Agente de Depósito Colectivo",
      "Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)",
      "Importe Total US$ 21.031,50",
      "Son veintiún mil treinta y uno con 50/100 (Dólar Estadounidense)",
    ])
      expect(page).toContain(text);
    expect(page).not.toContain("Alias");
    expect(code).toMatchObject({ tipoCmp: 206, moneda: "DOL", ctz: 1480.25, tipoCodAut: "E" });
  });

  test("C, of services, within the longer term", async () => {
    const { page, code } = await print({
      ...invoice,
      voucherType: 211,
      voucherDate: "20261031",
      concept: 2,
      serviceFrom: "20261001",
      serviceTo: "20261031",
      items: [sampleItem({ price: 6_050_000, taxType: null })],
    });
    for (const text of [
      "COD. 211",
      "Período facturado desde: 01/10/2026 Hasta: 31/10/2026",
      "Fecha de vto. para el pago: 21/12/2026",
      "dentro de los 21 días corridos",
    ])
      expect(page).toContain(text);
    expect(page).not.toMatch(/IVA 21|IVA Contenido/);
    expect(code).toMatchObject({ tipoCmp: 211, tipoCodAut: "E" });
  });
});

test.each([
  [false, "Anulación: No"],
  [true, "Anulación: Sí"],
])("the PDF of a credit note names its invoice; cancellation %s", async (cancellation, said) => {
  const { page, code } = await print({
    ...invoice,
    voucherType: 203,
    serviceExpiration: null,
    associatedVouchers: [associated],
    fce: { cancellation },
  });
  for (const text of [
    "NOTA DE CRÉDITO Electrónica MiPyMEs (FCE)",
    "COD. 203",
    "Factura de Crédito Electrónica MiPyMEs (FCE) A 00002-00000650 del 18/11/2026",
    said,
  ])
    expect(page).toContain(text);
  expect(page).not.toMatch(/CBU|Fecha de vto\. para el pago|Son pesos|27\.440/);
  expect(code).toMatchObject({ tipoCmp: 203, tipoCodAut: "E" });
});
