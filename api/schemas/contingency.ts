import { z } from "@hono/zod-openapi";
import type { Words } from "../../shared/domain/words.js";
import { authorityMessage } from "./answers.js";
import { body } from "./body.js";
import { field, like, part } from "./field.js";
import { says } from "./says.js";
import { id, instant } from "./shown.js";
import { requiredText } from "./text.js";
import { voucher } from "./voucher.js";
import { voucherType } from "./voucher-parts.js";

const day = z
  .string()
  .regex(/^\d{8}$/)
  .nullable();

export const contingencyReason = field(requiredText(300), {
  says: "Why it begins: required with active true.",
  example: "the authority does not answer",
  label: "Motivo",
});

const noReason: Words = {
  en: "is required: say why the contingency begins",
  es: "Falta el motivo: decí por qué empieza la contingencia.",
};

/** Source: api/README.md, "Contingencies", C5. */
export const contingencyTurn = body("ContingencyTurn", {
  active: field(z.boolean(), {
    says: "True begins a contingency, false ends it.",
    example: true,
    label: "Contingencia",
  }),
  reason: contingencyReason.exactOptional(),
}).refine(({ active, reason }) => !active || reason !== undefined, {
  path: ["reason"],
  error: says(noReason),
});

const sequence = z.object({
  voucherType: like(voucherType, z.int()),
  lastNumber: field(z.int().nullable(), {
    says: "The last number issued there; null while it is not known, and nothing can be issued there.",
    example: 12,
  }),
  lastReported: field(z.int().nullable(), { says: "The last number that the authority knows of.", example: 9 }),
});

export const contingency = part("Contingency", {
  active: field(z.boolean(), { says: "Whether a contingency lasts.", example: true }),
  since: field(instant.nullable(), {
    says: "Since when it lasts; null while none does.",
    example: "2026-11-21T14:03:11.120Z",
  }),
  reason: like(contingencyReason, z.string().nullable(), { says: "Why it began; null while none lasts." }),
  code: field(
    z
      .string()
      .regex(/^\d{14}$/)
      .nullable(),
    {
      says: "The code (CAEA) of the present fortnight; null while there is none.",
      example: "21457896541236",
    },
  ),
  from: field(day, { says: "The first day of the code, YYYYMMDD.", example: "20261116" }),
  to: field(day, { says: "The last day of the code, YYYYMMDD.", example: "20261130" }),
  reportBy: field(day, { says: "The last day to report its vouchers, YYYYMMDD.", example: "20261208" }),
  unreported: field(z.int().min(0), {
    says: "How many vouchers under CAEA the authority does not know of yet.",
    example: 3,
  }),
  rejected: field(z.int().min(0), { says: "How many of them the authority refused.", example: 0 }),
  pointsOfSale: field(
    z.array(
      z.object({
        number: field(z.int(), { says: "Its number.", example: 9 }),
        sequences: field(z.array(sequence), { says: "Its sequences, one for each voucher type." }),
      }),
    ),
    { says: "Those of CAEA." },
  ),
});

const { reported, reportErrors } = voucher.shape;

export const retriedReport = part("RetriedReport", {
  id,
  state: field(z.enum(["due", "sent", "reported", "givenUp"]), {
    says: "due: will be sent. sent: its answer is missing, and is looked up. reported, givenUp: nothing was done.",
    example: "due",
  }),
  reported: like(reported, instant.nullable(), { says: "When the authority took the report; null until then." }),
  reportErrors: like(reportErrors, z.array(authorityMessage), {
    says: "Why the authority refused the report; empty when it did not.",
  }),
});
