import { z } from "@hono/zod-openapi";
import { isCbu } from "../../shared/domain/cbu.js";
import { findCurrencyCode } from "../../shared/domain/currency-names.js";
import { fceTransfers } from "../../shared/domain/fce.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { withDecimals } from "./decimals.js";
import { cbuDigits, exactDigits } from "./digits.js";
import { field, part } from "./field.js";
import { oneOf } from "./one-of.js";
import { orDefault, orNull } from "./optional.js";
import { recipientAddress } from "./recipients.js";
import { says } from "./says.js";
import { text } from "./text.js";

const wrongCbu: LocalizedText = {
  en: "is not a CBU: its check digits are wrong",
  es: "Tiene un dígito equivocado: copialo de nuevo.",
};
const wrongAlias: LocalizedText = {
  en: "must be 6 to 20 letters, digits, dots or dashes",
  es: "Tiene que tener de 6 a 20 letras, números, puntos o guiones.",
};

/** Source: api/README.md, "Credit invoices". */
export const fcePayment = {
  cbu: field(cbuDigits.refine(isCbu, { error: says(wrongCbu), abort: true }), {
    says: {
      en: "The account that the buyer pays to: a CBU of 22 digits.",
      es: "La cuenta en la que paga el comprador: un CBU de 22 dígitos.",
    },
    example: "2850590940090418135201",
    label: "CBU",
  }),
  alias: field(z.string().regex(/^[A-Za-z0-9.-]{6,20}$/, { error: says(wrongAlias) }), {
    says: { en: "The account's alias; null for none.", es: "El alias de la cuenta; null si no tiene." },
    example: "empresa.cobros",
    label: "Alias del CBU",
    most: 20,
  }),
  transfer: field(z.enum(fceTransfers), {
    says: {
      en: "Who may take the invoice over: the open circulation system (SCA) or the collective depositary (ADC).",
      es: "Adónde se puede transferir la factura: al sistema de circulación abierta (SCA) o al agente de depósito colectivo (ADC).",
    },
    example: "SCA",
    label: "Forma de transferencia",
  }),
};

const cancellation = field(z.boolean().nullish(), {
  says: {
    en: "On notes: whether the buyer rejected what the note modifies.",
    es: "En las notas: si el comprador rechazó lo que la nota modifica.",
  },
  example: false,
  label: "Anulación",
}).transform(orNull);

export const fce = part("Fce", {
  cbu: fcePayment.cbu.nullish().transform(orNull),
  alias: fcePayment.alias.nullish(),
  transfer: fcePayment.transfer.nullish().transform(orNull),
  cancellation,
});

/** Credit-invoice terms of a note that another voucher's data make. */
export const fceOfNote = part("NoteFce", { cancellation });

export const pdfVersions = field(
  z
    .array(oneOf([1, 2, 3]))
    .min(1)
    .max(3),
  {
    says: {
      en: "Copies in the order of printing: 1 original, 2 duplicate, 3 triplicate.",
      es: "Copias en el orden en que se imprimen: 1 original, 2 duplicado, 3 triplicado.",
    },
    example: [1],
    label: "Copias del PDF",
  },
);

/** A code of the authority's list of activities. Any six digits are taken: the list is not asked for. */
export const activityCode = field(z.string().regex(/^\d{6}$/, { error: says(exactDigits(6)) }), {
  says: {
    en: "The activity of the sale, for the accountant's files: 6 digits of the authority's list, which are not checked against it. Neither declared nor printed. Unless given, the point of sale's or the company's counts.",
    es: "La actividad de la venta, para los archivos del contador: 6 dígitos de la lista de ARCA, que no se comparan con ella. No se declara ni se imprime. Si no viene, vale la del punto de venta o la de la empresa.",
  },
  example: "620100",
  label: "Actividad",
  most: 6,
});

const recipient = field(
  part("Recipient", {
    email: field(recipientAddress, {
      says: { en: "E-mail address.", es: "Dirección de correo." },
      example: "cliente@example.com",
      label: "Dirección",
    }),
    name: field(text(200).nullish(), {
      says: { en: "The recipient's name, for the greeting.", es: "El nombre de quien lo recibe, para el saludo." },
      example: "Ana",
      label: "Nombre",
    }).transform(orNull),
    comments: field(text(2_000).nullish(), {
      says: { en: "A text for the mail's body.", es: "Un texto para el cuerpo del correo." },
      label: "Mensaje",
    }).transform(orNull),
    pdfVersions: orDefault(pdfVersions, [1]),
  }),
  { label: "Correo", of: "del correo" },
);

/** Recipients that one issuance may have. */
export const recipients = field(z.array(recipient).max(3), {
  says: { en: "The recipients of the PDF by mail, at most 3.", es: "Quiénes reciben el PDF por correo, 3 como mucho." },
  label: "Correos",
});

const precision = oneOf([2, 4, 6]);

export const settings = part("PrintSettings", {
  quantityPrecision: orDefault(
    field(precision, {
      says: { en: "The fewest decimals of quantities.", es: "Los decimales mínimos de las cantidades." },
      example: 2,
      label: "Decimales de las cantidades",
    }),
    2,
  ),
  pricePrecision: orDefault(
    field(precision, {
      says: { en: "The fewest decimals of unit prices.", es: "Los decimales mínimos de los precios unitarios." },
      example: 2,
      label: "Decimales de los precios",
    }),
    2,
  ),
});

export const currencyCode = /^[A-Z0-9]{3}$/;

/** @param code that of the authority for what was written, if it has one */
const noCurrencyCode = (code: string | undefined): LocalizedText =>
  code === undefined
    ? {
        en: "must be a currency code of 3 letters or digits",
        es: "Tiene que ser un código de moneda de 3 letras o números, como DOL.",
      }
    : {
        en: `must be a currency code of 3 letters or digits: write ${code}`,
        es: `Escribí ${code}: es el código de esta moneda.`,
      };

/** For another currency the quotation is required: see condition-faults. */
export const currency = part("Currency", {
  id: orDefault(
    field(
      z
        .string()
        .trim()
        .regex(currencyCode, {
          error: says((input) => noCurrencyCode(findCurrencyCode(String(input)))),
        }),
      { says: { en: "Currency (MonId).", es: "Moneda (MonId)." }, example: "DOL", label: "Moneda" },
    ),
    "PES",
  ),
  quotation: orDefault(
    field(withDecimals(6, z.number().gt(0).max(9_999.999999)), {
      says: {
        en: "Pesos per unit (MonCotiz): required in another currency, 1 for PES.",
        es: "Pesos por unidad (MonCotiz): obligatoria en otra moneda, 1 para PES.",
      },
      example: 1_050.5,
      label: "Cotización",
    }),
    1,
  ),
});
