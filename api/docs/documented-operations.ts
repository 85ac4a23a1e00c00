/** The parts of a JSON schema that an example is made from. */
export interface ExampleSchema {
  $ref?: string;
  type?: string | string[];
  example?: unknown;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  properties?: Record<string, ExampleSchema>;
  items?: ExampleSchema;
  anyOf?: ExampleSchema[];
}

export type SchemasByName = Record<string, ExampleSchema>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: ExampleSchema & { description?: string };
}

/** An operation as the OpenAPI document has it. */
interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: ExampleSchema }> };
}

export interface OperationDocument {
  servers?: { url: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: SchemasByName };
}

export interface DocumentedOperation extends OperationObject {
  /** In capitals. */
  method: string;
  /** With its `{parameters}`, below the base path. */
  path: string;
}

/** The operations of the OpenAPI document by tag, both in the document's order. */
export function operationsByTag({ paths }: OperationDocument): Map<string, DocumentedOperation[]> {
  const groups = new Map<string, DocumentedOperation[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? "";
      groups.set(tag, [...(groups.get(tag) ?? []), { ...operation, method: method.toUpperCase(), path }]);
    }
  return groups;
}

/** The example of a schema, put together from the examples of its parts. */
export function exampleOf(schema: ExampleSchema, schemas: SchemasByName): unknown {
  const valueWithin = (part: ExampleSchema) => exampleOf(part, schemas);
  if (schema.$ref) return valueWithin(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, valueWithin(field)]));
  if (schema.items) return [valueWithin(schema.items)];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return valueWithin(schema.anyOf[0]);
  if (schema.type?.includes("null")) return null;
  return schema.type === "object" ? {} : undefined;
}
