import { OpenAPIHono } from "@hono/zod-openapi";
import { apiKeyDocs } from "./api-keys.js";
import { auditLogDocs } from "./audit-log.js";
import { batchDocs } from "./batches.js";
import { configurationDocs } from "./configuration.js";
import { contingencyDocs } from "./contingency.js";
import { withAddress } from "./document-address.js";
import { invoiceDocs } from "./invoices.js";
import { nameParts } from "./name-parts.js";
import { pointOfSaleDocs } from "./points-of-sale.js";
import { reportDocs } from "./reports.js";
import { taxauthDocs } from "./taxauth.js";
import { voucherCsvDocs } from "./voucher-csv.js";
import { webhookDocs } from "./webhooks.js";

/** Every operation of the API. */
export const operations = [
  ...invoiceDocs,
  ...pointOfSaleDocs,
  ...configurationDocs,
  ...apiKeyDocs,
  ...auditLogDocs,
  ...taxauthDocs,
  ...webhookDocs,
  ...batchDocs,
  ...contingencyDocs,
  ...reportDocs,
  ...voucherCsvDocs,
];

/** The groups of operations, in the order in which pages show them. */
const tags: Record<string, string> = {
  Vouchers: "Issue, preview, credit, list, print and mail vouchers.",
  "Points of sale": "Where vouchers are issued, each with numbers of its own.",
  Configuration: "Fiscal data, certificates, keys, the quota, and the log of changes.",
  "Tax authority": "The authority's registry, tables and quotations, and whether it answers.",
  Webhooks: "What happens, told to an endpoint of yours.",
  Batches: "Many vouchers at once, as JSON or CSV.",
  Contingencies: "Going on while the authority cannot be reached (CAEA).",
  Reports: "What the accountant hands in, of one month.",
};

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/**
 * The OpenAPI document, generated from the schemas that validate requests.
 * @param publicUrl where the service is reached, without a path, when that is known
 */
export function openApiDocument(basePath: string, publicUrl?: string) {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    description: "An API key: TEST_… for homologation, PROD_… for production.",
  });
  for (const operation of operations) openAPIRegistry.registerPath(operation);
  const document = getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Talonario",
      version: "1",
      description:
        "Electronic vouchers for Argentina: one request, one authorized voucher. Clients check `ok` in every answer.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  });
  return withAddress(nameParts(document), basePath, publicUrl);
}
