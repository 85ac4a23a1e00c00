import type { ListedFields } from "../../shared/db/listing/listed-fields.js";
import {
  type Comparison,
  defaultLimit,
  type Filter,
  type Listing,
  type Term,
} from "../../shared/db/listing/listing.js";
import { fieldFault } from "../schemas/check-body.js";
import { readPage } from "./read-page.js";
import { readValue } from "./read-value.js";

const comparisons: readonly string[] = ["gt", "gte", "lt", "lte"] satisfies Comparison[];

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
  for (const { name, text } of distinct.values()) {
    const filter = readFilter(name, text, fields);
    if (!filter) continue;
    if (filters.length === limit)
      throw fieldFault(name, `is one filter too many: a query may have at most ${limit}; leave some out`);
    filters.push(filter);
  }
  return filters;
}

function readFilter(name: string, text: string, fields: ListedFields): Filter | undefined {
  const [fieldName = "", operator, ...others] = name.split("__");
  const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (!field || field.ordersOnly || others.length > 0) return undefined;
  if (operator === "in") {
    const values = [...new Set(text.split(",").flatMap((member) => readValue(member, field.type) ?? []))];
    if (values.length > maxListedValues)
      throw fieldFault(
        name,
        `may list at most ${maxListedValues} different values, and lists ${values.length}; ask for them in several queries`,
      );
    return values.length === 0 ? undefined : { field, comparison: "in", values };
  }
  const comparison = operator === undefined ? "eq" : comparisons.find((known) => known === operator);
  const value = readValue(text, field.type);
  if (comparison === undefined || value === undefined) return undefined;
  return { field, comparison: comparison as Comparison, value };
}

/** Every ordering ends with the id, in the direction of the term before it. So no two rows tie, and pages never overlap. */
function readOrdering(text: string, fields: ListedFields): Term[] {
  const terms = new Map<string, Term>();
  for (const written of text.split(",")) {
    const [, minus, name = ""] = /^(-?)(\w+)$/.exec(written.trim()) ?? [];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || terms.has(name)) continue;
    terms.set(name, { field, descending: minus === "-" });
    if (name === "id") return [...terms.values()];
  }
  const descending = [...terms.values()].at(-1)?.descending ?? true;
  const id = fields["id"];
  return id ? [...terms.values(), { field: id, descending }] : [...terms.values()];
}
