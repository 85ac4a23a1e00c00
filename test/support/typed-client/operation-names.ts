/** What an operation is called in the typed client. */
export interface OperationName {
  /** Group and name in the client: `invoices.issue`. */
  at: string;
  /** The function that can be imported alone, where it is not the operation's own name. */
  alone?: string;
  /** The function that gives every row of a list, imported alone. In the group it is `each`, or this name where `at` is no `list`. */
  each?: string;
  /** A second request like it does nothing more, although it is no GET. */
  isRepeatable?: true;
}

/** By method and path below the company. `as TYPE` is the same operation with a body or an answer of another content type. */
export const operationNames: Record<string, OperationName> = {
  // One key makes one voucher, so an issuance can be sent again.
  "POST /invoices": { at: "invoices.issue", isRepeatable: true },
  "POST /invoices/{id}/credit-notes": { at: "invoices.credit", isRepeatable: true },
  "POST /invoices/{id}/debit-notes": { at: "invoices.debit", isRepeatable: true },
  "POST /invoices/preview": { at: "invoices.preview", isRepeatable: true },
  "GET /invoices": { at: "invoices.list", each: "eachInvoice" },
  "GET /invoices/{id}": { at: "invoices.get" },
  "GET /invoices/{id}/pdf": { at: "invoices.downloadPdf" },
  "POST /invoices/{id}/pdf": { at: "invoices.printAgain" },
  "POST /invoices/{id}/emails": { at: "invoices.mail" },
  "POST /invoices/{id}/report": { at: "invoices.report" },

  // An element is its key: a batch that is sent again issues nothing twice.
  "POST /batches": { at: "batches.create", isRepeatable: true },
  "POST /batches as text/csv": { at: "batches.createFromCsv", alone: "createBatchFromCsv", isRepeatable: true },
  "GET /batches": { at: "batches.list", each: "eachBatch" },
  "GET /batches/template.csv": { at: "batches.downloadTemplate" },
  "GET /batches/{id}": { at: "batches.get" },
  "GET /batches/{id}/results": { at: "batches.results", each: "eachResult" },
  "GET /batches/{id}/results as text/csv": { at: "batches.downloadResults", alone: "downloadBatchResults" },
  "POST /batches/{id}/cancel": { at: "batches.cancel" },

  "GET /reports/vat-book": { at: "reports.downloadVatBook" },
  "GET /reports/iva-simple": { at: "reports.downloadIvaSimple" },
  "GET /reports/monotributo": { at: "reports.monotributo" },
  "GET /reports/sircip": { at: "reports.downloadSircip" },
  "GET /reports/summary": { at: "reports.summary" },
  "GET /reports/vouchers.csv": { at: "reports.downloadVouchers" },

  "GET /contingency": { at: "contingency.get" },
  "POST /contingency": { at: "contingency.turn" },

  "GET /taxauth/status": { at: "taxauth.status" },
  "GET /taxauth/delegation": { at: "taxauth.delegation" },
  "GET /taxauth/notices": { at: "taxauth.notices" },
  "GET /taxauth/padron/{cuit}": { at: "taxauth.taxpayer" },
  "GET /taxauth/fce/{cuit}": { at: "taxauth.creditInvoices" },
  "GET /taxauth/tables/{name}": { at: "taxauth.table" },
  "GET /taxauth/quotation/{currency}": { at: "taxauth.quotation" },

  "GET /points-of-sale": { at: "pointsOfSale.list", each: "eachPointOfSale" },
  "POST /points-of-sale": { at: "pointsOfSale.create" },
  "GET /points-of-sale/{number}": { at: "pointsOfSale.get" },
  "PATCH /points-of-sale/{number}": { at: "pointsOfSale.update" },
  "PUT /points-of-sale/{number}/logo": { at: "pointsOfSale.putLogo" },
  "DELETE /points-of-sale/{number}/logo": { at: "pointsOfSale.deleteLogo" },

  "GET /fiscal-data": { at: "fiscalData.get" },
  "PATCH /fiscal-data": { at: "fiscalData.update" },
  "GET /quota": { at: "quota.get" },
  "GET /subscription": { at: "subscription.get" },
  "GET /subscription/payments": { at: "subscription.payments", each: "eachPayment" },

  "GET /certificates": { at: "certificates.list", each: "eachCertificate" },
  "POST /certificates": { at: "certificates.request" },
  "PUT /certificates/{id}": { at: "certificates.install" },

  "GET /api-keys/test": { at: "apiKeys.test" },
  "GET /api-keys": { at: "apiKeys.list", each: "eachApiKey" },
  "POST /api-keys": { at: "apiKeys.create" },
  "DELETE /api-keys/{id}": { at: "apiKeys.revoke" },

  "GET /audit-log": { at: "auditLog.list", each: "eachAuditEntry" },

  "GET /webhooks": { at: "webhooks.list", each: "eachWebhook" },
  "POST /webhooks": { at: "webhooks.create" },
  "GET /webhooks/{id}": { at: "webhooks.get" },
  "PATCH /webhooks/{id}": { at: "webhooks.update" },
  "DELETE /webhooks/{id}": { at: "webhooks.delete" },
  "POST /webhooks/{id}/secret": { at: "webhooks.rotateSecret" },
  "POST /webhooks/{id}/test": { at: "webhooks.test" },
  "GET /webhooks/{id}/deliveries": { at: "webhooks.deliveries", each: "eachDelivery" },
  "GET /webhooks/{id}/deliveries/{deliveryId}": { at: "webhooks.delivery" },
  "POST /webhooks/{id}/deliveries/{deliveryId}/retry": { at: "webhooks.retryDelivery" },
};
