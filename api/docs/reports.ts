import { z } from "@hono/zod-openapi";
import { bookParts, ivaSimpleParts } from "../routes/reports.js";
import { success } from "../schemas/answers.js";
import { reportSummary } from "../schemas/report-summary.js";
import { describe } from "./describe.js";

const tag = "Reports";

const period = z
  .string()
  .regex(/^\d{4}(0[1-9]|1[0-2])$/)
  .openapi({ description: "The month of the vouchers' dates, as YYYYMM.", example: "202611" });

const file = z.string().openapi({ format: "binary" });

/** The operations under `/reports`, as the OpenAPI document describes them. */
export const reportDocs = [
  describe({
    method: "get",
    path: "/reports/vat-book",
    tag,
    summary: "Download the sales book",
    description:
      "The month's vouchers as the two files of the Libro IVA Digital, and LEEME.txt when a voucher had to be left out.",
    query: z.object({
      period,
      part: z.enum(bookParts).optional().openapi({ description: "One of the two files, as text in ISO 8859-1." }),
    }),
    answers: {
      200: {
        description: "A ZIP of both files, or with `part` one of them.",
        schema: file,
        contentType: "application/zip",
        others: { "text/plain": z.string() },
      },
    },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/reports/iva-simple",
    tag,
    summary: "Download the files for IVA Simple",
    description:
      "The month's sales in pesos by activity, kind of buyer and rate: the debit, and the restitution of credit notes. While a voucher has no activity, the answer is a 400 that names it.",
    query: z.object({
      period,
      part: z.enum(ivaSimpleParts).optional().openapi({ description: "One of the two files, as CSV." }),
    }),
    answers: {
      200: {
        description: "A ZIP of both files, or with `part` one of them.",
        schema: file,
        contentType: "application/zip",
        others: { "text/csv": z.string() },
      },
    },
    failures: [],
  }),
  describe({
    method: "get",
    path: "/reports/summary",
    tag,
    summary: "Sum up a month",
    description: "In pesos; credit notes subtract.",
    query: z.object({ period }),
    answers: { 200: { description: "The sums, and the numbers that are missing.", schema: success(reportSummary) } },
    failures: [],
  }),
];
