import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { Decimal, sum, toCents } from "../../../shared/domain/money.js";
import type { PrintableVoucher } from "../../../shared/domain/printable-voucher.js";
import { getVoucherType } from "../../../shared/domain/voucher-types.js";
import { openPrinter, type Printer } from "../../support/processes/printer.js";
import { sheetsOf } from "../../support/readers/sheets-of.js";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { anyBody } from "../../unit/renderer/any-body.js";
import { sampleBody, sampleVoucher } from "../../unit/renderer/sample-voucher.js";
import { type PdfPage, readPages } from "./read-pdf.js";
import { decimalsOf, readAmount, readNumber, readTable } from "./read-table.js";

let printer: Printer;
beforeAll(async () => {
  printer = await openPrinter();
});
afterAll(() => printer.close());

const vouchersPerPrint = 50;

const anyVoucher = fc
  .tuple(anyBody, fc.constantFrom("line" as const, "authority" as const))
  .map(([{ items, ...changes }, rounding]) => {
    const described = items.map((item, index) => ({ ...item, description: `fila ${index}` }));
    const body = sampleBody({ ...changes, items: described });
    return sampleVoucher(body, { amounts: computeAmounts(body, rounding) });
  });

/** Prints fifty vouchers into one PDF, one sheet each: separate prints would take minutes. */
async function printTogether(vouchers: PrintableVoucher[]): Promise<PdfPage[]> {
  const sheets = await Promise.all(vouchers.map((voucher) => sheetsOf(voucher)));
  const pdf = await printer.browser.use(async (page) => {
    const measured = await page.show(sheets.join("\n"), "Equality");
    expect(measured.filter(({ used, room }) => used > room)).toEqual([]);
    return page.toPdf();
  });
  const pages = await readPages(pdf);
  expect(pages).toHaveLength(vouchers.length);
  return pages;
}

function checkRows(page: PdfPage, { body, voucherType }: PrintableVoucher): Decimal {
  const rows = readTable(page);
  expect(rows.map((row) => row["Producto / Servicio"])).toEqual(body.items.map(({ description }) => description));
  for (const [index, row] of rows.entries()) {
    const [quantity = "", price = "", subtotal = ""] = [row.Cantidad, row["Precio unit."], row.Subtotal];
    const discount = row.Bonificación ? readNumber(row.Bonificación) : new Decimal(0);
    const gross = toCents(readNumber(price).times(readNumber(quantity)));
    expect(gross.minus(discount).toFixed(2)).toBe(readNumber(subtotal).toFixed(2));
    expect(readNumber(quantity).toNumber()).toBeCloseTo(body.items[index]?.quantity ?? 0, 10);
    expect(decimalsOf(quantity)).toBeGreaterThanOrEqual(body.settings.quantityPrecision);
    expect(decimalsOf(price)).toBeGreaterThanOrEqual(body.settings.pricePrecision);
    expect("Subtotal c/IVA" in row).toBe(getVoucherType(voucherType).letter === "A");
  }
  return sum(rows.map((row) => readNumber(row.Subtotal ?? "")));
}

/** Compares the foot with the declaration and with the rows above it. */
function checkFoot(page: PdfPage, { voucherType, amounts }: PrintableVoucher, ofRows: Decimal): void {
  const printed = (label: string) => readNumber(readAmount(page, label) ?? "0").toFixed(2);
  const { letter } = getVoucherType(voucherType);
  expect(printed("Importe Total")).toBe(amounts.total);
  if (letter !== "A") {
    expect(readAmount(page, "Subtotal")).toBeUndefined(); // only the column has this title
    expect(ofRows.toFixed(2)).toBe(amounts.total);
    if (letter === "B") expect(printed("IVA Contenido:")).toBe(amounts.vat);
    return;
  }
  const [net, exempt, notTaxable] = [
    printed("Importe Neto Gravado"),
    printed("Importe Exento"),
    printed("Importe No Gravado"),
  ];
  expect([net, exempt, notTaxable]).toEqual([amounts.net, amounts.exempt, amounts.notTaxable]);
  expect(ofRows.toFixed(2)).toBe(sum([net, exempt, notTaxable].map((one) => new Decimal(one))).toFixed(2));
  const rates = amounts.vatRows.map(({ rate }) => printed(`IVA ${rate.replace(".", ",")} %`));
  expect(rates).toEqual(amounts.vatRows.map(({ amount }) => amount));
  expect(sum(rates.map((one) => new Decimal(one))).toFixed(2)).toBe(amounts.vat);
}

test("[R14] the rows in the PDF multiply to their amounts, and the foot shows the declared amounts", async () => {
  const vouchers = fc.sample(anyVoucher, propertyRuns(500));
  let rows = 0;
  for (let from = 0; from < vouchers.length; from += vouchersPerPrint) {
    const together = vouchers.slice(from, from + vouchersPerPrint);
    for (const [index, page] of (await printTogether(together)).entries()) {
      const voucher = together[index];
      if (!voucher) throw new Error("a page without a voucher");
      try {
        checkFoot(page, voucher, checkRows(page, voucher));
      } catch (error) {
        throw new Error(`${JSON.stringify(voucher.body)}\n${page.lines.join("\n")}`, { cause: error });
      }
      rows += voucher.body.items.length;
    }
  }
  console.log(`${rows} rows of ${vouchers.length} vouchers read back from PDFs`);
}, 600_000);
