/** The part of JSON Schema that the API's document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
}

/** Whether the client sends a value or is given it. What it sends may be `undefined`: JSON leaves that out. */
export type Direction = "sent" | "given";

/** A schema as a type of TypeScript. Fields have their descriptions. @throws Error for what is not known here */
export function toType(schema: Schema, direction: Direction): string {
  const { $ref, type, properties, required = [] } = schema;
  if ($ref) return nameOfRef($ref);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return union(schema.anyOf.map((one) => toType(one, direction)));
  if (Array.isArray(type)) return union(type.map((one) => toType({ ...schema, type: one }, direction)));
  if (type === "null") return "null";
  if (properties) {
    const fields = Object.entries(properties).map(([name, one]) =>
      toField(name, one, required.includes(name), direction),
    );
    return `{\n${indent(fields.join("\n"))}\n}`;
  }
  if (type === "array") return `Array<${toType(schema.items ?? {}, direction)}>`;
  const plain = plainTypes[type ?? "unknown"];
  if (!plain) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return plain;
}

export function toField(name: string, schema: Schema, isRequired: boolean, direction: Direction): string {
  const orUndefined = !isRequired && direction === "sent" ? " | undefined" : "";
  const type = `${toType(schema, direction)}${orUndefined}`;
  return `${docOf(schema.description)}${propertyName(name)}${isRequired ? "" : "?"}: ${type};`;
}

export const docOf = (text: string | undefined): string => (text ? `/** ${text.replaceAll("*/", "*\\/")} */\n` : "");

export const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ");

export const nameOfRef = (ref: string): string => ref.split("/").at(-1) ?? "";

/** Every schema that this one names, and what those name. */
export function refsWithin(node: unknown, schemas: Record<string, Schema>, found = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    const name = key === "$ref" ? nameOfRef(String(value)) : undefined;
    if (name === undefined) refsWithin(value, schemas, found);
    else if (!found.has(name)) refsWithin(schemas[name], schemas, found.add(name));
  }
  return found;
}

const propertyName = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name));

const union = (types: string[]): string => [...new Set(types)].join(" | ");

const plainTypes: Record<string, string> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  object: "Record<string, unknown>",
  unknown: "unknown",
};
