import { z } from "@hono/zod-openapi";
import type { Words } from "../../shared/domain/words.js";
import { authorityMessage } from "./answers.js";
import { body } from "./body.js";
import { says } from "./says.js";
import { requiredText } from "./text.js";

const day = z.string().regex(/^\d{8}$/);

export const contingencyReason = requiredText(300);

const noReason: Words = {
  en: "is required: say why the contingency begins",
  es: "Falta el motivo: decí por qué empieza la contingencia.",
};

/** Source: api/README.md, "Contingencies", C5. */
export const contingencyTurn = body("ContingencyTurn", {
  active: z.boolean(),
  reason: contingencyReason.exactOptional(),
}).refine(({ active, reason }) => !active || reason !== undefined, {
  path: ["reason"],
  error: says(noReason),
});

export const contingency = z
  .object({
    active: z.boolean(),
    since: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
    code: z
      .string()
      .regex(/^\d{14}$/)
      .nullable(),
    from: day.nullable(),
    to: day.nullable(),
    reportBy: day.nullable(),
    unreported: z.int().min(0),
    rejected: z.int().min(0),
    pointsOfSale: z.array(
      z.object({
        number: z.int(),
        sequences: z.array(
          z.object({ voucherType: z.int(), lastNumber: z.int().nullable(), lastReported: z.int().nullable() }),
        ),
      }),
    ),
  })
  .openapi("Contingency");

export const retriedReport = z
  .object({
    id: z.int(),
    state: z.enum(["due", "sent", "reported", "givenUp"]),
    reported: z.iso.datetime().nullable(),
    reportErrors: z.array(authorityMessage),
  })
  .openapi("RetriedReport");
