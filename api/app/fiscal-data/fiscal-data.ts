import type { z } from "@hono/zod-openapi";
import { isMonotributo } from "../../../shared/domain/issuer-conditions.js";
import { parseDate } from "../../../shared/domain/written-date.js";
import { type fiscalData, fiscalDataChanges } from "../../schemas/company.js";
import { formOf } from "../settings/form-of.js";
import { legendRows } from "../settings/legend-rows.js";
import { toDateInput } from "../spanish/typed.js";

export type FiscalData = z.infer<typeof fiscalData>;

export const form = formOf(
  fiscalDataChanges,
  [
    "name",
    "cuit",
    "taxType",
    "monotributoCategory",
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
    "mail.senderName",
    "mail.replyTo",
  ],
  legendRows,
);

export type FiscalDataValues = ReturnType<typeof form.read>;

export const valuesOf = ({ fce, ...data }: FiscalData): FiscalDataValues =>
  form.of({ ...data, fce: fce ?? { transfer: "SCA" } });

/** The body for the API. */
export function changesOf(values: FiscalDataValues) {
  const { activityStart: day } = values;
  const { cuit: _, ...changes } = form.body({ ...values, activityStart: toDateInput(parseDate(day) ?? day) });
  // The form has the field for every condition, and only a monotributista has a category.
  const isNone = !isMonotributo(Number(values.taxType));
  const mail = { senderName: values["mail.senderName"] || null, replyTo: values["mail.replyTo"] || null };
  return { ...changes, ...(isNone && { monotributoCategory: null }), fce: fceOf(values), mail };
}

/** Null without an account: the company issues no credit invoices. People write a CBU in groups. */
function fceOf({ "fce.cbu": cbu, "fce.alias": alias, "fce.transfer": transfer }: FiscalDataValues) {
  if (cbu + alias === "") return null;
  return { cbu: cbu.replaceAll(/[\s-]/g, ""), alias: alias || null, transfer };
}

/** Issuer's data on every printed voucher. Source: RG 1415, annex II. */
const printed = {
  address: "el domicilio",
  grossIncome: "los ingresos brutos",
  activityStart: "el inicio de actividades",
};

/** Missing data that a voucher would lack on paper; empty when the data are complete. */
export const lackingOf = (data: FiscalData): string[] =>
  (Object.keys(printed) as (keyof typeof printed)[]).flatMap((name) => (data[name] ? [] : [printed[name]]));
