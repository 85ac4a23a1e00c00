import type { FieldType, ListedFields } from "../../shared/db/listing/listed-fields.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { IgnoredInput } from "../http/handling.js";
import { noDate } from "../schemas/day-words.js";
import { readName, readTerm } from "./read-listing.js";
import { findIgnoredInPage, wholeNumber } from "./read-page.js";
import { type FindIgnored, ignoredParameter, unknownParameter } from "./read-query.js";
import { isReadable } from "./read-value.js";

/** Finder of what `readListing` ignores of a query. */
export const ignoredInListing = (fields: ListedFields): FindIgnored => {
  const findIgnored = ignoredInFilters(fields, "limit", "offset");
  return (query) => [...findIgnored(query), ...findIgnoredInPage(query)];
};

/** Finder of what is ignored of a query without a page. `others` are the names of its other parameters. */
export const ignoredInFilters =
  (fields: ListedFields, ...others: string[]): FindIgnored =>
  (query) => [
    ...[...query].flatMap(([name, text]) =>
      name === "ordering" || others.includes(name) ? [] : findIgnoredFilter(name, text, fields),
    ),
    ...query.getAll("ordering").flatMap((text) => findIgnoredOrdering(text, fields)),
  ];

function findIgnoredFilter(name: string, text: string, fields: ListedFields): IgnoredInput[] {
  const { field, comparison } = readName(name, fields) ?? {};
  if (!field) return [unknownParameter(name)];
  const values = comparison === "in" ? text.split(",") : [text];
  if (values.every((value) => isReadable(value, field.type))) return [];
  const words = forms[field.type];
  return [ignoredParameter(name, comparison === "in" ? inEveryPlace(words) : words)];
}

const filled: LocalizedText = { en: "must be a text that is not empty", es: "Falta completar este dato." };

const forms: Record<FieldType, LocalizedText> = {
  integer: wholeNumber,
  decimal: { en: "must be a number", es: "Tiene que ser un número." },
  fiscalDate: noDate,
  instant: {
    en: "must be an instant, as ISO 8601, or a day, as YYYY-MM-DD",
    es: "Tiene que ser un instante, como en ISO 8601, o un día, como AAAA-MM-DD.",
    app: "Elegí una fecha que exista.",
  },
  digits: filled,
  text: filled,
};

const inEveryPlace = ({ en }: LocalizedText): LocalizedText => ({
  en: `${en}, in every place of the list`,
  es: "Hay un valor que no se entiende en la lista: corregilo o quitalo.",
});

function findIgnoredOrdering(text: string, fields: ListedFields): IgnoredInput[] {
  const isKnown = text.split(",").every((written) => readTerm(written, fields) !== undefined);
  const names = Object.keys(fields).join(", ");
  const words: LocalizedText = {
    en: `must list fields of these: ${names}`,
    es: `No se puede ordenar por eso: elegí entre ${names}.`,
    app: "No se puede ordenar por ese dato: elegí otra columna.",
  };
  return isKnown ? [] : [ignoredParameter("ordering", words)];
}
