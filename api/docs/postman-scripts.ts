/** The variable of a collection that holds the id of each resource, by the path below which it has one. */
const idOf: Record<string, { variable: string; field: string }> = {
  "/invoices": { variable: "invoiceId", field: "id" },
  "/batches": { variable: "batchId", field: "id" },
  "/points-of-sale": { variable: "posNumber", field: "number" },
  "/certificates": { variable: "certificateId", field: "id" },
  "/api-keys": { variable: "apiKeyId", field: "id" },
  "/webhooks": { variable: "webhookId", field: "id" },
  "/webhooks/{id}/deliveries": { variable: "deliveryId", field: "id" },
};

export const idVariables: readonly string[] = Object.values(idOf).map(({ variable }) => variable);

/** Postman variable that stands in the place of a parameter of a path or a query; undefined where its example does. */
export function variableOf(path: string, parameter: string): string | undefined {
  if (parameter === "period") return "{{period}}";
  const before = path.replace("/{company_id}", "").split(`/{${parameter}}`)[0] ?? "";
  const known = idOf[before];
  return known && path.includes(`{${parameter}}`) ? `{{${known.variable}}}` : undefined;
}

/**
 * Before each request: the day of Argentina, because the authority takes a voucher's date within a few days only, and its month. A
 * request whose path needs an id that nothing has given yet is skipped.
 */
export const beforeEach = [
  "const argentina = new Date(Date.now() - 3 * 60 * 60 * 1000);",
  'const today = argentina.toISOString().slice(0, 10).replaceAll("-", "");',
  'pm.collectionVariables.set("today", today);',
  'pm.collectionVariables.set("period", today.slice(0, 6));',
  "const isMissing = ({ value }) => {",
  '  const filled = pm.variables.replaceIn(value ?? "");',
  '  return filled === "" || filled.includes("{{");',
  "};",
  "if (pm.request.url.variables.all().some(isMissing)) pm.execution.skipRequest();",
];

/** Before what configures. */
export const onlyWithConsent = ['if (pm.variables.get("configure") !== "yes") pm.execution.skipRequest();'];

/** After a request that made something or listed: its id, for the requests that follow. A list never replaces what was made. */
export function keepId(method: string, below: string): string[] | undefined {
  const known = idOf[below];
  if (!known || (method !== "GET" && method !== "POST")) return undefined;
  const { variable, field } = known;
  const onlyFirst = method === "GET" ? ` && !pm.collectionVariables.get("${variable}")` : "";
  return [
    'const { ok, result } = (pm.response.headers.get("Content-Type") ?? "").includes("json") ? pm.response.json() : {};',
    "const row = Array.isArray(result) ? result[0] : result;",
    `if (ok && row${onlyFirst}) pm.collectionVariables.set("${variable}", row.${field});`,
  ];
}
