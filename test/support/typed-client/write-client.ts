import { groupBy } from "../readers/group-by.js";
import { type OperationName, operationNames } from "./operation-names.js";
import { type DescribedParameter, toQueryType } from "./write-query.js";
import { type Direction, docOf, indent, nameOfRef, refsWithin, type Schema, toType } from "./write-types.js";

type Contents = Record<string, { schema: Schema }>;

interface Description {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: DescribedParameter[];
  requestBody?: { content: Contents };
  responses: Record<string, { content?: Contents }>;
}

export interface ClientDocument {
  paths: Record<string, Record<string, Description>>;
  components: { schemas: Record<string, Schema> };
}

/** One function of the client. */
interface Operation extends OperationName {
  alone: string;
  method: string;
  path: string;
  summary: string;
  parameters: NonNullable<Description["parameters"]>;
  sent: Contents;
  given: Contents;
}

const header = "// Written from the OpenAPI document: UPDATE_API_TYPES=1 npm test -- --project unit api-types\n";

/** The generated files of `api/client/src/generated`, by name. @throws Error for an operation without a name */
export function writeClient(document: ClientDocument): Record<string, string> {
  const operations = operationsOf(document);
  return {
    "types.ts": writeTypes(document, operations),
    "operations.ts": writeOperations(operations),
    "groups.ts": writeGroups(operations),
  };
}

/** @throws Error when an operation has no name in the client, or a name no operation */
function operationsOf({ paths }: ClientDocument): Operation[] {
  const left = new Set(Object.keys(operationNames));
  const operations = Object.entries(paths).flatMap(([fullPath, methods]) =>
    Object.entries(methods).flatMap(
      ([lowerCase, { operationId, summary, description, parameters = [], requestBody, responses }]) => {
        const [method, path] = [lowerCase.toUpperCase(), fullPath.replace("/{company_id}", "")];
        const sent = requestBody?.content ?? {};
        const given = Object.entries(responses).find(([status]) => status < "300")?.[1].content ?? {};
        const text = [summary, description].filter(Boolean).join(". ");
        return variantsOf(sent, given).map((variant) => {
          const name = `${method} ${path}${variant.as}`;
          const names = operationNames[name];
          if (!names) throw new Error(`${name} has no name in the client: give it one in operation-names.ts`);
          left.delete(name);
          return { alone: operationId, ...names, ...variant, method, path, summary: text, parameters };
        });
      },
    ),
  );
  if (left.size > 0) throw new Error(`no such operation: ${[...left].join(", ")}; see operation-names.ts`);
  return operations;
}

/** JSON and its other forms are functions of their own. */
function variantsOf(sent: Contents, given: Contents): { as: string; sent: Contents; given: Contents }[] {
  const only = (contents: Contents, type: string): Contents => (contents[type] ? { [type]: contents[type] } : contents);
  const others = [sent, given].flatMap((contents) =>
    contents["application/json"] ? Object.keys(contents).filter((type) => type !== "application/json") : [],
  );
  return ["application/json", ...others].map((type) => ({
    as: type === "application/json" ? "" : ` as ${type}`,
    sent: only(only(sent, "application/json"), sent[type] ? type : "application/json"),
    given: only(given, given[type] ? type : "application/json"),
  }));
}

function writeTypes({ components: { schemas } }: ClientDocument, operations: Operation[]): string {
  const sent = refsWithin(
    operations.map((one) => one.sent),
    schemas,
  );
  const given = refsWithin(
    operations.map((one) => one.given),
    schemas,
  );
  const both = [...sent].filter((name) => given.has(name));
  const differing = both.filter((name) => toType(schemas[name] ?? {}, "sent") !== toType(schemas[name] ?? {}, "given"));
  if (differing.length > 0) throw new Error(`sent and given: ${differing.join(", ")}`);
  const declarations = Object.entries(schemas)
    .filter(([name]) => sent.has(name) || given.has(name))
    .map(([name, schema]) => declareSchema(name, schema, sent.has(name) ? "sent" : "given", schemas));
  const queries = operations.flatMap((operation) => {
    const parameters = queryOf(operation);
    return parameters.length === 0 ? [] : [declare(queryName(operation), toQueryType(parameters))];
  });
  const codes = Object.values(schemas).flatMap(({ properties }) =>
    properties?.["error"] && properties["code"]?.enum ? properties["code"].enum : [],
  );
  const failureCode = `/** Why a request failed. */\n${declare(
    "FailureCode",
    [...new Set(codes)]
      .sort()
      .map((code) => JSON.stringify(code))
      .join(" | "),
  )}`;
  const imported = 'import type { Filters } from "../connection.js";\n';
  return [header, imported, ...new Set([...declarations, ...queries]), failureCode].join("\n");
}

