import { OpenAPIHono } from "@hono/zod-openapi";
import type { Language, LocalizedText } from "../../shared/domain/localized-text.js";
import { asText } from "../schemas/says.js";
import { apiKeyDocs } from "./api-keys.js";
import { batchDocs } from "./batches.js";
import { auditLogDocs, configurationDocs } from "./configuration.js";
import { contingencyDocs } from "./contingency.js";
import { withAddress } from "./document-address.js";
import { invoiceDocs } from "./invoices.js";
import { nameParts } from "./name-parts.js";
import { pointOfSaleDocs } from "./points-of-sale.js";
import { reportDocs, voucherCsvDocs } from "./reports.js";
import { sayDocument } from "./say-document.js";
import { taxauthDocs } from "./taxauth.js";
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

/** The groups of operations, in the order in which pages show them. Their names are the same in both languages: addresses end so. */
const tags: Record<string, LocalizedText> = {
  Vouchers: {
    en: "Issue, preview, credit, list, print and mail vouchers.",
    es: "Emitir, revisar, acreditar, listar, imprimir y enviar comprobantes.",
  },
  "Points of sale": {
    en: "Where vouchers are issued, each with numbers of its own.",
    es: "Puntos de venta: desde dónde se emite, cada uno con su numeración.",
  },
  Configuration: {
    en: "Fiscal data, certificates, keys, the quota, and the log of changes.",
    es: "Configuración: datos fiscales, certificados, claves de API, el cupo y la auditoría.",
  },
  "Tax authority": {
    en: "The authority's registry, tables and quotations, and whether it answers.",
    es: "ARCA: el padrón, las tablas, las cotizaciones y si responde.",
  },
  Webhooks: {
    en: "What happens, told to an endpoint of yours.",
    es: "Webhooks: lo que pasa, avisado a una dirección tuya.",
  },
  Batches: {
    en: "Many vouchers at once, as JSON or CSV.",
    es: "Lotes: muchos comprobantes de una vez, en JSON o CSV.",
  },
  Contingencies: {
    en: "Going on while the authority cannot be reached (CAEA).",
    es: "Contingencias: seguir emitiendo mientras no se llega a ARCA (CAEA).",
  },
  Reports: {
    en: "What the accountant hands in, of one month.",
    es: "Reportes: lo que presenta el contador, de un mes.",
  },
};

export type OpenApiDocument = ReturnType<typeof bothLanguages>;

/**
 * The OpenAPI document, generated from the schemas that validate requests.
 * @param publicUrl where the service is reached, without a path, when that is known
 */
export const openApiDocument = (basePath: string, publicUrl?: string, language: Language = "en"): OpenApiDocument =>
  sayDocument(withAddress(bothLanguages(), basePath, publicUrl), language);

/** The document with its descriptions as words: who reads it says them in one language. */
export function bothLanguages() {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    description: asText({
      en: "An API key: TEST_… for homologation, PROD_… for production.",
      es: "Una clave de API: TEST_… para homologación, PROD_… para producción.",
    }),
  });
  for (const operation of operations) openAPIRegistry.registerPath(operation);
  const document = getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Talonario",
      version: "1",
      description: asText({
        en: "Electronic vouchers for Argentina: one request, one authorized voucher. Clients check `ok` in every answer.",
        es: "Comprobantes electrónicos para Argentina: un pedido, un comprobante autorizado. En cada respuesta, mirá primero `ok`.",
      }),
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    tags: Object.entries(tags).map(([name, words]) => ({ name, description: asText(words) })),
  });
  return nameParts(document);
}
