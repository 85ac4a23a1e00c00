/** The parts of a JSON schema that this module reads. */
interface NamedSchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  example?: unknown;
  "x-part"?: string;
}

type Schemas = Record<string, unknown>;

/** Gives each part of the document that has a name its own place, once, and refers to it where it stood. */
export function nameParts<Doc extends { paths?: object; components?: { schemas?: object } }>(document: Doc): Doc {
  const found: Schemas = {};
  const named = refer(document, found) as Doc;
  return { ...named, components: { ...named.components, schemas: { ...named.components?.schemas, ...found } } };
}

function refer(node: unknown, found: Schemas): unknown {
  if (Array.isArray(node)) return node.map((one) => refer(one, found));
  if (typeof node !== "object" || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refer(value, found)]));
  const { "x-part": name, description, default: usual, example, ...schema } = inner as NamedSchema;
  if (name === undefined) return inner;
  keep(name, { ...schema, type: "object" }, found);
  const $ref = `#/components/schemas/${name}`;
  return {
    ...(schema.type?.includes("null") ? { anyOf: [{ $ref }, { type: "null" }] } : { $ref }),
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
    ...(example !== undefined && { example }),
  };
}

/** @throws RangeError when two parts have one name */
function keep(name: string, schema: object, found: Schemas): void {
  const text = JSON.stringify(schema);
  if (found[name] !== undefined && JSON.stringify(found[name]) !== text)
    throw new RangeError(`two different parts are called ${name}`);
  found[name] = schema;
}
