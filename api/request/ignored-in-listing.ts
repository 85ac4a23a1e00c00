import type { FieldType, ListedFields } from "../../shared/db/listing/listed-fields.js";
import type { Ignored } from "../handling.js";
import { readName, readTerm } from "./read-listing.js";
import { findIgnoredInPage } from "./read-page.js";
import { type FindIgnored, ignoredParameter, unknownParameter } from "./read-query.js";
import { isReadable } from "./read-value.js";

/** What `readListing` ignores of a query. */
export const ignoredInListing = (fields: ListedFields): FindIgnored => {
  const findIgnored = ignoredInFilters(fields, "limit", "offset");
  return (query) => [...findIgnored(query), ...findIgnoredInPage(query)];
};

/** The same of a query without a page. `others` are the names of its other parameters. */
export const ignoredInFilters =
  (fields: ListedFields, ...others: string[]): FindIgnored =>
  (query) => [
    ...[...query].flatMap(([name, text]) =>
      name === "ordering" || others.includes(name) ? [] : findIgnoredFilter(name, text, fields),
    ),
    ...query.getAll("ordering").flatMap((text) => findIgnoredOrdering(text, fields)),
  ];

function findIgnoredFilter(name: string, text: string, fields: ListedFields): Ignored[] {
  const { field, comparison } = readName(name, fields) ?? {};
  if (!field) return [unknownParameter(name)];
  const values = comparison === "in" ? text.split(",") : [text];
  if (values.every((value) => isReadable(value, field.type))) return [];
  return [
    ignoredParameter(name, `must be ${forms[field.type]}${comparison === "in" ? ", in every place of the list" : ""}`),
  ];
}

const forms: Record<FieldType, string> = {
  integer: "a whole number",
  decimal: "a number",
  fiscalDate: "a date that exists, as YYYYMMDD",
  instant: "an instant, as ISO 8601, or a day, as YYYY-MM-DD",
  digits: "a text that is not empty",
  text: "a text that is not empty",
};

function findIgnoredOrdering(text: string, fields: ListedFields): Ignored[] {
  const isKnown = text.split(",").every((written) => readTerm(written, fields) !== undefined);
  return isKnown ? [] : [ignoredParameter("ordering", `must list fields of these: ${Object.keys(fields).join(", ")}`)];
}
