/** The part of JSON Schema that is read here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
}

interface Response {
  headers?: Record<string, { schema: Schema; required?: boolean }>;
  content?: Record<string, { schema: Schema }>;
}

interface Description {
  parameters?: { name: string; in: string; schema: Schema; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

export interface ServedDocument {
  paths: Record<string, Record<string, Description>>;
  components: { schemas: Record<string, Schema> };
}

/** One operation, named as `GET /invoices/{id}`: below the company. */
export interface Operation {
  operation: string;
  method: string;
  path: string;
}

export interface DocumentedOperation extends Operation, Description {
  /** Where it stands in the document. */
  pointer: string;
}

/** One documented answer of an operation: this status and, in a failure, this code. */
export interface Case extends Operation {
  status: number;
  code: string | undefined;
}

export const nameOf = ({ operation, status, code }: Pick<Case, "operation" | "status" | "code">): string =>
  `${operation} ${status}${code === undefined ? "" : ` ${code}`}`;

export const operationsOf = ({ paths }: ServedDocument): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([fullPath, methods]) =>
    Object.entries(methods).map(([name, description]) => {
      const [method, path] = [name.toUpperCase(), fullPath.replace("/{company_id}", "")];
      const pointer = ["", "paths", fullPath, name].map(escapePointer).join("/");
      return { ...description, operation: `${method} ${path}`, method, path, pointer };
    }),
  );

/** Every answer that the document names. A failure whose schema does not require a code also comes without one. */
export const casesOf = (document: ServedDocument): Case[] =>
  operationsOf(document).flatMap(({ operation, method, path, responses }) =>
    Object.entries(responses).flatMap(([text, { content }]) => {
      const status = Number(text);
      const { properties, required } = resolve(document, content?.["application/json"]?.schema ?? {});
      const codes = status < 400 ? [] : ((properties?.code?.enum ?? []) as string[]);
      const all = codes.length > 0 && required?.includes("code") ? codes : [...codes, undefined];
      return all.map((code) => ({ operation, method, path, status, code }));
    }),
  );

/** The schema behind a reference. */
export const resolve = ({ components }: ServedDocument, schema: Schema): Schema =>
  schema.$ref ? (components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;

/** Within a pointer `/` is `~1`; within an address `{` is written as `%7B`. */
export const escapePointer = (name: string): string =>
  encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

/** A value of a parameter as it stands in a query. @throws Error for a schema that is not known here */
export function sampleOf(schema: Schema): string {
  if (schema.enum) return String(schema.enum[0]);
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0]);
  if (schema.type === "array") return `${sampleOf(schema.items ?? {})},${sampleOf(schema.items ?? {})}`;
  if (schema.type === "integer") return "1";
  if (schema.type === "number") return "1.5";
  if (schema.format === "date-time") return "2026-11-21T12:00:00Z";
  if (schema.pattern === "^\\d{8}$") return "20261121";
  if (schema.pattern === "^\\d{4}(0[1-9]|1[0-2])$") return "202611";
  if (schema.pattern === "^[0-9A-Za-z-]{0,10}$") return "99";
  if (schema.type === "string" && !schema.pattern) return "x";
  throw new Error(`${JSON.stringify(schema)} is new: add to \`sampleOf\` a value that it allows`);
}
