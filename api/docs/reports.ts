import { z } from "@hono/zod-openapi";
import { voucherFields } from "../../shared/db/listing/listed-fields.js";
import { crcForm, field6Values, noteStyles } from "../reports/sircip-options.js";
import { bookParts, ivaSimpleParts } from "../routes/reports.js";
import { success } from "../schemas/answers.js";
import { field } from "../schemas/field.js";
import { monotributoStanding } from "../schemas/monotributo.js";
import { reportSummary } from "../schemas/report-summary.js";
import { answer, describeIn } from "./describe.js";
import { listingQuery } from "./listing-query.js";

const describe = describeIn("Reports");

const period = field(z.string().regex(/^\d{4}(0[1-9]|1[0-2])$/), {
  says: {
    en: "The month of the vouchers' dates, as YYYYMM.",
    es: "El mes de las fechas de los comprobantes, AAAAMM.",
  },
  example: "202611",
});

/** Two files in a ZIP, or one of them as it is. */
const twoFiles = (contentType: string) =>
  answer(
    200,
    z.string().openapi({ format: "binary" }),
    {
      en: "A ZIP of both files, or with `part` one of them.",
      es: "Un ZIP con los dos archivos, o con `part` uno de ellos.",
    },
    { contentType: "application/zip", others: { [contentType]: z.string() } },
  );

/** The operations under `/reports`, as the OpenAPI document describes them. */
export const reportDocs = [
  describe("GET /reports/vat-book", "downloadVatBook", {
    summary: { en: "Download the sales book", es: "Descargar el libro de ventas" },
    description: {
      en: "The month's vouchers as the two files of the Libro IVA Digital, and LEEME.txt when a voucher had to be left out.",
      es: "Los comprobantes del mes en los dos archivos del Libro IVA Digital, y LEEME.txt si hubo que dejar afuera alguno.",
    },
    query: z.object({
      period,
      part: field(z.enum(bookParts).optional(), {
        says: {
          en: "One of the two files, as text in ISO 8859-1.",
          es: "Uno de los dos archivos, como texto en ISO 8859-1.",
        },
      }),
    }),
    answers: twoFiles("text/plain"),
  }),
  describe("GET /reports/iva-simple", "downloadIvaSimple", {
    summary: { en: "Download the files for IVA Simple", es: "Descargar los archivos para IVA Simple" },
    description: {
      en: "The month's sales in pesos by activity, kind of buyer and rate: the debit, and the restitution of credit notes. While a voucher has no activity, the answer is a 400 that names it.",
      es: "Las ventas del mes en pesos por actividad, clase de comprador y alícuota: el débito, y la restitución de las notas de crédito. Mientras un comprobante no tenga actividad, la respuesta es un 400 que lo nombra.",
    },
    query: z.object({
      period,
      part: field(z.enum(ivaSimpleParts).optional(), {
        says: { en: "One of the two files, as CSV.", es: "Uno de los dos archivos, como CSV." },
      }),
    }),
    answers: twoFiles("text/csv"),
  }),
  describe("GET /reports/monotributo", "getMonotributo", {
    summary: { en: "How a monotributista stands", es: "Cómo está un monotributista" },
    description: {
      en: "What a company in the monotributo (taxType 6) issued here in twelve months, against the caps. Income that was issued elsewhere counts for the authority too, and is not known here. For a company of another condition the answer is a 400.",
      es: "Lo que una empresa en el monotributo (taxType 6) emitió acá en doce meses, contra los topes. Para ARCA cuenta también lo emitido en otro lado, que acá no se conoce. Para una empresa de otra condición la respuesta es un 400.",
    },
    answers: answer(200, success(monotributoStanding), {
      en: "Income and caps of both windows.",
      es: "Ingresos y topes de las dos ventanas.",
    }),
  }),
  describe("GET /reports/sircip", "downloadSircip", {
    summary: { en: "Download the return of SIRCIP", es: "Descargar la declaración de SIRCIP" },
    description: {
      en: "The month's perceptions as the file of SIRCIP's monthly return, made of the stored lines alone, and LEEME.txt with what was left out, what differs, the rows and their sum. A company that is no agent gets an empty month.",
      es: "Las percepciones del mes en el archivo de la declaración mensual de SIRCIP, hecho solamente con los renglones guardados, y LEEME.txt con lo que quedó afuera, lo que difiere, los renglones y su suma. Una empresa que no es agente recibe un mes vacío.",
    },
    query: z.object({
      period,
      notes: field(z.enum(noteStyles).optional(), {
        says: {
          en: "Credit notes as their original's record with negative amounts (same, the default), or as annulled ones: record 6, positive.",
          es: "Las notas de crédito con el registro del original e importes negativos (same, lo habitual), o como anuladas: registro 6, positivas.",
        },
      }),
      field6: field(z.enum(field6Values).optional(), {
        says: { en: "Field 6: 0 (the default), or blank.", es: "El campo 6: 0 (lo habitual) o en blanco (blank)." },
      }),
      absentCrc: field(z.string().regex(crcForm).optional(), {
        says: {
          en: "CRC of receivers who are not in the padrón; empty by default.",
          es: "El CRC de quienes no están en el padrón; vacío si no viene.",
        },
        example: "99",
      }),
      zeros: field(z.enum(["1"]).optional(), {
        says: {
          en: "1: points of sale with 5 digits and numbers with 8.",
          es: "1: puntos de venta con 5 dígitos y números con 8.",
        },
      }),
    }),
    answers: answer(
      200,
      z.string().openapi({ format: "binary" }),
      { en: "A ZIP of the file and LEEME.txt.", es: "Un ZIP con el archivo y LEEME.txt." },
      { contentType: "application/zip" },
    ),
  }),
  describe("GET /reports/summary", "getReportSummary", {
    summary: { en: "Sum up a month", es: "Sumar un mes" },
    description: { en: "In pesos; credit notes subtract.", es: "En pesos; las notas de crédito restan." },
    query: z.object({ period }),
    answers: answer(200, success(reportSummary), {
      en: "The sums, and the numbers that are missing.",
      es: "Los totales y los números que faltan.",
    }),
  }),
];

