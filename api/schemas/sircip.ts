import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { isTaxId } from "../../shared/domain/tax-id.js";
import { cuit, noTaxId } from "./digits.js";
import { field, like, part } from "./field.js";
import { fiscalDate } from "./fiscal-date.js";
import { orDefault } from "./optional.js";
import { provinceCode } from "./perceptions.js";
import { asText, says } from "./says.js";

/** More certificates of exclusion than an agent has. */
const maxExempt = 1_000;

const twice: LocalizedText = {
  en: "stands in the list before",
  es: "Ya está en la lista.",
};

/** A list in which nothing stands twice. What does is refused at its place. */
const distinct = <Row extends z.ZodType>(list: z.ZodArray<Row>) =>
  list.check(({ value, issues }) => {
    const seen = new Set<unknown>();
    for (const [index, one] of value.entries()) {
      if (seen.has(one)) issues.push({ code: "custom", path: [index], message: asText(twice), input: value });
      seen.add(one);
    }
  });

const shape = {
  from: field(fiscalDate, {
    says: {
      en: "From this voucherDate on it is an agent, YYYYMMDD.",
      es: "Es agente desde esta fecha de comprobante, AAAAMMDD.",
    },
    example: "20261201",
    label: "Agente desde",
  }),
  ownPerceptions: field(distinct(z.array(field(provinceCode, { label: "Provincia" })).max(24)), {
    says: {
      en: "Provinces outside SIRCIP of which the company is an agent itself: whoever is registered there gets that province's perception besides, as a tribute of type 7 that you send.",
      es: "Provincias fuera de SIRCIP de las que la empresa también es agente: a quien está inscripto ahí le corresponde además la percepción de esa provincia, un tributo de tipo 7 que enviás vos.",
    },
    example: [1],
    label: "Provincias con percepción propia",
  }),
  exempt: field(
    distinct(
      z
        .array(field(cuit.refine(isTaxId, { error: says(noTaxId), abort: true }), { label: "CUIT excluido" }))
        .max(maxExempt),
    ),
    {
      says: {
        en: "CUITs of receivers who gave a certificate of exclusion: nothing is added for them.",
        es: "CUIT de receptores que entregaron un certificado de exclusión: no se les agrega nada.",
      },
      example: ["30712345671"],
      label: "Excluidos",
    },
  ),
};

const sircipField = {
  says: {
    en: "How the company is an agent of SIRCIP (perceptions of gross income tax); null when it is none.",
    es: "Cómo la empresa es agente de SIRCIP (percepciones de ingresos brutos); null si no lo es.",
  },
  label: "Agente de SIRCIP",
};

/** Source: api/README.md, "Perceptions". */
export const sircip = field(
  part("SircipAgent", {
    ...shape,
    ownPerceptions: orDefault(shape.ownPerceptions, []),
    exempt: orDefault(shape.exempt, []),
  }).nullable(),
  sircipField,
);

/** The setting in an answer. */
export const shownSircip = field(
  part("ShownSircipAgent", {
    from: like(shape.from, z.string().regex(/^\d{8}$/)),
    ownPerceptions: like(shape.ownPerceptions, z.array(z.int())),
    exempt: like(shape.exempt, z.array(z.string())),
  }).nullable(),
  sircipField,
);
