import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Scope } from "../../shared/db/company/caller.js";
import { openApiDocument } from "../docs/docs.js";
import { scopeOf } from "../middleware/require-scope.js";
import { type ToolWords, tools } from "./tool-list.js";

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Operation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** A tool as clients see it, the scope that shows it, and where its arguments go. */
export interface DescribedTool extends ToolWords {
  tool: Tool;
  scope: Scope | undefined;
  inPath: string[];
}

const previewHash = {
  type: "string",
  description: "What the preview of exactly these arguments answered, at most 15 minutes ago.",
};

/** The tools, their arguments flat, from the OpenAPI document. */
export function describeTools(): DescribedTool[] {
  const { paths = {}, components } = openApiDocument("");
  const schemas = (components?.schemas ?? {}) as Record<string, Schema>;
  return tools.map((words) => {
    const item = paths[`/{company_id}${words.path}`] as Record<string, Operation> | undefined;
    const operation = item?.[words.method];
    if (!operation) throw new Error(`no operation of the API is the tool ${words.name}`);
    const parameters = (operation.parameters ?? []).filter(
      (one) => (one.in === "path" || one.in === "query") && one.name !== "company_id",
    );
    const body = inline(operation.requestBody?.content["application/json"]?.schema ?? {}, schemas) as Schema;
    const properties = {
      ...Object.fromEntries(
        parameters.map(({ name, schema = {}, description }) => [
          name,
          { ...(inline(schema, schemas) as Schema), ...(description && { description }) },
        ]),
      ),
      ...body.properties,
      ...(words.needsPreview && { previewHash }),
    };
    const required = [
      ...parameters.filter((one) => one.required).map(({ name }) => name),
      ...(body.required ?? []),
      ...(words.needsPreview === "always" ? ["previewHash"] : []),
    ];
    const description = [operation.summary, operation.description, words.words].filter(Boolean).join(". ");
    return {
      ...words,
      scope: scopeOf(words.method.toUpperCase(), words.path),
      inPath: parameters.filter((one) => one.in === "path").map(({ name }) => name),
      tool: {
        name: words.name,
        description,
        inputSchema: { type: "object", properties, ...(required.length > 0 && { required }) },
        annotations: words.annotations,
      },
    };
  });
}

/** The schema with what it refers to in its place: a client of a tool sees no other part of the document. */
function inline(schema: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inline(one, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref } = schema as Schema;
  if (typeof $ref === "string") return inline(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, inline(value, schemas)]));
}