/** `/reports/vouchers.csv`, as the OpenAPI document describes it. */
export const voucherCsvDocs = [
  describe("GET /reports/vouchers.csv", "downloadVouchers", {
    summary: { en: "Vouchers in CSV", es: "Comprobantes en CSV" },
    description: {
      en: "Every voucher that the listing has for the same filters, in its order; there are no pages. A column is named like the field of a listed voucher (`customer.name`); VAT has columns by rate (`vat.21.base`, `vat.21.amount`), tributes by type (`tributes.5`). Amounts of credit notes are positive. A company makes one report at a time.",
      es: "Todos los comprobantes del listado con los mismos filtros, en su orden y sin páginas. Cada columna se llama como el campo del listado (`customer.name`); el IVA tiene columnas por alícuota (`vat.21.base`, `vat.21.amount`) y los tributos por tipo (`tributes.5`). Los importes de las notas de crédito son positivos. Una empresa hace un reporte a la vez.",
    },
    query: listingQuery(voucherFields)
      .omit({ limit: true, offset: true })
      .extend({
        locale: field(z.enum(["es-AR"]).optional(), {
          says: {
            en: "For a spreadsheet with Argentine settings: semicolons, decimal comma, byte order mark, dates as YYYY-MM-DD and Argentine times. By default commas, decimal point and the values of the listing.",
            es: "Para una planilla con la configuración de Argentina: punto y coma, coma decimal, marca de orden de bytes, fechas AAAA-MM-DD y hora argentina. Si no viene: comas, punto decimal y los valores del listado.",
          },
        }),
      }),
    answers: answer(200, z.string(), { en: "The file.", es: "El archivo." }, { contentType: "text/csv" }),
  }),
];
