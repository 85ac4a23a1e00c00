/** What an operation is called in the typed client. */
export interface OperationName {
  /** Group and name in the client: `invoices.issue`. */
  at: string;
  /** The function that can be imported alone. */
  alone: string;
  /** The function that gives every row of a list, imported alone. In the group it is `each`, or this name where `at` is no `list`. */
  each?: string;
  /** A second request like it does nothing more, although it is no GET. */
  isRepeatable?: true;
}

/** By method and path below the company. `as TYPE` is the same operation with a body or an answer of another content type. */
export const operationNames: Record<string, OperationName> = {
  // One key makes one voucher, so an issuance can be sent again.
  "POST /invoices": { at: "invoices.issue", alone: "issueInvoice", isRepeatable: true },
  "POST /invoices/{id}/credit-notes": { at: "invoices.credit", alone: "creditInvoice", isRepeatable: true },
  "POST /invoices/{id}/debit-notes": { at: "invoices.debit", alone: "debitInvoice", isRepeatable: true },
  "POST /invoices/preview": { at: "invoices.preview", alone: "previewInvoice", isRepeatable: true },
  "GET /invoices": { at: "invoices.list", alone: "listInvoices", each: "eachInvoice" },
  "GET /invoices/{id}": { at: "invoices.get", alone: "getInvoice" },
  "GET /invoices/{id}/pdf": { at: "invoices.downloadPdf", alone: "downloadInvoicePdf" },
  "POST /invoices/{id}/pdf": { at: "invoices.printAgain", alone: "printInvoiceAgain" },
  "POST /invoices/{id}/emails": { at: "invoices.mail", alone: "mailInvoice" },
  "POST /invoices/{id}/report": { at: "invoices.report", alone: "reportInvoice" },

  // An element is its key: a batch that is sent again issues nothing twice.
  "POST /batches": { at: "batches.create", alone: "createBatch", isRepeatable: true },
  "POST /batches as text/csv": { at: "batches.createFromCsv", alone: "createBatchFromCsv", isRepeatable: true },
  "GET /batches": { at: "batches.list", alone: "listBatches", each: "eachBatch" },
  "GET /batches/template.csv": { at: "batches.downloadTemplate", alone: "downloadBatchTemplate" },
  "GET /batches/{id}": { at: "batches.get", alone: "getBatch" },
  "GET /batches/{id}/results": { at: "batches.results", alone: "listBatchResults", each: "eachResult" },
  "GET /batches/{id}/results as text/csv": { at: "batches.downloadResults", alone: "downloadBatchResults" },
  "POST /batches/{id}/cancel": { at: "batches.cancel", alone: "cancelBatch" },

  "GET /reports/vat-book": { at: "reports.downloadVatBook", alone: "downloadVatBook" },
  "GET /reports/iva-simple": { at: "reports.downloadIvaSimple", alone: "downloadIvaSimple" },
  "GET /reports/summary": { at: "reports.summary", alone: "getReportSummary" },
  "GET /reports/vouchers.csv": { at: "reports.downloadVouchers", alone: "downloadVouchers" },

  "GET /contingency": { at: "contingency.get", alone: "getContingency" },
  "POST /contingency": { at: "contingency.turn", alone: "turnContingency" },

  "GET /taxauth/status": { at: "taxauth.status", alone: "getTaxauthStatus" },
  "GET /taxauth/delegation": { at: "taxauth.delegation", alone: "getDelegation" },
  "GET /taxauth/padron/{cuit}": { at: "taxauth.taxpayer", alone: "getTaxpayer" },
  "GET /taxauth/fce/{cuit}": { at: "taxauth.creditInvoices", alone: "getCreditInvoiceDuty" },
  "GET /taxauth/tables/{name}": { at: "taxauth.table", alone: "getTable" },
  "GET /taxauth/quotation/{currency}": { at: "taxauth.quotation", alone: "getQuotation" },

  "GET /points-of-sale": { at: "pointsOfSale.list", alone: "listPointsOfSale", each: "eachPointOfSale" },
  "POST /points-of-sale": { at: "pointsOfSale.create", alone: "createPointOfSale" },
  "GET /points-of-sale/{number}": { at: "pointsOfSale.get", alone: "getPointOfSale" },
  "PATCH /points-of-sale/{number}": { at: "pointsOfSale.update", alone: "updatePointOfSale" },
  "PUT /points-of-sale/{number}/logo": { at: "pointsOfSale.putLogo", alone: "putLogo" },
  "DELETE /points-of-sale/{number}/logo": { at: "pointsOfSale.deleteLogo", alone: "deleteLogo" },

  "GET /fiscal-data": { at: "fiscalData.get", alone: "getFiscalData" },
  "PATCH /fiscal-data": { at: "fiscalData.update", alone: "updateFiscalData" },
  "GET /quota": { at: "quota.get", alone: "getQuota" },

  "GET /certificates": { at: "certificates.list", alone: "listCertificates", each: "eachCertificate" },
  "POST /certificates": { at: "certificates.request", alone: "requestCertificate" },
  "PUT /certificates/{id}": { at: "certificates.install", alone: "installCertificate" },

  "GET /api-keys/test": { at: "apiKeys.test", alone: "testApiKey" },
  "GET /api-keys": { at: "apiKeys.list", alone: "listApiKeys", each: "eachApiKey" },
  "POST /api-keys": { at: "apiKeys.create", alone: "createApiKey" },
  "DELETE /api-keys/{id}": { at: "apiKeys.revoke", alone: "revokeApiKey" },

  "GET /audit-log": { at: "auditLog.list", alone: "listAuditLog", each: "eachAuditEntry" },

  "GET /webhooks": { at: "webhooks.list", alone: "listWebhooks", each: "eachWebhook" },
  "POST /webhooks": { at: "webhooks.create", alone: "createWebhook" },
  "GET /webhooks/{id}": { at: "webhooks.get", alone: "getWebhook" },
  "PATCH /webhooks/{id}": { at: "webhooks.update", alone: "updateWebhook" },
  "DELETE /webhooks/{id}": { at: "webhooks.delete", alone: "deleteWebhook" },
  "POST /webhooks/{id}/secret": { at: "webhooks.rotateSecret", alone: "rotateWebhookSecret" },
  "POST /webhooks/{id}/test": { at: "webhooks.test", alone: "testWebhook" },
  "GET /webhooks/{id}/deliveries": { at: "webhooks.deliveries", alone: "listDeliveries", each: "eachDelivery" },
  "GET /webhooks/{id}/deliveries/{deliveryId}": { at: "webhooks.delivery", alone: "getDelivery" },
  "POST /webhooks/{id}/deliveries/{deliveryId}/retry": { at: "webhooks.retryDelivery", alone: "retryDelivery" },
};
