import type { ListedField, ListedFields } from "../../shared/db/listing/listed-fields.js";
import {
  type Comparison,
  defaultLimit,
  type Filter,
  type Listing,
  type Term,
  type ValueRange,
} from "../../shared/db/listing/listing.js";
import { fieldFault } from "../schemas/check-body.js";
import { readPage } from "./read-page.js";
import { readDay, readValue } from "./read-value.js";

/** The suffixes of a filter. */
export const operators = ["gt", "gte", "lt", "lte", "in"] as const satisfies Filter["comparison"][];

/** How many filters one query may have. Source: api/README.md, "Limits". */
export const maxFilters = { invoices: 32, auditLog: 8 };
/** How many different values an `__in` may list. */
export const maxListedValues = 500;

/**
 * Reads filters, ordering and page from a query. Unknown or invalid names, suffixes and values are ignored, also within a list, and
 * do not count towards the limits. Each occurrence of a repeated filter must hold. Of a repeated `ordering`, `limit` or `offset` the
 * last one counts. Source: api/README.md, "GET /{company_id}/invoices".
 *
 * @param limit how many filters the query may have
 * @throws ApiError 400 naming the parameter, when there are more filters or more values in an `__in`
 */
export function readListing(query: URLSearchParams, fields: ListedFields, limit = maxFilters.invoices): Listing {
  return {
    filters: readFilters(query, fields, limit),
    ordering: readOrdering(query.getAll("ordering").at(-1) ?? "", fields),
    ...readPage(query, defaultLimit),
  };
}

function readFilters(query: URLSearchParams, fields: ListedFields, limit: number): Filter[] {
  const distinct = new Map([...query].map(([name, text]) => [JSON.stringify([name, text]), { name, text }]));
  const filters: Filter[] = [];
  let count = 0;
  for (const { name, text } of distinct.values()) {
    const read = readFilter(name, text, fields);
    if (read.length === 0) continue;
    if (++count > limit)
      throw fieldFault(name, {
        en: `is one filter too many: a query may have at most ${limit}; leave some out`,
        es: `Hay demasiados filtros: dejá ${limit} como mucho.`,
      });
    filters.push(...read);
  }
  return filters;
}

/** None when the filter must be ignored, two when it is a day. */
function readFilter(name: string, text: string, fields: ListedFields): Filter[] {
  const { field, comparison } = readName(name, fields) ?? {};
  if (!field || !comparison) return [];
  if (comparison === "in") return readMembers(name, text, field);
  const day = field.type === "instant" ? readDay(text) : undefined;
  if (day) return ofDay[comparison](day).map((bound) => ({ field, ...bound }));
  const value = readValue(text, field.type);
  return value === undefined ? [] : [{ field, comparison, value }];
}

/** The field and the comparison of `pos__gte`. Undefined when the listing has no such filter. */
export function readName(
  name: string,
  fields: ListedFields,
): { field: ListedField; comparison: Filter["comparison"] } | undefined {
  const [fieldName = "", operator, ...others] = name.split("__");
  const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  const comparison = operator === undefined ? "eq" : operators.find((known) => known === operator);
  return field && !field.ordersOnly && comparison && others.length === 0 ? { field, comparison } : undefined;
}

/** Meaning of a comparison with a whole day, for an instant. */
const ofDay: Record<Comparison, (day: ValueRange) => { comparison: Comparison; value: string }[]> = {
  eq: ({ from, before }) => [
    { comparison: "gte", value: from },
    { comparison: "lt", value: before },
  ],
  gt: ({ before }) => [{ comparison: "gte", value: before }],
  gte: ({ from }) => [{ comparison: "gte", value: from }],
  lt: ({ from }) => [{ comparison: "lt", value: from }],
  lte: ({ before }) => [{ comparison: "lt", value: before }],
};

function readMembers(name: string, text: string, field: ListedField): Filter[] {
  const members = [...new Set(text.split(","))];
  const days = new Map(
    (field.type === "instant" ? members : []).flatMap((member) => {
      const day = readDay(member);
      return day ? [[day.from, day] as const] : [];
    }),
  );
  const values = [...new Set(members.flatMap((member) => readValue(member, field.type) ?? []))];
  const count = values.length + days.size;
  if (count > maxListedValues)
    throw fieldFault(name, {
      en: `may list at most ${maxListedValues} different values, and lists ${count}; ask for them in several queries`,
      es: `Elegí hasta ${maxListedValues} valores: hay ${count}.`,
    });
  if (count === 0) return [];
  return [{ field, comparison: "in", values, ...(days.size > 0 && { ranges: [...days.values()] }) }];
}

/** Every ordering ends with the id, in the direction of the term before it. So no two rows tie, and pages never overlap. */
function readOrdering(text: string, fields: ListedFields): Term[] {
  const terms = new Map<string, Term>();
  for (const written of text.split(",")) {
    const read = readTerm(written, fields);
    if (!read || terms.has(read.name)) continue;
    terms.set(read.name, read.term);
    if (read.name === "id") return [...terms.values()];
  }
  const descending = [...terms.values()].at(-1)?.descending ?? true;
  const id = fields["id"];
  return id ? [...terms.values(), { field: id, descending }] : [...terms.values()];
}

/** One term of an ordering, such as `-created`. Undefined when there is no such field. */
export function readTerm(written: string, fields: ListedFields): { name: string; term: Term } | undefined {
  const [, minus, name = ""] = /^(-?)(\w+)$/.exec(written.trim()) ?? [];
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field && { name, term: { field, descending: minus === "-" } };
}
