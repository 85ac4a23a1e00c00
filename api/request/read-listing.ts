import type { ListedFields } from "../../shared/db/listing/listed-fields.js";
import {
  type Comparison,
  defaultLimit,
  type Filter,
  type Listing,
  type Term,
} from "../../shared/db/listing/listing.js";
import { readValue } from "./read-value.js";

const comparisons: readonly string[] = ["gt", "gte", "lt", "lte"] satisfies Comparison[];

const maxRows = 200;
/** Beyond the end of any listing. */
const maxOffset = 2_000_000_000;

/**
 * Reads filters, ordering and page from a query. Unknown or invalid names, suffixes and values are ignored, also within a list.
 * Each occurrence of a repeated filter must hold. Of a repeated `ordering`, `limit` or `offset` the last one counts.
 * Source: api/README.md, "GET /{company_id}/invoices".
 */
export function readListing(query: URLSearchParams, fields: ListedFields): Listing {
  const last = (name: string) => query.getAll(name).at(-1) ?? "";
  return {
    filters: readFilters(query, fields),
    ordering: readOrdering(last("ordering"), fields),
    limit: Math.min(readCount(last("limit")) || defaultLimit, maxRows),
    offset: Math.min(readCount(last("offset")), maxOffset),
  };
}

function readFilters(query: URLSearchParams, fields: ListedFields): Filter[] {
  const distinct = new Map([...query].map(([name, text]) => [`${name}=${text}`, { name, text }]));
  return [...distinct.values()].flatMap(({ name, text }) => readFilter(name, text, fields) ?? []);
}

function readFilter(name: string, text: string, fields: ListedFields): Filter | undefined {
  const [fieldName = "", operator, ...others] = name.split("__");
  const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (!field || field.ordersOnly || others.length > 0) return undefined;
  if (operator === "in") {
    const values = text.split(",").flatMap((member) => readValue(member, field.type) ?? []);
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

/** Zero unless it is a whole number. */
const readCount = (text: string) => (/^\d+$/.test(text) ? Number(text) : 0);
