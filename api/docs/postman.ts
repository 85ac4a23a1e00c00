import {
  type DocumentedOperation,
  exampleOf,
  type OperationDocument,
  operationsByTag,
  type SchemasByName,
} from "./documented-operations.js";

/** Sets the day of Argentina before each request: the authority takes a voucher's date within a few days only. */
const setToday = [
  "const argentina = new Date(Date.now() - 3 * 60 * 60 * 1000);",
  'pm.collectionVariables.set("today", argentina.toISOString().slice(0, 10).replaceAll("-", ""));',
];

/**
 * The API as a collection for Postman and the programs that read its files, made from the OpenAPI document.
 * Its form is version 2.1.0 of the Postman Collection Format.
 * @param baseUrl where the API is, with its base path
 */
export function postmanCollection(document: OperationDocument, baseUrl: string) {
  const folders = [...operationsByTag(document)].map(([name, operations]) => ({
    name,
    item: operations.map((operation) => ({
      name: operation.summary,
      request: toRequest(operation, document.components.schemas),
    })),
  }));
  return {
    info: {
      name: "Talonario",
      description:
        "Set `key` to an API key and `company` to your company's code. A TEST_ key issues in homologation: nothing fiscal happens. The example's `idempotency` makes one voucher, however often it is sent: change it for the next one.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    event: [{ listen: "prerequest", script: { type: "text/javascript", exec: setToday } }],
    variable: [
      { key: "baseUrl", value: baseUrl },
      { key: "company", value: "demo" },
      { key: "key", value: "" },
      { key: "today", value: "" },
    ],
    item: folders,
  };
}

function toRequest(
  { method, path, description, parameters = [], requestBody }: DocumentedOperation,
  all: SchemasByName,
) {
  const parts = path
    .replace("/{company_id}", "/{{company}}")
    .replaceAll(/\/\{(\w+)\}/g, "/:$1")
    .split("/")
    .slice(1);
  const placed = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place && parameter.name !== "company_id")
      .map((parameter) => ({
        key: parameter.name,
        value: textOf(exampleOf(parameter.schema, all)),
        description: parameter.description ?? parameter.schema.description ?? "",
      }));
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return {
    method,
    ...(description && { description }),
    header: [
      ...(type ? [{ key: "Content-Type", value: type }] : []),
      ...placed("header").map((header) => ({ ...header, disabled: true })),
    ],
    url: {
      raw: `{{baseUrl}}/${parts.join("/")}`,
      host: ["{{baseUrl}}"],
      path: parts,
      variable: placed("path"),
      query: placed("query").map((filter) => ({ ...filter, disabled: true })),
    },
    ...(type && content && { body: toBody(type, exampleOf(content.schema, all)) }),
  };
}

const textOf = (example: unknown): string =>
  example === undefined || example === null ? "" : typeof example === "object" ? JSON.stringify(example) : `${example}`;

/** An image is a file that the user chooses. */
function toBody(type: string, example: unknown) {
  if (type.startsWith("image/")) return { mode: "file", file: {} };
  const isJson = type === "application/json";
  return {
    mode: "raw",
    raw: isJson ? JSON.stringify(example, atToday, 2) : textOf(example),
    options: { raw: { language: isJson ? "json" : "text" } },
  };
}

const atToday = (name: string, value: unknown): unknown => (name === "voucherDate" ? "{{today}}" : value);
