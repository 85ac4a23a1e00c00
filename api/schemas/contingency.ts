import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
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
  says: { en: "Why it begins: required with active true.", es: "Por qué empieza: obligatorio cuando active es true." },
  example: "the authority does not answer",
  label: "Motivo",
});

const noReason: LocalizedText = {
  en: "is required: say why the contingency begins",
  es: "Falta el motivo: decí por qué empieza la contingencia.",
};

/** Source: api/README.md, "Contingencies", C5. */
export const contingencyTurn = body("ContingencyTurn", {
  active: field(z.boolean(), {
    says: {
      en: "True begins a contingency, false ends it.",
      es: "Verdadero empieza una contingencia, falso la termina.",
    },
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
    says: {
      en: "The last number issued there; null while it is not known, and nothing can be issued there.",
      es: "El último número emitido ahí; null mientras no se conoce, y entonces no se puede emitir ahí.",
    },
    example: 12,
  }),
  lastReported: field(z.int().nullable(), {
    says: { en: "The last number that the authority knows of.", es: "El último número que ARCA conoce." },
    example: 9,
  }),
});

export const contingency = part("Contingency", {
  active: field(z.boolean(), {
    says: { en: "Whether a contingency lasts.", es: "Si hay una contingencia." },
    example: true,
  }),
  since: field(instant.nullable(), {
    says: { en: "Since when it lasts; null while none does.", es: "Desde cuándo dura; null mientras no hay ninguna." },
    example: "2026-11-21T14:03:11.120Z",
  }),
  reason: like(contingencyReason, z.string().nullable(), {
    says: { en: "Why it began; null while none lasts.", es: "Por qué empezó; null mientras no hay ninguna." },
  }),
  code: field(
    z
      .string()
      .regex(/^\d{14}$/)
      .nullable(),
    {
      says: {
        en: "The code (CAEA) of the present fortnight; null while there is none.",
        es: "El código (CAEA) de esta quincena; null mientras no hay.",
      },
      example: "21457896541236",
    },
  ),
  from: field(day, {
    says: { en: "The first day of the code, YYYYMMDD.", es: "El primer día del código, AAAAMMDD." },
    example: "20261116",
  }),
  to: field(day, {
    says: { en: "The last day of the code, YYYYMMDD.", es: "El último día del código, AAAAMMDD." },
    example: "20261130",
  }),
  reportBy: field(day, {
    says: {
      en: "The last day to report its vouchers, YYYYMMDD.",
      es: "El último día para informar sus comprobantes, AAAAMMDD.",
    },
    example: "20261208",
  }),
  unreported: field(z.int().min(0), {
    says: {
      en: "How many vouchers under CAEA the authority does not know of yet.",
      es: "Cuántos comprobantes con CAEA falta informarle a ARCA.",
    },
    example: 3,
  }),
  rejected: field(z.int().min(0), {
    says: { en: "How many of them the authority refused.", es: "Cuántos de ellos rechazó ARCA." },
    example: 0,
  }),
  pointsOfSale: field(
    z.array(
      z.object({
        number: field(z.int(), { says: { en: "Its number.", es: "Su número." }, example: 9 }),
        sequences: field(z.array(sequence), {
          says: {
            en: "Its sequences, one for each voucher type.",
            es: "Sus numeraciones, una por cada tipo de comprobante.",
          },
        }),
      }),
    ),
    { says: { en: "Those of CAEA.", es: "Los de CAEA." } },
  ),
});

const { reported, reportErrors } = voucher.shape;

export const retriedReport = part("RetriedReport", {
  id,
  state: field(z.enum(["due", "sent", "reported", "givenUp"]), {
    says: {
      en: "due: will be sent. sent: its answer is missing, and is looked up. reported, givenUp: nothing was done.",
      es: "due: se va a enviar. sent: falta su respuesta, y se busca. reported, givenUp: no se hizo nada.",
    },
    example: "due",
  }),
  reported: like(reported, instant.nullable(), {
    says: {
      en: "When the authority took the report; null until then.",
      es: "Cuándo tomó ARCA el informe; null hasta entonces.",
    },
  }),
  reportErrors: like(reportErrors, z.array(authorityMessage), {
    says: {
      en: "Why the authority refused the report; empty when it did not.",
      es: "Por qué rechazó ARCA el informe; vacío si no lo rechazó.",
    },
  }),
});
