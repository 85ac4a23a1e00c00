import type { z } from "@hono/zod-openapi";
import type { pointOfSale } from "../../schemas/configuration-answers.js";
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
  };
}

/** What is no number goes as it was typed: the API says what is wrong with it. */
const numberOf = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) : typed);

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
  ...values
}: Values) => ({
  ...values,
  legends: toLegends(legends),
  name: name || null,
  printedName: printedName || null,
  address: address || null,
  activity: activity || null,
  saleCondition: saleCondition || null,
  contingencyPos: contingencyPos === "" ? null : numberOf(contingencyPos),
});

export const additionOf = (values: Values) => ({ ...changesOf(values), number: numberOf(values.number) });
