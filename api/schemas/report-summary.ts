import { z } from "@hono/zod-openapi";
import { mostMissing } from "../../shared/domain/reports/number-runs.js";

/** In pesos, with two decimals; credits are negative. */
const signedAmount = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .openapi({ example: "1210.00" });

const sums = { net: signedAmount, vat: signedAmount };

/** Source: api/README.md, "Reports", B4. */
export const reportSummary = z
  .object({
    vouchers: z.int().min(0),
    byType: z.array(
      z.object({
        voucherType: z.int(),
        count: z.int().min(1),
        ...sums,
        exempt: signedAmount,
        notTaxable: signedAmount,
        tributes: signedAmount,
        total: signedAmount,
      }),
    ),
    byRate: z.array(z.object({ taxType: z.int(), ...sums })),
    numbering: z.array(
      z.object({
        pos: z.int(),
        type: z.int(),
        from: z.int(),
        to: z.int(),
        missing: z.array(z.int()).max(mostMissing),
        missingCount: z.int().min(0),
      }),
    ),
  })
  .openapi("ReportSummary");
