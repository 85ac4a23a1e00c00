import { docOf, indent, type Schema, toField, toType } from "./write-types.js";

export interface DescribedParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

const operators = ["gt", "gte", "lt", "lte", "in"];

/** The type of an operation's query. What takes every operator stands once, in `Filters`. */
export function toQueryType(parameters: DescribedParameter[]): string {
  const named = new Map(parameters.map((one) => [one.name, one]));
  const filters = parameters.filter(({ name }) => operators.every((operator) => named.has(`${name}__${operator}`)));
  const ofFilters = new Set(filters.flatMap(({ name }) => operators.map((operator) => `${name}__${operator}`)));
  const others = parameters.filter((one) => !filters.includes(one) && !ofFilters.has(one.name));
  const block = (fields: string[]) => `{\n${indent(fields.join("\n"))}\n}`;
  const own = block(
    others.map(({ name, schema, description, required }) =>
      toField(name, { ...schema, ...(description && { description }) }, required === true, "sent"),
    ),
  );
  if (filters.length === 0) return own;
  const fields = filters.map(
    ({ name, schema, description }) => `${docOf(description)}${name}: ${toType(schema, "sent")};`,
  );
  return `Filters<${block(fields)}>${others.length > 0 ? ` & ${own}` : ""}`;
}
