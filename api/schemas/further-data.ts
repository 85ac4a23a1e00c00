import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { OptionalFormat } from "../../shared/domain/optionals/optional-kinds.js";
import { fceOptionalIds, findBrokenFormat, maxOptionalLength } from "../../shared/domain/optionals/optionals.js";
import { withDecimals } from "./decimals.js";
import { cuit, exactDigits } from "./digits.js";
import { atMostCharacters, oneOf } from "./faults.js";
import { field, like, part } from "./field.js";
import { asText, says } from "./says.js";
import { trimmedText } from "./text.js";

const noOptionalId: LocalizedText = {
  en: "must be digits: the authority's number of the optional field, without zeros before it",
  es: "Escribí el número que ARCA le da al dato opcional, sin ceros adelante.",
};
const ofCreditInvoices: LocalizedText = {
  en: "is of credit invoices: it stands in fce",
  es: "Es de las facturas de crédito: completalo en sus propios campos.",
};
const noActivity: LocalizedText = {
  en: "must be a whole number of at most 6 digits",
  es: "Escribí el código de la actividad: 6 dígitos como mucho.",
};

const optional = field(
  part("Optional", {
    id: field(
      z
        .string()
        .trim()
        // With zeros before it a number of the table would seem to be one that no table has, and go unchecked.
        .regex(/^[1-9]\d{0,9}$/, { error: says(noOptionalId) }),
      {
        says: { en: "The authority's number of the field (Id).", es: "El número que ARCA le da al dato (Id)." },
        example: "10",
        label: "Dato opcional",
      },
    ),
    value: field(trimmedText(maxOptionalLength), {
      says: { en: "What it says (Valor).", es: "Lo que dice (Valor)." },
      example: "1",
      label: "Valor del dato opcional",
    }),
  }).check(({ value: given, issues }) => {
    const refuse = (path: "id" | "value", words: LocalizedText) =>
      issues.push({ code: "custom", path: [path], message: asText(words), input: given });
    if (fceOptionalIds.includes(given.id)) refuse("id", ofCreditInvoices);
    const format = findBrokenFormat(given);
    if (format !== undefined) refuse("value", sayFormat(format));
  }),
  { label: "Dato opcional" },
);

function sayFormat(format: OptionalFormat): LocalizedText {
  switch (format.kind) {
    case "choice":
      return oneOf(format.values);
    case "digits":
      if (format.min < format.max) return someDigits(format.min, format.max);
      return format.orZero ? digitsOrZero(format.max) : exactDigits(format.max);
    case "text":
      return atMostCharacters(format.max);
  }
}

const someDigits = (min: number, max: number): LocalizedText => ({
  en: `must be ${min} to ${max} digits`,
  es: `Escribí entre ${min} y ${max} dígitos, sin puntos ni guiones.`,
});

const digitsOrZero = (count: number): LocalizedText => ({
  en: `must be ${count} digits, or 0`,
  es: `Escribí los ${count} dígitos, o 0.`,
});

/** Optional fields. An id's own format is checked here. What binds several ids, or an id and the company, is the authority's to say. */
export const optionals = field(z.array(optional).max(6_000), {
  says: {
    en: "Further data that a regime asks for (Opcionales), sent in this order. An id's own format and types are checked; what binds several is the authority's to say. taxauth/tables/optionals has all; those of credit invoices stand in fce.",
    es: "Datos que pide un régimen (Opcionales); se envían en este orden. De cada dato se revisan el formato y los tipos de comprobante; lo que depende de varios lo dice ARCA. taxauth/tables/optionals los tiene todos; los de facturas de crédito van en fce.",
  },
  label: "Datos opcionales",
});

const maxActivity = 999_999;

/** A number, as the authority and its register have it. Its digits as a text are the same. */
const activity = field(
  part("Activity", {
    id: field(
      z.union(
        [
          z.int().min(1).max(maxActivity),
          z
            .string()
            .regex(/^0*[1-9]\d*$/)
            .max(6)
            .transform(Number),
        ],
        { error: says(noActivity) },
      ),
      {
        says: { en: "The authority's number of the activity.", es: "El número que ARCA le da a la actividad." },
        example: 476_111,
        label: "Actividad informada",
      },
    ),
  }),
  { label: "Actividad informada" },
);

export const activities = field(z.array(activity).max(50), {
  says: {
    en: "Economic activities that are declared (Actividades), where the law asks for it. taxauth/tables/activities has the company's.",
    es: "Actividades económicas que se declaran (Actividades), donde la norma lo pide. taxauth/tables/activities tiene las de la empresa.",
  },
  label: "Actividades informadas",
});

/** Optional fields of a voucher, also of one that was issued elsewhere and imported. */
export const shownOptionals = z.array(
  part("DeclaredOptional", { id: like(optional.shape.id, z.string()), value: like(optional.shape.value, z.string()) }),
);
export const shownActivities = z.array(part("DeclaredActivity", { id: like(activity.shape.id, z.int()) }));

const buyer = field(
  part("Buyer", {
    docType: field(z.int().min(0).max(99), {
      says: { en: "80 CUIT, 86 CUIL or 87 CDI (DocTipo).", es: "80 CUIT, 86 CUIL u 87 CDI (DocTipo)." },
      example: 80,
      label: "Tipo de documento del comprador",
    }),
    docNumber: field(cuit, {
      says: { en: "11 digits (DocNro).", es: "11 dígitos (DocNro)." },
      example: "30712345671",
      label: "Número de documento del comprador",
    }),
    share: field(withDecimals(2, z.number().gt(0).max(99.99)), {
      says: {
        en: "What part of the whole is the buyer's, in percent, with at most two decimals (Porcentaje).",
        es: "Qué parte del total es del comprador, en porcentaje y con dos decimales como mucho (Porcentaje).",
      },
      example: 60,
      label: "Parte del comprador",
    }),
  }),
  { label: "Comprador" },
);

export const buyers = field(z.array(buyer).max(1_000), {
  says: {
    en: "Several buyers of goods (Compradores), the receiver among them with the largest share. The shares add up to 100.",
    es: "Varios compradores de bienes (Compradores), entre ellos el receptor, con la parte más grande. Las partes suman 100.",
  },
  label: "Compradores",
});

export const shownBuyers = z.array(
  part("DeclaredBuyer", {
    docType: like(buyer.shape.docType, z.int()),
    docNumber: like(buyer.shape.docNumber, z.string()),
    share: like(buyer.shape.share, z.number()),
  }),
);
