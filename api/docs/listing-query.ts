import { z } from "@hono/zod-openapi";
import type { FieldType, ListedFields } from "../../shared/db/listing/listed-fields.js";
import { defaultLimit } from "../../shared/db/listing/listing.js";
import { asLocalized, type LocalizedText } from "../../shared/domain/localized-text.js";
import { maxListedValues, operators } from "../parsing/read-listing.js";
import { maxRows } from "../parsing/read-page.js";
import { list } from "../schemas/answers.js";
import { field } from "../schemas/field.js";
import { answer } from "./describe.js";

/** The descriptions of the filters of all listings. */
const filterWords: Record<string, LocalizedText> = {
  id: { en: "Internal id.", es: "Id interno." },
  cae: { en: "The authority's authorization code.", es: "El código de autorización de ARCA (CAE)." },
  idempotency: { en: "Idempotency key.", es: "La clave del comprobante." },
  externalReference: { en: "Your own reference.", es: "Tu propia referencia." },
  date: { en: "Fiscal date, YYYYMMDD.", es: "Fecha del comprobante, AAAAMMDD." },
  created: {
    en: "Time of creation, ISO 8601. A day alone, YYYY-MM-DD, is the whole Argentine day.",
    es: "Cuándo se creó, ISO 8601. Un día solo, AAAA-MM-DD, es todo ese día en Argentina.",
  },
  pos: { en: "Point of sale.", es: "Punto de venta." },
  number: { en: "Voucher number; fast together with pos.", es: "Número del comprobante; rápido junto con pos." },
  docType: { en: "Receiver's document type.", es: "Tipo de documento del receptor." },
  docNumber: {
    en: "Receiver's document number; fast together with docType.",
    es: "Número de documento del receptor; rápido junto con docType.",
  },
  type: { en: "Voucher type.", es: "Tipo de comprobante." },
  total: { en: "Total amount.", es: "Importe total." },
  status: { en: "Always APPROVED.", es: "Siempre APPROVED." },
  source: { en: "Origin: api, app or rcel.", es: "Origen: api, app o rcel." },
  apiKeyId: { en: "The API key that issued it.", es: "La clave de API que lo emitió." },
  userEmail: {
    en: "The person who issued it in the web application.",
    es: "La persona que lo emitió en la aplicación web.",
  },
  action: { en: "The kind of change, such as pos.create.", es: "La clase de cambio, como pos.create." },
  resourceId: {
    en: "Id of the changed resource; fast together with action.",
    es: "El id de lo que cambió; rápido junto con action.",
  },
  actorType: {
    en: "Who made the change: user (a person), apikey, admin or system.",
    es: "Quién hizo el cambio: user (una persona), apikey, admin o system.",
  },
  actorEmail: { en: "E-mail of the person who made the change.", es: "El correo de la persona que hizo el cambio." },
  actorApiKeyId: { en: "The API key that made the change.", es: "La clave de API que hizo el cambio." },
  eventId: { en: "The event's id.", es: "El id del evento." },
  state: {
    en: "What became of it so far, as an answer has it.",
    es: "Cómo va hasta ahora, como está en una respuesta.",
  },
  name: { en: "Your own words for it.", es: "Tus propias palabras." },
};

/** A value of a filter, by the type of its field. */
const values: Record<FieldType, z.ZodType> = {
  integer: z.int(),
  decimal: z.number(),
  fiscalDate: z.string().regex(/^\d{8}$/),
  // An instant or a day.
  instant: z.union([z.iso.datetime({ offset: true }), z.iso.date()]),
  digits: z.string().min(1),
  text: z.string().min(1),
};

const suffixWords: Record<(typeof operators)[number], LocalizedText> = {
  gt: { en: "More than this, or later", es: "Más que esto, o posterior" },
  gte: { en: "This or more, or later", es: "Esto o más, o posterior" },
  lt: { en: "Less than this, or earlier", es: "Menos que esto, o anterior" },
  lte: { en: "This or less, or earlier", es: "Esto o menos, o anterior" },
  in: { en: "One of these, separated by commas", es: "Uno de estos, separados por comas" },
};

const withSuffix = (suffix: LocalizedText, about: LocalizedText): LocalizedText => ({
  en: `${suffix.en}. ${about.en}`,
  es: `${suffix.es}. ${about.es}`,
});

/** One parameter with several values, separated by commas. */
export const commaSeparated = (value: z.ZodType, most?: number) =>
  (most === undefined ? z.array(value).min(1) : z.array(value).min(1).max(most))
    .optional()
    .openapi({ param: { style: "form", explode: false } });

/** The parameters of a listing: its filters with every operator, and the ordering and page that every listing has. */
export function listingQuery(fields: ListedFields) {
  const filters = Object.entries(fields)
    .filter(([, { ordersOnly }]) => !ordersOnly)
    .flatMap(([name, { type }]) => {
      const about = filterWords[name] ?? asLocalized(name);
      return [
        [name, field(values[type].optional(), { says: about })],
        ...operators.map((operator) => [
          `${name}__${operator}`,
          field(operator === "in" ? commaSeparated(values[type], maxListedValues) : values[type].optional(), {
            says: withSuffix(suffixWords[operator], about),
          }),
        ]),
      ];
    });
  const terms = Object.keys(fields).flatMap((name) => [name, `-${name}`]);
  return z.object({
    ...(Object.fromEntries(filters) as z.ZodRawShape),
    ordering: field(commaSeparated(z.enum(terms)), {
      says: {
        en: "Fields in the order in which they sort, separated by commas; - sorts descending. Default -id.",
        es: "Los campos en el orden en que ordenan, separados por comas; - ordena de mayor a menor. Si no viene, -id.",
      },
      example: ["-created", "id"],
    }),
    ...pageQuery(defaultLimit).shape,
  });
}

/** The answer of a listing. */
export const matching = (row: z.ZodType) =>
  answer(200, list(row), {
    en: "One page; `total` counts all matches.",
    es: "Una página; `total` cuenta todo lo que coincide.",
  });

/** The parameters that select a part of a list. */
export const pageQuery = (usualLimit = maxRows) =>
  z.object({
    limit: field(z.int().min(1).optional(), {
      says: {
        en: `Rows per page: default ${usualLimit}, at most ${maxRows}; more counts as ${maxRows}.`,
        es: `Filas por página: ${usualLimit} si no viene, ${maxRows} como mucho; más cuenta como ${maxRows}.`,
      },
    }),
    offset: field(z.int().min(0).optional(), {
      says: { en: "Rows to skip. Default 0.", es: "Filas para saltear. Si no viene, 0." },
    }),
  });
