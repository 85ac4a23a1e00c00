import { z } from "@hono/zod-openapi";
import { type Language, localizeFor } from "../../shared/domain/localized-text.js";
import { lawCodes } from "../../shared/domain/remarks/law-codes.js";
import { field, like, part } from "./field.js";
import { previewedPerceptions } from "./perceptions.js";
import { amount, id } from "./shown.js";
import { posNumber, rateCodes, voucherNumber } from "./voucher-parts.js";

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** A string with two decimals: a JSON number could lose cents. */

/** Message of the authority: its code and its own text. */
export const authorityMessage = part("AuthorityMessage", {
  code: field(z.int(), { says: { en: "The authority's code.", es: "El código de ARCA." }, example: 10_017 }),
  msg: field(z.string(), {
    says: { en: "The authority's own text.", es: "El texto de ARCA, tal cual." },
    example: "Factura individual, DocTipo: 80",
  }),
});

export const ok = field(z.literal(true), {
  says: {
    en: "Whether the request succeeded. Clients check this first.",
    es: "Si el pedido salió bien. Es lo primero que hay que mirar.",
  },
});

/** Warnings: what of the request was ignored. Source: api/README.md, "Ignored input". */
export const warnings = field(
  z
    .array(
      part("Warning", {
        field: field(z.string(), {
          says: {
            en: "The path in the body, or ? and the name of a query parameter.",
            es: "La ruta en el cuerpo, o ? y el nombre de un parámetro de la consulta.",
          },
          example: "customer.adress",
        }),
        message: field(z.string(), {
          says: { en: "Why it was ignored, for people.", es: "Por qué se ignoró, para personas." },
          example: "is not a known property",
        }),
      }),
    )
    .min(1)
    .max(50)
    .optional(),
  {
    says: {
      en: "What of the request was ignored; left out when nothing was.",
      es: "Lo que se ignoró del pedido; no está si no se ignoró nada.",
    },
  },
);

/** Fields of a success, beside `ok`. Source: api/README.md, "What the service does", rule 9. */
export const succeeded = <Shape extends z.ZodRawShape>(shape: Shape) => ({ ok, ...shape, warnings });

const result = <Result extends z.ZodType>(rule: Result) =>
  like(rule, rule, { says: { en: "The result of the request.", es: "El resultado del pedido." } });

export const success = <Result extends z.ZodType>(rule: Result) => z.object(succeeded({ result: result(rule) }));
export const list = <Row extends z.ZodType>(row: Row) =>
  z.object(
    succeeded({
      total: field(z.int().min(0), {
        says: { en: "How many rows match, on all pages.", es: "Cuántas filas coinciden, en todas las páginas." },
        example: 1,
      }),
      result: result(z.array(row)),
    }),
  );

export const quota = part("Quota", {
  type: field(z.literal("invoices"), { says: { en: "What the quota counts.", es: "Qué cuenta el cupo." } }),
  granted: field(z.int(), {
    says: {
      en: "Vouchers granted for the period, including extras.",
      es: "Comprobantes del cupo del período, con los adicionales.",
    },
    example: 500,
  }),
  used: field(z.int(), {
    says: {
      en: "Vouchers consumed in the period, including one just issued.",
      es: "Comprobantes usados en el período, con el recién emitido.",
    },
    example: 120,
  }),
  remaining: field(z.int().min(0), {
    says: {
      en: "Vouchers left in the period, never below zero.",
      es: "Comprobantes que quedan en el período, nunca menos de cero.",
    },
    example: 380,
  }),
  overage: field(z.int().min(0), {
    says: { en: "Vouchers issued beyond the quota.", es: "Comprobantes emitidos por encima del cupo." },
    example: 0,
  }),
  periodEnd: field(date, {
    says: { en: "The day on which the quota renews.", es: "El día en que se renueva el cupo." },
    example: "2026-12-21",
  }),
  breakdown: field(
    z.object({
      production: field(z.int(), {
        says: { en: "Consumed in production.", es: "Usados en producción." },
        example: 100,
      }),
      homologation: field(z.int(), {
        says: { en: "Consumed in homologation.", es: "Usados en homologación." },
        example: 20,
      }),
    }),
    { says: { en: "Consumption by environment.", es: "Lo usado en cada ambiente." } },
  ),
});

export const cae = field(z.string().regex(/^\d{14}$/), {
  says: { en: "The authority's authorization code.", es: "El código de autorización de ARCA (CAE)." },
  example: "86479525117674",
});

export const observations = field(z.array(authorityMessage).nullable(), {
  says: {
    en: "The authority's remarks on the authorized voucher; null when it made none.",
    es: "Las observaciones de ARCA al comprobante autorizado; null si no hizo ninguna.",
  },
});

