/**
 * What each operation is called, by method and path below the company: generated clients name their functions so, and links into
 * `/docs` end so. A name never changes.
 */
const operationIds: Readonly<Record<string, string>> = {
  "POST /invoices": "issueInvoice",
  "POST /invoices/{id}/credit-notes": "creditInvoice",
  "POST /invoices/{id}/debit-notes": "debitInvoice",
  "POST /invoices/preview": "previewInvoice",
  "GET /invoices": "listInvoices",
  "GET /invoices/{id}": "getInvoice",
  "GET /invoices/{id}/pdf": "downloadInvoicePdf",
  "POST /invoices/{id}/pdf": "printInvoiceAgain",
  "POST /invoices/{id}/emails": "mailInvoice",
  "POST /invoices/{id}/report": "reportInvoice",
  "POST /batches": "createBatch",
  "GET /batches": "listBatches",
  "GET /batches/template.csv": "downloadBatchTemplate",
  "GET /batches/{id}": "getBatch",
  "GET /batches/{id}/results": "listBatchResults",
  "POST /batches/{id}/cancel": "cancelBatch",
  "GET /reports/vat-book": "downloadVatBook",
  "GET /reports/iva-simple": "downloadIvaSimple",
  "GET /reports/summary": "getReportSummary",
  "GET /reports/vouchers.csv": "downloadVouchers",
  "GET /contingency": "getContingency",
  "POST /contingency": "turnContingency",
  "GET /taxauth/status": "getTaxauthStatus",
  "GET /taxauth/delegation": "getDelegation",
  "GET /taxauth/notices": "listNotices",
  "GET /taxauth/padron/{cuit}": "getTaxpayer",
  "GET /taxauth/fce/{cuit}": "getCreditInvoiceDuty",
  "GET /taxauth/tables/{name}": "getTable",
  "GET /taxauth/quotation/{currency}": "getQuotation",
  "GET /points-of-sale": "listPointsOfSale",
  "POST /points-of-sale": "createPointOfSale",
  "GET /points-of-sale/{number}": "getPointOfSale",
  "PATCH /points-of-sale/{number}": "updatePointOfSale",
  "PUT /points-of-sale/{number}/logo": "putLogo",
  "DELETE /points-of-sale/{number}/logo": "deleteLogo",
  "GET /fiscal-data": "getFiscalData",
  "PATCH /fiscal-data": "updateFiscalData",
  "GET /quota": "getQuota",
  "GET /certificates": "listCertificates",
  "POST /certificates": "requestCertificate",
  "PUT /certificates/{id}": "installCertificate",
  "GET /api-keys/test": "testApiKey",
  "GET /api-keys": "listApiKeys",
  "POST /api-keys": "createApiKey",
  "DELETE /api-keys/{id}": "revokeApiKey",
  "GET /audit-log": "listAuditLog",
  "GET /webhooks": "listWebhooks",
  "POST /webhooks": "createWebhook",
  "GET /webhooks/{id}": "getWebhook",
  "PATCH /webhooks/{id}": "updateWebhook",
  "DELETE /webhooks/{id}": "deleteWebhook",
  "POST /webhooks/{id}/secret": "rotateWebhookSecret",
  "POST /webhooks/{id}/test": "testWebhook",
  "GET /webhooks/{id}/deliveries": "listDeliveries",
  "GET /webhooks/{id}/deliveries/{deliveryId}": "getDelivery",
  "POST /webhooks/{id}/deliveries/{deliveryId}/retry": "retryDelivery",
};

/** @throws RangeError for an operation without a name */
export function operationIdOf(method: string, path: string): string {
  const id = operationIds[`${method.toUpperCase()} ${path}`];
  if (id === undefined) throw new RangeError(`${method} ${path} has no name: give it one in operation-ids.ts`);
  return id;
}
