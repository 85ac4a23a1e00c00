import { z } from "@hono/zod-openapi";
import { mostMissing } from "../../shared/domain/reports/number-runs.js";
import { vatRows } from "./answers.js";
import { field, like, part } from "./field.js";
import { voucherType } from "./voucher-parts.js";

/** In pesos, with two decimals; credits are negative. */
const sum = (what: string, example: string) =>
  field(z.string().regex(/^-?\d+\.\d{2}$/), { says: `${what} in pesos; credit notes subtract.`, example });

const sums = { net: sum("Net amount", "1000.00"), vat: sum("VAT", "210.00") };

const ofType = z.object({
  voucherType: like(voucherType, z.int()),
  count: field(z.int().min(1), { says: "How many vouchers of that type there are.", example: 12 }),
  ...sums,
  exempt: sum("Exempt amount", "0.00"),
  notTaxable: sum("Not taxable amount", "0.00"),
  tributes: sum("Tributes", "0.00"),
  total: sum("Total", "1210.00"),
});

const sequence = z.object({
  pos: field(z.int(), { says: "Point of sale.", example: 1 }),
  type: field(z.int(), { says: "Voucher type.", example: 6 }),
  from: field(z.int(), { says: "The lowest number.", example: 1 }),
  to: field(z.int(), { says: "The highest number.", example: 120 }),
  missing: field(z.array(z.int()).max(mostMissing), {
    says: `Numbers between them that no voucher of the month has: the first ${mostMissing}.`,
    example: [17],
  }),
  missingCount: field(z.int().min(0), { says: "How many numbers are missing.", example: 1 }),
});

/** Source: api/README.md, "Reports", B4. */
export const reportSummary = part("ReportSummary", {
  vouchers: field(z.int().min(0), { says: "How many vouchers there are.", example: 120 }),
  byType: field(z.array(ofType), { says: "Sums of each voucher type." }),
  byRate: field(z.array(z.object({ taxType: vatRows.element.shape.taxType, ...sums })), {
    says: "Sums of each VAT rate. Vouchers of letter C have none.",
  }),
  numbering: field(z.array(sequence), {
    says: "First and last number of each sequence in the month, and what is missing between them.",
  }),
});
