import type { z } from "@hono/zod-openapi";
import { parseDate } from "../../../shared/domain/written-date.js";
import type { fiscalData } from "../../schemas/company.js";
import { type Form, text } from "../frame/form.js";
import { toDateInput } from "../spanish/typed.js";

export type FiscalData = z.infer<typeof fiscalData>;

/** What the form shows and sends, by the names of the API's fields. All are texts, as they are typed. */
export type Values = Record<(typeof fields)[number], string>;

const fields = [
  "name",
  "taxType",
  "address",
  "stateId",
  "grossIncome",
  "activityStart",
  "activityCode",
  "vatRounding",
  "cbuLegend",
  "consumerComplaints",
  "accentColor",
  "footerText",
  "withheldA",
  "fce.cbu",
  "fce.alias",
  "fce.transfer",
] as const;

export const valuesOf = ({ cuit: _, fce, ...data }: FiscalData): Values => ({
  name: data.name,
  taxType: `${data.taxType}`,
  address: data.address ?? "",
  stateId: `${data.stateId ?? ""}`,
  grossIncome: data.grossIncome ?? "",
  activityStart: data.activityStart ?? "",
  activityCode: data.activityCode ?? "",
  vatRounding: data.vatRounding,
  cbuLegend: data.cbuLegend ? "true" : "",
  consumerComplaints: data.consumerComplaints ?? "",
  accentColor: data.accentColor ?? "",
  footerText: data.footerText ?? "",
  withheldA: data.withheldA ? "true" : "",
  "fce.cbu": fce?.cbu ?? "",
  "fce.alias": fce?.alias ?? "",
  "fce.transfer": fce?.transfer ?? "SCA",
});

export const readValues = (form: Form): Values =>
  Object.fromEntries(fields.map((name) => [name, text(form, name)])) as Values;

/** The body for the API. What is no number or no date goes as it was typed: the API says what is wrong with it. */
export const changesOf = (values: Values) => ({
  name: values.name,
  taxType: numberOf(values.taxType),
  address: values.address || null,
  stateId: values.stateId === "" ? null : numberOf(values.stateId),
  grossIncome: values.grossIncome || null,
  activityStart:
    values.activityStart === "" ? null : toDateInput(parseDate(values.activityStart) ?? values.activityStart),
  activityCode: values.activityCode || null,
  vatRounding: values.vatRounding,
  cbuLegend: values.cbuLegend === "true",
  consumerComplaints: values.consumerComplaints || null,
  accentColor: values.accentColor || null,
  footerText: values.footerText || null,
  withheldA: values.withheldA === "true",
  fce: fceOf(values),
});

/** Null without an account: the company issues no credit invoices. People write a CBU in groups. */
function fceOf({ "fce.cbu": cbu, "fce.alias": alias, "fce.transfer": transfer }: Values) {
  if (cbu + alias === "") return null;
  return { cbu: cbu.replaceAll(/[\s-]/g, ""), alias: alias || null, transfer };
}

const numberOf = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) : typed);

/** What every printed voucher says of who issues it. Source: RG 1415, annex II. */
const printed = {
  address: "el domicilio",
  grossIncome: "los ingresos brutos",
  activityStart: "el inicio de actividades",
};

/** What a voucher would lack on paper; empty when the data are complete. */
export const lackingOf = (data: FiscalData): string[] =>
  (Object.keys(printed) as (keyof typeof printed)[]).flatMap((name) => (data[name] ? [] : [printed[name]]));
