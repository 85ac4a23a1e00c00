import { z } from "@hono/zod-openapi";
import { voucherFields } from "../../shared/db/listing/listed-fields.js";
import { describe } from "./describe.js";
import { listingQuery } from "./listing-query.js";

/** `/reports/vouchers.csv`, as the OpenAPI document describes it. */
export const voucherCsvDocs = [
  describe({
    method: "get",
    path: "/reports/vouchers.csv",
    tag: "Reports",
    summary: "Vouchers in CSV",
    description:
      "Every voucher that the listing has for the same filters, in its order; there are no pages. A column is named like the field of a listed voucher (`customer.name`); VAT has columns by rate (`vat.21.base`, `vat.21.amount`), tributes by type (`tributes.5`). Amounts of credit notes are positive. A company makes one report at a time.",
    query: listingQuery(voucherFields)
      .omit({ limit: true, offset: true })
      .extend({
        locale: z.enum(["es-AR"]).optional().openapi({
          description:
            "For a spreadsheet with Argentine settings: semicolons, decimal comma, byte order mark, dates as YYYY-MM-DD and Argentine times. By default commas, decimal point and the values of the listing.",
        }),
      }),
    answers: { 200: { description: "The file.", schema: z.string(), contentType: "text/csv" } },
    failures: [],
  }),
];
