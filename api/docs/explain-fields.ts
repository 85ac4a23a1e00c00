import { fieldWords } from "./field-words.js";

/** The parts of a JSON schema that this module reads. */
interface Schema {
  $ref?: string;
  description?: string;
  example?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface Document {
  paths?: Record<string, unknown>;
  components?: { schemas?: Record<string, unknown> };
}

/** Adds a description and an example to every field of the document whose schema has none of its own. */
export function explainFields<Doc extends Document>(document: Doc): Doc {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) explain(schema as Schema, [name]);
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const schema of schemasWithin(operations)) explain(schema, [path.replace("/{company_id}", "")]);
  }
  return document;
}

/** @param within the names of the enclosing schema and fields, the nearest last */
function explain(schema: Schema, within: string[]): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const { description, example } = findWords(name, within);
    if (description !== undefined) field.description ??= description;
    if (example !== undefined && holdsValues(field)) field.example ??= example;
    explain(field, [...within, name]);
  }
  for (const inner of [schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
    if (inner) explain(inner, within);
}

function findWords(name: string, within: string[]): { description?: string; example?: unknown } {
  const place = within.toReversed().find((one) => fieldWords[`${one}.${name}`]);
  return (place === undefined ? fieldWords[name] : fieldWords[`${place}.${name}`]) ?? {};
}

/** An object needs no example: its fields have theirs. */
const holdsValues = ({ $ref, properties }: Schema): boolean => $ref === undefined && properties === undefined;

function schemasWithin(node: unknown): Schema[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === "schema" ? [value as Schema] : schemasWithin(value),
  );
}