/** A schema that has all fields of another, word for word, extends it. */
function declareSchema(name: string, schema: Schema, direction: Direction, schemas: Record<string, Schema>): string {
  const isWithin = ([other, { properties = {}, required = [] }]: [string, Schema]) =>
    other !== name &&
    Object.keys(properties).length > 0 &&
    Object.keys(properties).length < Object.keys(schema.properties ?? {}).length &&
    Object.entries(properties).every(
      ([field, one]) =>
        JSON.stringify(schema.properties?.[field]) === JSON.stringify(one) &&
        required.includes(field) === schema.required?.includes(field),
    );
  const sizeOf = ([, { properties = {} }]: [string, Schema]) => Object.keys(properties).length;
  const [base] = Object.entries(schemas)
    .filter((one) => isWithin(one) && sizeOf(one) > 5)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (!base) return declare(name, toType(schema, direction));
  const more = Object.entries(schema.properties ?? {}).filter(([field]) => !(field in (base[1].properties ?? {})));
  const rest = { ...schema, properties: Object.fromEntries(more) };
  return `export interface ${name} extends ${base[0]} ${toType(rest, direction)}\n`;
}

const declare = (name: string, type: string): string =>
  type.startsWith("{") && type.endsWith("}")
    ? `export interface ${name} ${type}\n`
    : `export type ${name} = ${type};\n`;

const queryOf = ({ parameters }: Operation) => parameters.filter((one) => one.in === "query");
const queryName = ({ alone }: Operation) => `${alone[0]?.toUpperCase()}${alone.slice(1)}Query`;

function writeOperations(operations: Operation[]): string {
  const written = operations.map(writeOperation);
  const all = written.join("\n");
  const types = [...new Set(operations.flatMap((one) => [...namesWithin(one)]))].sort();
  const used = (names: string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(all));
  return [
    header,
    `import { call, download } from "../call.js";`,
    `import type { ${used(["Answer", "CallOptions", "Connection", "Page", "WithOptionalKey"]).join(", ")} } from "../connection.js";`,
    `import type { Download } from "../download.js";`,
    `import { each } from "../each.js";`,
    `import { at } from "../request.js";`,
    `import type {\n${used(types)
      .map((name) => `  ${name},\n`)
      .join("")}} from "./types.js";`,
    "",
    all,
  ].join("\n");
}

const namesWithin = (operation: Operation): string[] => [
  queryName(operation),
  ...refsWithin([operation.sent, operation.given], {}),
];

