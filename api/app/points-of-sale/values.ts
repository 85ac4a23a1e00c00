import type { z } from "@hono/zod-openapi";
import { printedTextNames } from "../../../shared/domain/printed-texts.js";
import { newPointOfSale, type pointOfSale } from "../../schemas/point-of-sale.js";
import { type Form, text } from "../frame/form.js";
import { formOf, numberOf, readRows } from "../settings/form-of.js";
import { readLegends, type TypedLegend, toLegends, typedLegends } from "../settings/typed-legends.js";

export type PointOfSale = z.infer<typeof pointOfSale>;

export const form = formOf(newPointOfSale, [
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
]);

export type FieldName = (typeof form.names)[number];

/** What a form of a point of sale shows and sends, as it is typed. */
export interface Values {
  plain: ReturnType<typeof form.read>;
  legends: TypedLegend[];
  additionalDataKeys: { key: string; label: string; printed: string }[];
  optionals: { id: string; value: string }[];
  /** Separated by blanks. */
  activities: string;
}

/** What one is unless somebody says otherwise. */
const usual = { layout: "a4", authorization: "CAE" } as const;

export const noValues: Values = {
  plain: form.of(usual),
  legends: [],
  additionalDataKeys: [],
  optionals: [],
  activities: "",
};

export const valuesOf = (pos: PointOfSale): Values => ({
  plain: form.of(pos),
  legends: typedLegends(pos.legends),
  additionalDataKeys: pos.additionalDataKeys.map((one) => ({ ...one, printed: one.printed ? "true" : "" })),
  optionals: pos.optionals ?? [],
  activities: (pos.activities ?? []).map(({ id }) => id).join(" "),
});

export function readValues(sent: Form): Values {
  const plain = form.read(sent);
  return {
    plain: { ...plain, layout: plain.layout || usual.layout },
    legends: readLegends(sent),
    additionalDataKeys: readRows(sent, "additionalDataKeys", ["key", "label", "printed"], ["key", "label"]),
    optionals: readRows(sent, "optionals", ["id", "value"], ["id", "value"]),
    activities: text(sent, "activities"),
  };
}

function activitiesOf(typed: string) {
  const ids = typed.split(/[\s,;]+/).filter((id) => id !== "");
  return ids.length > 0 ? ids.map((id) => ({ id: numberOf(id) })) : null;
}

export const additionOf = ({
  plain,
  legends,
  additionalDataKeys,
  optionals,
  activities,
}: Values): Record<string, unknown> => ({
  ...form.body(plain),
  legends: toLegends(legends),
  additionalDataKeys: additionalDataKeys.map((one) => ({ ...one, printed: one.printed !== "" })),
  optionals: optionals.length > 0 ? optionals : null,
  activities: activitiesOf(activities),
});

/** The number cannot be changed. */
export function changesOf(values: Values) {
  const { number: _, ...changes } = additionOf(values);
  return changes;
}
