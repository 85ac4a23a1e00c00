import { z } from "@hono/zod-openapi";
import { voucherFields } from "../../shared/db/listing/listed-fields.js";
import { field } from "../schemas/field.js";
import { answer, describeIn } from "./describe.js";
import { listingQuery } from "./listing-query.js";

const describe = describeIn("Reports");

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
