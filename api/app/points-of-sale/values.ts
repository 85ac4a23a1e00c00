import type { z } from "@hono/zod-openapi";
import type { pointOfSale } from "../../schemas/point-of-sale.js";
import { type Form, text } from "../frame/form.js";
import { readLegends, type TypedLegend, toLegends, typedLegends } from "../settings/typed-legends.js";

export type PointOfSale = z.infer<typeof pointOfSale>;

/** What a form of a point of sale shows and sends. Numbers are texts, as they are typed. */
export interface Values {
  number: string;
  name: string;
  printedName: string;
  address: string;
  activity: string;
  saleCondition: string;
  authorization: string;
  contingencyPos: string;
  exclusive: boolean;
  layout: string;
  legends: TypedLegend[];
  additionalDataKeys: { key: string; label: string; printed: boolean }[];
  optionals: { id: string; value: string }[];
  /** Separated by blanks. */
  activities: string;
}

export const noValues: Values = {
  ...{
    number: "",
    name: "",
    printedName: "",
    address: "",
    activity: "",
    saleCondition: "",
    authorization: "CAE",
    contingencyPos: "",
  },
  layout: "a4",
  legends: [],
  exclusive: false,
  additionalDataKeys: [],
  optionals: [],
  activities: "",
};

export const valuesOf = ({
  number,
  name,
  printedName,
  address,
  activity,
  saleCondition,
  contingencyPos,
  ...pos
}: PointOfSale): Values => ({
  number: `${number}`,
  name: name ?? "",
  printedName: printedName ?? "",
  address: address ?? "",
  activity: activity ?? "",
  saleCondition: saleCondition ?? "",
  contingencyPos: `${contingencyPos ?? ""}`,
  authorization: pos.authorization,
  layout: pos.layout,
  legends: typedLegends(pos.legends),
  exclusive: pos.exclusive,
  additionalDataKeys: pos.additionalDataKeys,
  optionals: pos.optionals ?? [],
  activities: (pos.activities ?? []).map(({ id }) => id).join(" "),
});

/** The API's limit of keys; a form has no more rows. */
const maxKeys = 50;

/** Rows that are left empty count for nothing, so the others move up: a fault names the row that is shown again. */
export function readValues(form: Form): Values {
  const rows = Array.from({ length: maxKeys }, (_, index) => ({
    key: text(form, `additionalDataKeys.${index}.key`),
    label: text(form, `additionalDataKeys.${index}.label`),
    printed: text(form, `additionalDataKeys.${index}.printed`) !== "",
  }));
  const optionals = Array.from({ length: maxKeys }, (_, index) => ({
    id: text(form, `optionals.${index}.id`),
    value: text(form, `optionals.${index}.value`),
  }));
  return {
    number: text(form, "number"),
    name: text(form, "name"),
    printedName: text(form, "printedName"),
    address: text(form, "address"),
    activity: text(form, "activity"),
    saleCondition: text(form, "saleCondition"),
    authorization: text(form, "authorization"),
    contingencyPos: text(form, "contingencyPos"),
    layout: text(form, "layout") || noValues.layout,
    legends: readLegends(form),
    exclusive: text(form, "exclusive") !== "",
    additionalDataKeys: rows.filter(({ key, label }) => key !== "" || label !== ""),
    optionals: optionals.filter(({ id, value }) => id !== "" || value !== ""),
    activities: text(form, "activities"),
  };
}

/** What is no number goes as it was typed: the API says what is wrong with it. */
const numberOf = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) : typed);

function activitiesOf(typed: string) {
  const ids = typed.split(/[\s,;]+/).filter((id) => id !== "");
  return ids.length > 0 ? ids.map((id) => ({ id: numberOf(id) })) : null;
}

/** The body for the API, without the number, which cannot be changed. */
export const changesOf = ({
  number: _,
  name,
  printedName,
  address,
  activity,
  saleCondition,
  contingencyPos,
  legends,
  activities,
  optionals,
  ...values
}: Values) => ({
  ...values,
  legends: toLegends(legends),
  optionals: optionals.length > 0 ? optionals : null,
  activities: activitiesOf(activities),
  name: name || null,
  printedName: printedName || null,
  address: address || null,
  activity: activity || null,
  saleCondition: saleCondition || null,
  contingencyPos: contingencyPos === "" ? null : numberOf(contingencyPos),
});

export const additionOf = (values: Values) => ({ ...changesOf(values), number: numberOf(values.number) });
