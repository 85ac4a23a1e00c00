import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { maxMissing } from "../../shared/domain/reports/number-runs.js";
import { vatRows } from "./answers.js";
import { field, like, part } from "./field.js";
import { voucherType } from "./voucher-parts.js";

/** In pesos, with two decimals; credits are negative. */
const sum = (what: LocalizedText, example: string) =>
  field(z.string().regex(/^-?\d+\.\d{2}$/), {
    says: {
      en: `${what.en} in pesos; credit notes subtract.`,
      es: `${what.es} en pesos; las notas de crédito restan.`,
    },
    example,
  });

const sums = {
  net: sum({ en: "Net amount", es: "Importe neto" }, "1000.00"),
  vat: sum({ en: "VAT", es: "IVA" }, "210.00"),
};

const ofType = z.object({
  voucherType: like(voucherType, z.int()),
  count: field(z.int().min(1), {
    says: { en: "How many vouchers of that type there are.", es: "Cuántos comprobantes de ese tipo hay." },
    example: 12,
  }),
  ...sums,
  exempt: sum({ en: "Exempt amount", es: "Importe exento" }, "0.00"),
  notTaxable: sum({ en: "Not taxable amount", es: "Importe no gravado" }, "0.00"),
  tributes: sum({ en: "Tributes", es: "Tributos" }, "0.00"),
  total: sum({ en: "Total", es: "Total" }, "1210.00"),
});

const sequence = z.object({
  pos: field(z.int(), { says: { en: "Point of sale.", es: "Punto de venta." }, example: 1 }),
  type: field(z.int(), { says: { en: "Voucher type.", es: "Tipo de comprobante." }, example: 6 }),
  from: field(z.int(), { says: { en: "The lowest number.", es: "El número más bajo." }, example: 1 }),
  to: field(z.int(), { says: { en: "The highest number.", es: "El número más alto." }, example: 120 }),
  missing: field(z.array(z.int()).max(maxMissing), {
    says: {
      en: `Numbers between them that no voucher of the month has: the first ${maxMissing}.`,
      es: `Números entre esos dos que no tiene ningún comprobante del mes: los primeros ${maxMissing}.`,
    },
    example: [17],
  }),
  missingCount: field(z.int().min(0), {
    says: { en: "How many numbers are missing.", es: "Cuántos números faltan." },
    example: 1,
  }),
});

/** Source: api/README.md, "Reports", B4. */
export const reportSummary = part("ReportSummary", {
  vouchers: field(z.int().min(0), {
    says: { en: "How many vouchers there are.", es: "Cuántos comprobantes hay." },
    example: 120,
  }),
  byType: field(z.array(ofType), {
    says: { en: "Sums of each voucher type.", es: "Los totales de cada tipo de comprobante." },
  }),
  byRate: field(z.array(z.object({ taxType: vatRows.element.shape.taxType, ...sums })), {
    says: {
      en: "Sums of each VAT rate. Vouchers of letter C have none.",
      es: "Los totales de cada alícuota de IVA. Los comprobantes de letra C no tienen.",
    },
  }),
  numbering: field(z.array(sequence), {
    says: {
      en: "First and last number of each sequence in the month, and what is missing between them.",
      es: "El primer número y el último de cada numeración en el mes, y los que faltan entre ellos.",
    },
  }),
});
