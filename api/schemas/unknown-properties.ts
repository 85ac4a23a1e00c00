import type { z } from "zod";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import type { IgnoredInput } from "../http/handling.js";
import { unwrap } from "./unwrap.js";

const unknownProperty: LocalizedText = {
  en: "is not a known property",
  es: "No se conoce este dato y se ignora: fijate si está bien escrito.",
};

/** Properties that a schema reads of a value, or elements. Null: whatever is there. */
type SchemaShape = { properties: Map<string, SchemaShape> } | { elements: SchemaShape } | null;

const known = new WeakMap<z.core.$ZodType, SchemaShape>();

/**
 * The properties of a body that its schema does not know, at any depth, with their paths as in `details.errors`. What stands below
 * an unknown property, and in an object of free keys, is not looked at. Nothing is found where the body has another shape.
 */
export function* findUnknownProperties(schema: z.core.$ZodType, body: unknown): Generator<IgnoredInput> {
  yield* find(readOf(schema), body, []);
}

function* find(read: SchemaShape, value: unknown, path: PropertyKey[]): Generator<IgnoredInput> {
  if (read === null || typeof value !== "object" || value === null) return;
  if ("elements" in read) {
    if (!Array.isArray(value) || read.elements === null) return;
    for (const [index, element] of value.entries()) yield* find(read.elements, element, [...path, index]);
    return;
  }
  if (Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const property = read.properties.get(name);
    if (property === undefined) yield { field: [...path, name], message: unknownProperty };
    else yield* find(property, inner, [...path, name]);
  }
}

function readOf(schema: z.core.$ZodType): SchemaShape {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const read = toRead(schema);
  known.set(schema, read);
  return read;
}

function toRead(schema: z.core.$ZodType): SchemaShape {
  const { def } = unwrap(schema)._zod;
  switch (def.type) {
    case "object":
      // With a catch-all every property is known.
      if (def.catchall && def.catchall._zod.def.type !== "never") return null;
      return { properties: new Map(Object.entries(def.shape).map(([name, field]) => [name, readOf(field)])) };
    case "array":
      return { elements: readOf(def.element) };
    default:
      return null;
  }
}
