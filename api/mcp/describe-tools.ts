import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Scope } from "../../shared/db/company/caller.js";
import type { OpenApiDocument } from "../docs/docs.js";
import { exampleOf } from "../docs/documented-operations.js";
import { scopeOf } from "../middleware/require-scope.js";
import { operators } from "../parsing/read-listing.js";
import { type ToolWords, tools } from "./tool-list.js";
import type { ToolSchema } from "./tool-schema.js";
import { referTo, toToolSchema } from "./tool-schema.js";

interface ToolOperation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: ToolSchema }[];
  requestBody?: { content: Record<string, { schema: ToolSchema }> };
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
export function describeTools({ paths = {}, components }: OpenApiDocument): DescribedTool[] {
  const schemas = (components?.schemas ?? {}) as Record<string, ToolSchema>;
  const described: DescribedTool[] = tools.map((words) => {
    const item = paths[`/{company_id}${words.path}`] as Record<string, ToolOperation> | undefined;
    const operation = item?.[words.method];
    if (!operation) throw new Error(`no operation of the API is the tool ${words.name}`);
    const parameters = (operation.parameters ?? []).filter(
      (one) => (one.in === "path" || one.in === "query") && one.name !== "company_id",
    );
    const asked = operation.requestBody?.content["application/json"]?.schema ?? {};
    const body = toToolSchema(asked, schemas) as ToolSchema;
    const properties = {
      ...Object.fromEntries(
        parameters.map(({ name, schema = {}, description }) => [
          name,
          { ...(toToolSchema(schema, schemas) as ToolSchema), ...(description && { description }) },
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
    const example = words.hasExample ? ` Example: ${JSON.stringify(withoutMails(exampleOf(asked, schemas)))}` : "";
    return {
      ...words,
      scope: scopeOf(words.method.toUpperCase(), words.path),
      inPath: parameters.filter((one) => one.in === "path").map(({ name }) => name),
      tool: {
        name: words.name,
        description: `${operation.summary}. ${words.words}${example}`,
        inputSchema: { ...compactFilters(properties), type: "object", ...(required.length > 0 && { required }) },
        annotations: words.annotations,
      },
    };
  });
  return described.map((one) => withoutRepeats(one, described));
}

/** Deduplicates arguments: what another tool says of the same argument is not said again. */
function withoutRepeats(one: DescribedTool, all: DescribedTool[]): DescribedTool {
  const other = all.find(({ name }) => name === one.argumentsAs)?.tool;
  if (other === undefined) return one;
  const inputSchema = referTo(one.tool.inputSchema as ToolSchema, other.inputSchema as ToolSchema, other.name);
  return { ...one, tool: { ...one.tool, inputSchema: { ...inputSchema, type: "object" } as Tool["inputSchema"] } };
}

/** A model that follows the example must not mail to anybody. */
const withoutMails = (example: unknown) => ({ ...Object(example), emails: undefined });

const withOperator = new RegExp(`^(\\w+)__(?:${operators.join("|")})$`);

/** Written out all the same: clients that show a model nothing but `properties` can ask for a period and for large amounts. */
const isUsual = (name: string) => /^(date|total)__[gl]te$/.test(name);

/**
 * The arguments of a listing with all operators as one pattern: written out, they are five times as many as the fields, and take a
 * model longer to read than all other tools but those that issue.
 */
function compactFilters(properties: Record<string, ToolSchema>): Pick<ToolSchema, "properties" | "patternProperties"> {
  const fields = Object.keys(properties).flatMap((name) => withOperator.exec(name)?.[1] ?? []);
  const own = Object.entries(properties).filter(([name]) => isUsual(name) || !withOperator.test(name));
  if (fields.length === 0) return { properties };
  const { ordering, ...filters } = Object.fromEntries(own);
  return {
    properties: { ...filters, ordering: { type: "string", description: ordering?.description ?? "" } },
    patternProperties: {
      [`^(${[...new Set(fields)].join("|")})__(${operators.join("|")})$`]: {
        anyOf: [{ type: "string" }, { type: "number" }],
      },
    },
  };
}
