/** The part of OpenAPI 3.1 that this API's document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Media {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: Media;
  responses: Record<string, Media>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Writes the TypeScript types of an API from its OpenAPI document, in the form that openapi-fetch takes. */
export function writeApiTypes({ paths, components }: ApiDocument): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${toType(schema)};\n`,
  );
  const operations = Object.entries(paths).map(
    ([path, methods]) => `  ${JSON.stringify(path)}: ${toObject(Object.entries(methods).map(toOperation))};`,
  );
  return [
    "// Written from the OpenAPI document: UPDATE_API_TYPES=1 npm test -- --project unit api-types\n",
    ...schemas,
    `export interface paths {\n${operations.join("\n")}\n}\n`,
  ].join("\n");
}

function toOperation([method, { parameters = [], requestBody, responses }]: [string, Operation]): string {
  const places = [...new Set(parameters.map((parameter) => parameter.in))].map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    const isOptional = own.every(({ required }) => !required);
    return `${place}${isOptional ? "?" : ""}: ${toObject(own.map((one) => field(one.name, one.schema, one.required)))}`;
  });
  const answers = Object.entries(responses).map(
    ([status, media]) => `${status}: { headers: Record<string, string>; ${toContent(media)} }`,
  );
  return `${method}: ${toObject([
    `parameters: ${toObject(places)}`,
    requestBody ? `requestBody: { ${toContent(requestBody)} }` : "requestBody?: never",
    `responses: ${toObject(answers)}`,
  ])}`;
}

function toContent({ content }: Media): string {
  if (!content) return "content?: never";
  const types = Object.entries(content).map(([type, { schema = {} }]) => `${JSON.stringify(type)}: ${toType(schema)}`);
  return `content: ${toObject(types)}`;
}

const field = (name: string, schema: Schema, required: boolean | undefined): string =>
  `${JSON.stringify(name)}${required ? "" : "?"}: ${toType(schema)}`;

const toObject = (members: string[]): string =>
  members.length === 0 ? "Record<string, never>" : `{ ${members.join("; ")} }`;

const union = (types: string[]): string => `(${[...new Set(types)].join(" | ")})`;

function toType(schema: Schema): string {
  const { $ref, type, properties, items, required = [] } = schema;
  if ($ref) return $ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (type === "null") return "null";
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(toType));
  if (schema.allOf) return `(${schema.allOf.map(toType).join(" & ")})`;
  if (Array.isArray(type)) return union(type.map((one) => toType({ ...schema, type: one })));
  if (properties)
    return toObject(Object.entries(properties).map(([name, one]) => field(name, one, required.includes(name))));
  if (type === "array") return `${toType(items ?? {})}[]`;
  return plainTypes[type ?? ""] ?? "unknown";
}

const plainTypes: Record<string, string> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  object: "Record<string, unknown>",
};
