import { scopeOf } from "../middleware/require-scope.js";
import {
  type DocumentedOperation,
  exampleOf,
  type OperationDocument,
  operationsByTag,
  type SchemasByName,
} from "./documented-operations.js";
import { beforeEach, idVariables, keepId, onlyWithConsent, variableOf } from "./postman-scripts.js";

/**
 * The API as a collection for Postman and the programs that read its files, made from the OpenAPI document.
 * Its form is version 2.1.0 of the Postman Collection Format.
 * @param baseUrl where the API is, with its base path
 */
export function postmanCollection(document: OperationDocument, baseUrl: string) {
  const folders = [...operationsByTag(document)].map(([name, operations]) => ({
    name,
    item: operations.map((operation) => toItem(operation, document.components.schemas)),
  }));
  return {
    info: {
      name: "Talonario",
      description:
        "Set `key` to an API key and `company` to your company's code. A TEST_ key issues in homologation: no voucher has fiscal value, but vouchers and batches count for the quota that both environments share. Whatever configures (fiscal data, which production shares, keys, webhooks, certificates, points of sale) is skipped until you set `configure` to `yes`. The example's `idempotency` makes one voucher, however often it is sent: change it for the next one. Ids are kept from one request to the next, and a request that has none yet is skipped.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    event: [script("prerequest", beforeEach)],
    variable: [
      { key: "baseUrl", value: baseUrl },
      { key: "company", value: "demo" },
      { key: "key", value: "" },
      { key: "configure", value: "" },
      ...["today", "period", ...idVariables].map((key) => ({ key, value: "" })),
    ],
    item: folders,
  };
}

const script = (listen: "prerequest" | "test", exec: string[]) => ({
  listen,
  script: { type: "text/javascript", exec },
});

function toItem(operation: DocumentedOperation, all: SchemasByName) {
  const { method, path, summary } = operation;
  const below = path.replace("/{company_id}", "");
  const kept = keepId(method, below);
  const event = [
    ...(scopeOf(method, below) === "configure" ? [script("prerequest", onlyWithConsent)] : []),
    ...(kept ? [script("test", kept)] : []),
  ];
  return { name: summary, ...(event.length > 0 && { event }), request: toRequest(operation, all) };
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
      .map(({ name, schema, description: words, required }) => ({
        key: name,
        value: variableOf(path, name) ?? textOf(exampleOf(schema, all)),
        description: words ?? schema.description ?? "",
        ...(place !== "path" && required !== true && { disabled: true }),
      }));
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return {
    method,
    description,
    header: [...(type ? [{ key: "Content-Type", value: type }] : []), ...placed("header")],
    url: {
      raw: `{{baseUrl}}/${parts.join("/")}`,
      host: ["{{baseUrl}}"],
      path: parts,
      variable: placed("path"),
      query: placed("query"),
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
