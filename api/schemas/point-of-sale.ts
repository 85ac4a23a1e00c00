import { z } from "@hono/zod-openapi";
import { posAuthorizations } from "../../shared/db/company/points-of-sale.js";
import { pdfLayouts } from "../../shared/domain/pdf-form.js";
import type { Words } from "../../shared/domain/words.js";
import { body } from "./body.js";
import { field, like, part } from "./field.js";
import { activities, optionals, shownActivities } from "./further-data.js";
import { legends, shownLegends } from "./legends.js";
import { textsOfPos } from "./printed-texts.js";
import { says } from "./says.js";
import { created } from "./shown.js";
import { requiredText, text } from "./text.js";
import { activityCode } from "./voucher-terms.js";

const additionalDataKey = part("AdditionalDataKey", {
  key: field(requiredText(100), { says: "The key.", example: "seller", label: "Clave" }),
  label: field(requiredText(100), { says: "The label on the print.", example: "Vendedor", label: "Etiqueta" }),
  printed: field(z.boolean(), { says: "Whether it is printed.", example: true, label: "Se imprime" }),
});

/** The authority numbers points of sale from 1 to 99998. */
const posNumber = z.int().min(1).max(99_998);

const number = field(posNumber, { says: "The authority's number for it.", example: 1, label: "Número" });

const repeatedKey: Words = {
  en: "must not repeat a key",
  es: "Hay una clave repetida: cada dato adicional lleva la suya.",
};

const fields = {
  name: field(text(200).nullable(), {
    says: "A name to recognise it by.",
    example: "Tienda online",
    label: "Nombre",
  }),
  printedName: field(text(100).nullable(), {
    says: "Printed above its address; null for nothing.",
    example: "Sucursal Centro",
    label: "Nombre impreso",
  }),
  address: field(text(300).nullable(), {
    says: "Printed on its vouchers.",
    example: "San Martín 850, Mendoza",
    label: "Domicilio",
  }),
  enabled: field(z.boolean(), { says: "Whether it may issue.", example: true, label: "Habilitado" }),
  exclusive: field(z.boolean(), {
    says: "Declares that only this service issues there. A voucher under our number then never counts as foreign; in doubt, an operator decides.",
    example: false,
    label: "Solo este servicio emite acá",
  }),
  activity: like(activityCode, activityCode.nullable(), {
    says: "The activity of its vouchers, 6 digits; null when it is the company's.",
  }),
  ...textsOfPos,
  authorization: field(z.enum(posAuthorizations), {
    says: "How the authority authorizes what is issued there: CAE, unless it was added with CAEA. One of CAEA only stands in for others in a contingency. It cannot change once there are vouchers.",
    example: "CAE",
    label: "Autorización",
  }),
  contingencyPos: field(posNumber.nullable(), {
    says: "The point of sale of CAEA that stands in for it in a contingency; null for none.",
    example: 9,
    label: "Lo reemplaza en una contingencia",
  }),
  layout: field(z.enum(pdfLayouts), {
    says: "The paper that its vouchers are printed on for the customer: a sheet, or a roll of 80 or 58 mm.",
    example: "a4",
    label: "Qué se imprime para el cliente",
  }),
  legends,
  additionalDataKeys: field(
    z
      .array(field(additionalDataKey, { label: "Dato adicional", of: "del dato adicional" }))
      .max(50)
      .refine((keys) => new Set(keys.map(({ key }) => key)).size === keys.length, { error: says(repeatedKey) }),
    { says: "The keys that additionalData may have.", label: "Datos adicionales" },
  ),
  optionals: like(optionals, optionals.max(50).nullable(), {
    says: "What its invoices declare besides their own optional fields; null for none.",
  }),
  activities: like(activities, activities.nullable(), {
    says: "What its invoices declare besides their own activities; null for none.",
  }),
};

/** What a body says of one: as much as it wants. */
const given = z.object(fields).exactPartial().shape;

export const newPointOfSale = body("NewPointOfSale", { number, ...given });

export const pointOfSaleChanges = body("PointOfSaleChanges", {
  number: like(number, z.unknown(), {
    says: "Cannot be changed: send the current value, or leave it out.",
  }).exactOptional(),
  ...given,
});

export const pointOfSale = part("PointOfSale", {
  number,
  ...fields,
  legends: shownLegends,
  activities: like(fields.activities, shownActivities.nullable()),
  hasLogo: field(z.boolean(), { says: "Whether its vouchers show a logo.", example: false, label: "Tiene logo" }),
  created,
});