export const issued = part(
  "Issued",
  succeeded({
    result: result(
      z.object({
        id,
        voucherNumber: like(voucherNumber, z.int()),
        cae,
        totalAmount: field(z.number(), { says: { en: "Total amount.", es: "Importe total." }, example: 7_001 }),
        authorization: field(z.literal("CAEA").optional(), {
          says: {
            en: "Left out unless it was issued in a contingency, under a code that was obtained before.",
            es: "Está solamente si se emitió en una contingencia, con un código obtenido antes.",
          },
          example: "CAEA",
        }),
        posNumber: like(posNumber, z.int().optional(), {
          says: {
            en: "The point of sale that stood in for the one that was asked for, in a contingency; else left out.",
            es: "El punto de venta que reemplazó al pedido, en una contingencia; si no, no está.",
          },
          example: 9,
        }),
        taxAuthObservations: observations,
        idempotencyHit: field(z.boolean(), {
          says: {
            en: "True when the key already had this voucher and nothing was issued.",
            es: "Verdadero si la clave ya tenía este comprobante y no se emitió nada.",
          },
          example: false,
        }),
      }),
    ),
    quota: field(quota.nullable(), {
      says: {
        en: "The quota of the month; null when nothing was consumed. Its fields may change.",
        es: "El cupo del mes; null si no se usó nada. Sus campos pueden cambiar.",
      },
    }),
  }),
);

export const vatRows = field(
  z.array(
    part("VatRow", {
      taxType: field(z.int(), { says: rateCodes, example: 5 }),
      rate: field(z.string(), {
        says: { en: "The VAT rate as a percentage.", es: "La alícuota de IVA, en porcentaje." },
        example: "21",
      }),
      base: field(amount, { says: { en: "Taxable base.", es: "Base imponible." }, example: "5785.95" }),
      amount: field(amount, {
        says: { en: "VAT amount of the row.", es: "Importe de IVA de la fila." },
        example: "1215.05",
      }),
    }),
  ),
  { says: { en: "One row per VAT rate.", es: "Una fila por alícuota de IVA." } },
);

/** Codes of the law with the case of each, as a list in a sentence. */
const casesOfLaw = (language: Language): string =>
  Object.entries(lawCodes)
    .map(([code, words]) => `${code} (${localizeFor(language, words)})`)
    .join(", ");

export const remark = part("Remark", {
  field: field(z.string().nullable(), {
    says: {
      en: "The field's path in the body, such as items.0.price; null means the whole body.",
      es: "La ruta del campo en el cuerpo, como items.0.price; null es todo el cuerpo.",
    },
    example: "items.0.price",
  }),
  code: field(z.union([z.int(), z.string()]), {
    says: {
      en: `The authority's code, or one of this API's: an error code, ZERO_TOTAL, IDEMPOTENCY_HIT or IDEMPOTENCY_IN_USE. In notes, what the law says and the authority does not guard: ${casesOfLaw("en")}.`,
      es: `El código de ARCA, o uno de esta API: un código de error, ZERO_TOTAL, IDEMPOTENCY_HIT o IDEMPOTENCY_IN_USE. En notes, lo que dice la norma y ARCA no controla: ${casesOfLaw("es")}.`,
    },
    example: 10_015,
  }),
  message: field(z.string(), {
    says: { en: "The problem in words, for people.", es: "El problema en palabras, para personas." },
    example: "must be 0.0001 or more",
  }),
});

export const preview = part("Preview", {
  totals: field(
    z.object({
      net: field(amount, { says: { en: "Taxable net.", es: "Neto gravado." }, example: "1000.00" }),
      vat: field(amount, { says: { en: "VAT.", es: "IVA." }, example: "210.00" }),
      exempt: field(amount, { says: { en: "Exempt.", es: "Exento." }, example: "0.00" }),
      notTaxable: field(amount, { says: { en: "Not taxable.", es: "No gravado." }, example: "0.00" }),
      tributes: field(amount, { says: { en: "Other tributes.", es: "Otros tributos." }, example: "0.00" }),
      total: field(amount, { says: { en: "Total amount.", es: "Importe total." }, example: "1210.00" }),
    }),
    { says: { en: "The amounts of the voucher.", es: "Los importes del comprobante." } },
  ),
  vat: vatRows,
  perceptions: previewedPerceptions,
  problems: field(z.array(remark), {
    says: {
      en: "Reasons why the authority or this service would refuse it; empty when none is known.",
      es: "Motivos por los que ARCA o este servicio lo rechazarían; vacío si no se conoce ninguno.",
    },
  }),
  notes: field(z.array(remark), {
    says: {
      en: "What happens otherwise than one may expect although nothing is refused: cents that are adjusted, a key that is taken, what the law says of it.",
      es: "Lo que puede sorprender aunque nada se rechace: centavos que se ajustan, una clave ya usada, lo que dice la norma.",
    },
  }),
  previewHash: field(z.string().regex(/^[0-9a-z]+\.[\w-]{43}$/), {
    says: {
      en: "Proof for 15 minutes that this content was previewed: agents give it back when they issue (`/mcp`). Other clients need not.",
      es: "Prueba por 15 minutos que este contenido tuvo su vista previa: los agentes la devuelven al emitir (`/mcp`). Los demás no la necesitan.",
    },
    example: "mk3v9q2o.0Ff0Ck1rC3bHh2Ux7o5mXl8kQ4cW6yZtS9dR2eNvJwA",
  }),
});
