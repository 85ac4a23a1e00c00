/** The parts of a JSON schema that this module reads. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  example?: unknown;
  pattern?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  required?: string[];
}

/** Says only that a text has no control characters. Nobody sends them, and a model reads the pattern at thirty fields. */
const isOfControlCharacters = (pattern: string) => pattern.includes("\\u0000-");

/**
 * The schema of a tool, made of one of the OpenAPI document: with what it refers to in its place, because a client sees no other part
 * of that document; without examples of single fields; and without null: what may be null may be left out, and not every client can say null.
 */
export function toToolSchema(schema: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => toToolSchema(one, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, ...beside } = schema as Schema;
  if (typeof $ref === "string") return toToolSchema({ ...schemas[$ref.split("/").at(-1) ?? ""], ...beside }, schemas);
  const orNull = beside.anyOf?.filter((one) => one.type !== "null") ?? [];
  if (orNull.length === 1) return toToolSchema({ ...orNull[0], ...beside, anyOf: undefined }, schemas);
  const { example: _, pattern, type, enum: values, properties, ...rest } = schema as Schema;
  const types = [type ?? []].flat().filter((one) => one !== "null");
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(pattern !== undefined && !isOfControlCharacters(pattern) && { pattern }),
    ...(values && { enum: values.filter((one) => one !== null) }),
    ...eachOf(rest, schemas),
    ...(properties && { properties: eachOf(properties, schemas) }),
  };
}

const eachOf = (parts: object, schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, toToolSchema(part, schemas)]));
