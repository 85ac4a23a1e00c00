import { z } from "@hono/zod-openapi";
import { posAuthorizations } from "../../shared/db/company/points-of-sale.js";
import { pdfLayouts } from "../../shared/domain/pdf-form.js";
import type { Words } from "../../shared/domain/words.js";
import { body } from "./body.js";
import { activities, optionals } from "./further-data.js";
import { activityCode, saleCondition } from "./issuance-request.js";
import { legends } from "./legends.js";
import { says } from "./says.js";
import { requiredText, text } from "./text.js";

const additionalDataKey = z.object({
  key: requiredText(100),
  label: requiredText(100),
  printed: z.boolean(),
});

/** The authority numbers points of sale from 1 to 99998. */
const posNumber = z.int().min(1).max(99_998);

const repeatedKey: Words = {
  en: "must not repeat a key",
  es: "Hay una clave repetida: cada dato adicional lleva la suya.",
};

const settings = {
  name: text(200).nullable().exactOptional(),
  printedName: text(100).nullable().exactOptional(),
  address: text(300).nullable().exactOptional(),
  enabled: z.boolean().exactOptional(),
  exclusive: z.boolean().exactOptional(),
  activity: activityCode.nullable().exactOptional(),
  saleCondition: saleCondition.nullable().exactOptional(),
  authorization: z.enum(posAuthorizations).exactOptional(),
  contingencyPos: posNumber.nullable().exactOptional(),
  layout: z.enum(pdfLayouts).exactOptional(),
  legends: legends.exactOptional(),
  /** Which keys the vouchers' additionalData may have, and which of them the print shows. */
  additionalDataKeys: z
    .array(additionalDataKey)
    .max(50)
    .refine((keys) => new Set(keys.map(({ key }) => key)).size === keys.length, { error: says(repeatedKey) })
    .exactOptional(),
  /** What its invoices declare besides their own. */
  optionals: optionals.max(50).nullable().exactOptional(),
  activities: activities.nullable().exactOptional(),
};

export const newPointOfSale = body("NewPointOfSale", { number: posNumber, ...settings });

export const pointOfSaleChanges = body("PointOfSaleChanges", { number: z.unknown().exactOptional(), ...settings });
