/** The parts of a JSON schema that this module reads. */
export interface ToolSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  example?: unknown;
  pattern?: string;
  enum?: unknown[];
  properties?: Record<string, ToolSchema>;
  patternProperties?: Record<string, ToolSchema>;
  items?: ToolSchema;
  anyOf?: ToolSchema[];
  required?: string[];
  default?: unknown;
  maximum?: number;
}

/** Says only that a text has no control characters. Nobody sends them, and a model reads the pattern at thirty fields. */
const isOfControlCharacters = (pattern: string) => pattern.includes("\\u0000-");

/** A list that is empty unless given, and an object whose fields say each what it is unless given. */
const saysNothing = (value: unknown) => (Array.isArray(value) ? value.length === 0 : typeof value === "object");

/**
 * The schema of a tool, made of one of the OpenAPI document: with what it refers to in its place, because a client sees no other part
 * of that document; without examples of single fields, and without limits and defaults that tell nothing; and without null: what may be
 * null may be left out, and not every client can say null.
 */
export function toToolSchema(schema: unknown, schemas: Record<string, ToolSchema>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => toToolSchema(one, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, ...beside } = schema as ToolSchema;
  if (typeof $ref === "string") return toToolSchema({ ...schemas[$ref.split("/").at(-1) ?? ""], ...beside }, schemas);
  const orNull = beside.anyOf?.filter((one) => one.type !== "null") ?? [];
  if (orNull.length === 1) return toToolSchema({ ...orNull[0], ...beside, anyOf: undefined }, schemas);
  const {
    example: _,
    pattern,
    type,
    enum: values,
    properties,
    default: usual,
    maximum,
    ...rest
  } = schema as ToolSchema;
  const types = [type ?? []].flat().filter((one) => one !== "null");
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(pattern !== undefined && !isOfControlCharacters(pattern) && { pattern }),
    ...(values && { enum: values.filter((one) => one !== null) }),
    ...eachOf(rest, schemas),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(usual !== undefined && !saysNothing(usual) && { default: usual }),
    ...(properties && { properties: eachOf(properties, schemas) }),
  };
}

/** Up to this length a description says what it means in no more words than a reference would take. */
const shortDescription = 40;

/** The arguments of a tool whose longer descriptions are the same as those of another one: they refer to it. */
export function referTo(schema: ToolSchema, other: ToolSchema | undefined, tool: string): ToolSchema {
  const { description = "", properties, items } = schema;
  const isKnown = description.length > shortDescription && description === other?.description;
  return {
    ...schema,
    ...(isKnown && { description: `As in ${tool}.` }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, referTo(one, other?.properties?.[name], tool)]),
      ),
    }),
    ...(items && { items: referTo(items, other?.items, tool) }),
  };
}

const eachOf = (parts: object, schemas: Record<string, ToolSchema>) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, toToolSchema(part, schemas)]));