function writeOperation(operation: Operation): string {
  const { method, path, summary, alone, each, isRepeatable } = operation;
  const [query, body, result] = [queryOf(operation), bodyOf(operation), resultOf(operation)];
  const inPath = operation.parameters.filter((one) => one.in === "path" && one.name !== "company_id");
  const isQueryOptional = query.every(({ required }) => !required);
  const places = inPath.map(({ name, schema }) => ({ name, type: toType(schema, "sent"), isOptional: false }));
  const before = [...places, ...body.parameters];
  const queryParameter = { name: "query", type: queryName(operation), isOptional: isQueryOptional };
  const parameters = [...before, ...(query.length > 0 ? [queryParameter] : [])];
  const fields = [
    `method: "${method}"`,
    `path: at\`${path.replaceAll("{", "${")}\``,
    ...(query.length > 0 ? ["query"] : []),
    ...body.fields,
    ...(result.accept ? [`accept: "${result.accept}"`] : []),
    ...(method === "GET" || isRepeatable ? ["isRepeatable: true"] : []),
  ];
  const single = `${docOf(summary)}export const ${alone} = async (
${list(["connection: Connection", ...parameters.map(toParameter), "options?: CallOptions"])}
): Promise<${result.type}> =>
  ${result.isFile ? "download" : "call"}(connection, { ${fields.join(", ")} }, options);
`;
  if (!each) return single;
  const names = before.map(({ name }) => name);
  const args = ["connection", ...names, "page", "options"].join(", ");
  const by = query.some(({ name }) => name === "id__lt") ? `, "ids"` : "";
  return `${single}
/** ${eachWords(summary)} */
export const ${each} = (
${list(["connection: Connection", ...parameters.map(toParameter), "options?: CallOptions"])}
): AsyncGenerator<${result.row}, void, undefined> =>
  each((page: ${queryName(operation)}) => ${alone}(${args}), query${by});
`;
}

const eachWords = (summary: string) => `${summary.replace(/\..*/s, "")}: every row, page after page, as you read on.`;

const list = (lines: string[]) => lines.map((line) => `  ${line},`).join("\n");

interface Parameter {
  name: string;
  type: string;
  isOptional: boolean;
}

const toParameter = ({ name, type, isOptional }: Parameter): string => `${name}${isOptional ? "?" : ""}: ${type}`;

const text = (name: string): Parameter => ({ name, type: "string | Uint8Array | Blob", isOptional: false });

function bodyOf({ sent, parameters }: Operation): { parameters: Parameter[]; fields: string[] } {
  const types = Object.keys(sent);
  const [type] = types;
  if (type === undefined) return { parameters: [], fields: [] };
  if (type === "application/json") {
    const isKeyed = parameters.some(({ name }) => name === "Idempotency-Key");
    const body = toType(sent[type]?.schema ?? {}, "sent");
    return {
      parameters: [{ name: "body", type: isKeyed ? `WithOptionalKey<${body}>` : body, isOptional: false }],
      fields: ["body", ...(isKeyed ? ["isKeyed: true"] : [])],
    };
  }
  if (types.length === 1) return { parameters: [text("body")], fields: ["body", `contentType: "${type}"`] };
  const choice = types.map((one) => JSON.stringify(one)).join(" | ");
  return {
    parameters: [text("body"), { name: "contentType", type: choice, isOptional: false }],
    fields: ["body", "contentType"],
  };
}

function resultOf({ given }: Operation): { type: string; row?: string; isFile: boolean; accept?: string } {
  const json = given["application/json"]?.schema;
  if (!json) {
    const [type, ...others] = Object.keys(given);
    return { type: "Download", isFile: true, accept: others.length === 0 ? `${type}` : "*/*" };
  }
  const { result, total, ok } = json.properties ?? {};
  if (json.$ref) return { type: nameOfRef(json.$ref), isFile: false };
  if (!ok || !result) return { type: toType(json, "given"), isFile: false };
  if (!total) return { type: `Answer<${toType(result, "given")}>`, isFile: false };
  const row = toType(result.items ?? {}, "given");
  return { type: `Page<${row}>`, row, isFile: false };
}

/** The operations by group, each with what it does. */
function writeGroups(operations: Operation[]): string {
  const entries = operations.flatMap(({ at, alone, each, summary }) => {
    const [group = "", name = ""] = at.split(".");
    const own = { group, name, alone, words: summary };
    const rows = each ? [{ group, name: name === "list" ? "each" : each, alone: each, words: eachWords(summary) }] : [];
    return [own, ...rows];
  });
  const groups = groupBy(entries, ({ group }) => group);
  const written = [...groups].map(([group, members]) => {
    const lines = members.map(({ name, alone, words }) => `${docOf(words)}${name}: operations.${alone},`);
    return `${group}: {\n${indent(lines.join("\n"))}\n},`;
  });
  return `${header}
import * as operations from "./operations.js";

export const groups = {
${indent(written.join("\n"))}
};
`;
}
