import type { z } from "@hono/zod-openapi";
import { printedTextNames } from "../../../shared/domain/printed-texts.js";
import { newPointOfSale, type pointOfSale } from "../../schemas/point-of-sale.js";
import { activitiesOf } from "../fields/typed.js";
import { type Form, text } from "../frame/form.js";
import { formOf } from "../settings/form-of.js";
import { legendRows } from "../settings/legend-rows.js";

export type ListedPointOfSale = z.infer<typeof pointOfSale>;

export const form = formOf(
  newPointOfSale,
  [
    "number",
    "name",
    "printedName",
    "address",
    "exclusive",
    "layout",
    "activity",
    ...printedTextNames,
    "authorization",
    "contingencyPos",
  ],
  { ...legendRows, additionalDataKeys: ["key", "label"], optionals: ["id", "value"] },
);

export type FieldName = (typeof form.names)[number];

/** Values of the form of a point of sale, as they are typed. One field holds all `activities`, separated by blanks. */
export type PointOfSaleValues = ReturnType<typeof form.read>;

/** Defaults of a point of sale. */
const usual = { layout: "a4", authorization: "CAE" } as const;

export const noValues: PointOfSaleValues = form.of(usual);

export const valuesOf = (pos: ListedPointOfSale): PointOfSaleValues => ({
  ...form.of(pos),
  activities: (pos.activities ?? []).map(({ id }) => id).join(" "),
});

export function readValues(sent: Form): PointOfSaleValues {
  const values = form.read(sent);
  return { ...values, layout: values.layout || usual.layout, activities: text(sent, "activities") };
}

export function additionOf(values: PointOfSaleValues): Record<string, unknown> {
  const activities = activitiesOf(values);
  return { ...form.body(values), activities: activities.length > 0 ? activities : null };
}

/** The number cannot be changed. */
export function changesOf(values: PointOfSaleValues) {
  const { number: _, ...changes } = additionOf(values);
  return changes;
}
