import { z } from "@hono/zod-openapi";
import { posAuthorizations } from "../../shared/db/company/points-of-sale.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { pdfLayouts } from "../../shared/domain/pdf-form.js";
import { body, cannotChange } from "./body.js";
import { field, like, part } from "./field.js";
import { activities, optionals, shownActivities } from "./further-data.js";
import { legends, shownLegends } from "./legends.js";
import { textsOfPos } from "./printed-texts.js";
import { says } from "./says.js";
import { created } from "./shown.js";
import { printedAddress, requiredText, text } from "./text.js";
import { activityCode } from "./voucher-terms.js";

const additionalDataKey = part("AdditionalDataKey", {
  key: field(requiredText(100), { says: { en: "The key.", es: "La clave." }, example: "seller", label: "Clave" }),
  label: field(requiredText(100), {
    says: { en: "The label on the print.", es: "La etiqueta en la impresión." },
    example: "Vendedor",
    label: "Etiqueta",
  }),
  printed: field(z.boolean(), {
    says: { en: "Whether it is printed.", es: "Si se imprime." },
    example: true,
    label: "Se imprime",
  }),
});

/** The authority numbers points of sale from 1 to 99998. */
const posNumber = z.int().min(1).max(99_998);

const number = field(posNumber, {
  says: { en: "The authority's number for it.", es: "El número que le da ARCA." },
  example: 1,
  label: "Número",
});

const repeatedKey: LocalizedText = {
  en: "must not repeat a key",
  es: "Hay una clave repetida: cada dato adicional lleva la suya.",
};

const fields = {
  name: field(text(200).nullable(), {
    says: { en: "A name to recognise it by.", es: "Un nombre para reconocerlo." },
    example: "Tienda online",
    label: "Nombre",
  }),
  printedName: field(text(100).nullable(), {
    says: { en: "Printed above its address; null for nothing.", es: "Se imprime arriba de su domicilio; null: nada." },
    example: "Sucursal Centro",
    label: "Nombre impreso",
  }),
  address: printedAddress,
  enabled: field(z.boolean(), {
    says: { en: "Whether it may issue.", es: "Si puede emitir." },
    example: true,
    label: "Habilitado",
  }),
  exclusive: field(z.boolean(), {
    says: {
      en: "Declares that only this service issues there. A voucher under our number then never counts as foreign; in doubt, an operator decides.",
      es: "Declara que ahí emite solamente este servicio. Un comprobante con nuestro número nunca se toma entonces como ajeno; en la duda, decide quien opera el servicio.",
    },
    example: false,
    label: "Solo este servicio emite acá",
  }),
  activity: like(activityCode, activityCode.nullable(), {
    says: {
      en: "The activity of its vouchers, 6 digits; null when it is the company's.",
      es: "La actividad de sus comprobantes, 6 dígitos; null si es la de la empresa.",
    },
  }),
  ...textsOfPos,
  authorization: field(z.enum(posAuthorizations), {
    says: {
      en: "How the authority authorizes what is issued there: CAE, unless it was added with CAEA. One of CAEA only stands in for others in a contingency. It cannot change once there are vouchers.",
      es: "Cómo autoriza ARCA lo que se emite ahí: CAE, salvo que se haya agregado con CAEA. Uno de CAEA solamente reemplaza a otros en una contingencia. Con comprobantes ya no se puede cambiar.",
    },
    example: "CAE",
    label: "Autorización",
  }),
  contingencyPos: field(posNumber.nullable(), {
    says: {
      en: "The point of sale of CAEA that stands in for it in a contingency; null for none.",
      es: "El punto de venta de CAEA que lo reemplaza en una contingencia; null si no hay.",
    },
    example: 9,
    label: "Lo reemplaza en una contingencia",
  }),
  layout: field(z.enum(pdfLayouts), {
    says: {
      en: "The paper that its vouchers are printed on for the customer: a sheet, or a roll of 80 or 58 mm.",
      es: "El papel en que sus comprobantes se imprimen para el cliente: una hoja, o un rollo de 80 o 58 mm.",
    },
    example: "a4",
    label: "Qué se imprime para el cliente",
  }),
  legends,
  additionalDataKeys: field(
    z
      .array(field(additionalDataKey, { label: "Dato adicional", of: "del dato adicional" }))
      .max(50)
      .refine((keys) => new Set(keys.map(({ key }) => key)).size === keys.length, { error: says(repeatedKey) }),
    {
      says: { en: "The keys that additionalData may have.", es: "Las claves que puede tener additionalData." },
      label: "Datos adicionales",
    },
  ),
  optionals: like(optionals, optionals.max(50).nullable(), {
    says: {
      en: "What its invoices declare besides their own optional fields; null for none.",
      es: "Los datos opcionales que sus facturas declaran además de los propios; null si no hay.",
    },
  }),
  activities: like(activities, activities.nullable(), {
    says: {
      en: "What its invoices declare besides their own activities; null for none.",
      es: "Las actividades que sus facturas declaran además de las propias; null si no hay.",
    },
  }),
};

/** Fields of a point of sale that a body gives: as many as it wants. */
const given = z.object(fields).exactPartial().shape;

export const newPointOfSale = body("NewPointOfSale", { number, ...given });

export const pointOfSaleChanges = body("PointOfSaleChanges", {
  number: like(number, z.unknown(), {
    says: cannotChange,
  }).exactOptional(),
  ...given,
});

export const pointOfSale = part("PointOfSale", {
  number,
  ...fields,
  legends: shownLegends,
  activities: like(fields.activities, shownActivities.nullable()),
  hasLogo: field(z.boolean(), {
    says: { en: "Whether its vouchers show a logo.", es: "Si sus comprobantes muestran un logo." },
    example: false,
    label: "Tiene logo",
  }),
  created,
});
