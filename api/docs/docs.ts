import { createRequire } from "node:module";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { OpenAPIHono } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { apiKeyDocs } from "./api-keys.js";
import { auditLogDocs } from "./audit-log.js";
import { batchDocs } from "./batches.js";
import { configurationDocs } from "./configuration.js";
import { contingencyDocs } from "./contingency.js";
import type { OperationDocument } from "./documented-operations.js";
import { explainFields } from "./explain-fields.js";
import { menu } from "./guide-pages.js";
import { guides } from "./guides.js";
import { invoiceDocs } from "./invoices.js";
import { llmsText } from "./llms.js";
import { pointOfSaleDocs } from "./points-of-sale.js";
import { postmanCollection } from "./postman.js";
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
      contact: { name: "Whoever operates this service", ...(publicUrl && { url: publicUrl }) },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    servers: [{ url: basePath || "/" }],
  });
  return explainFields(document);
}

const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** What the page loads of Swagger's files. The package has others, among them a page of its own. */
const shownFiles = ["swagger-ui.css", "swagger-ui-bundle.js"];

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Talonario API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/menu.css">
    <link rel="icon" href="/favicon.ico">
  </head>
  <body>
    ${menu("/docs")}
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const startScript = `// Swagger's page has lists and buttons without a name.
new MutationObserver(() => {
  for (const list of document.querySelectorAll("select:not([aria-label]):not([id])"))
    list.setAttribute("aria-label", list.closest(".servers") ? "Server" : "Media type");
}).observe(document.documentElement, { childList: true, subtree: true });
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/**
 * `/openapi.json`, what is made from it for programs (`/postman.json`, `/llms.txt`), the page that shows it, and the guides: all from
 * our own files, so that they work without the internet.
 * @param publicUrl where the service is reached, without a path; without it, the address of the request counts
 */
export function docs(basePath: string, publicUrl?: string): Hono {
  const document = openApiDocument(basePath, publicUrl);
  const described = document as unknown as OperationDocument;
  const originOf = (c: Context) => publicUrl ?? new URL(c.req.url).origin;
  return new Hono()
    .get("/openapi.json", (c) => c.json(document))
    .get("/postman.json", (c) => c.json(postmanCollection(described, `${originOf(c)}${basePath}`)))
    .get("/llms.txt", (c) => c.text(llmsText(described, originOf(c))))
    .get("/docs", (c) => c.html(page))
    .get("/docs/start.js", (c) => c.body(startScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }))
    .route("/", guides())
    .on(
      "GET",
      shownFiles.map((file) => `/docs/${file}`),
      serveStatic({
        root: path.relative(process.cwd(), swaggerFolder) || ".",
        rewriteRequestPath: (file) => file.replace(/^\/docs/, ""),
      }),
    );
}
