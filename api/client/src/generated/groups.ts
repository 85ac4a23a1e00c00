// Written from the OpenAPI document: UPDATE_API_TYPES=1 npm test -- --project unit api-types

import * as operations from "./operations.js";

export const groups = {
  invoices: {
    /** Issue a voucher. Answers after the tax authority has authorized the voucher. One `idempotency` key makes at most one voucher: after a lost answer, a timeout or a 409 TAXAUTH_UNCONFIRMED, send the same body again. */
    issue: operations.issueInvoice,
    /** List vouchers. Every filter takes the suffixes `__gt`, `__gte`, `__lt`, `__lte` and `__in` (a comma-separated list of at most 500 different values); all combine with AND. A query may have at most 32 filters. Unknown or invalid parameters are ignored and named in `warnings`. */
    list: operations.listInvoices,
    /** List vouchers: every row, page after page, as you read on. */
    each: operations.eachInvoice,
    /** Preview a voucher. Takes the same body as issuing, checks it and computes the amounts. Issues nothing and consumes no number. */
    preview: operations.previewInvoice,
    /** Get a voucher. By its id, as the listing has it, and with the notes that modify it. */
    get: operations.getInvoice,
    /** Credit a voucher. Issues a credit note of an invoice or debit note. What the body leaves out is the voucher's own; without `items` the whole voucher is credited, to the cent. Credit notes never come to more than the voucher and its debit notes. All else is as in issuing: answers, waiting, keys and quota. */
    credit: operations.creditInvoice,
    /** Debit a voucher. Issues a debit note of an invoice or credit note, of the items that are given: interest, a price that was too low. What else the body leaves out is the voucher's own. All else is as in issuing: answers, waiting, keys and quota. */
    debit: operations.debitInvoice,
    /** Download the PDF. In the layout and with the copies that are asked for. 409 PDF_NOT_READY while it is made, some seconds after issuing. */
    downloadPdf: operations.downloadInvoicePdf,
    /** Print the PDF again. Possible within 30 days of issuance, at most 5 times in 24 hours. */
    printAgain: operations.printInvoiceAgain,
    /** Mail an issued voucher. At most 3 recipients per voucher, including those of the issuance. */
    mail: operations.mailInvoice,
    /** Report a voucher again. Has the report of a voucher under CAEA tried again after the authority refused it and the cause was mended. A report that is not rejected stays as it is. */
    report: operations.reportInvoice,
  },
  pointsOfSale: {
    /** List points of sale. Those of the environment, by number, disabled ones too. */
    list: operations.listPointsOfSale,
    /** List points of sale: every row, page after page, as you read on. */
    each: operations.eachPointOfSale,
    /** Add a point of sale. The authority must know it under the same number, as a web-service point of sale. A company may have at most 2000 in one environment. */
    create: operations.createPointOfSale,
    /** Get a point of sale. By its number in the environment. */
    get: operations.getPointOfSale,
    /** Change a point of sale. Changes what the body names. The number stays. */
    update: operations.updatePointOfSale,
    /** Set the logo. The image itself: PNG or JPEG, at most 512 KiB, 4096 pixels wide and high, and 8388608 pixels in all. */
    putLogo: operations.putLogo,
    /** Remove the logo. PDFs that are made from then on have none. */
    deleteLogo: operations.deleteLogo,
  },
  fiscalData: {
    /** The company's fiscal data. What is printed and decides what the company issues. Both environments share it. */
    get: operations.getFiscalData,
    /** Change the company's fiscal data. Changes what the body names, for both environments: homologation and production share it. `cuit` and `certificate` are read only. */
    update: operations.updateFiscalData,
  },
  certificates: {
    /** List certificates. Those of the environment, with requests that nothing was installed for yet and those that others replaced, the oldest first. */
    list: operations.listCertificates,
    /** List certificates: every row, page after page, as you read on. */
    each: operations.eachCertificate,
    /** Request a certificate. Creates a private key, which never leaves the service, and the signing request to upload in the tax authority's portal. A company may have at most 20 certificates in one environment that are active or not installed yet. */
    request: operations.requestCertificate,
    /** Install a certificate. Takes the certificate that the authority signed, in PEM. It replaces the active certificate of its environment. */
    install: operations.installCertificate,
  },
  quota: {
    /** The current period's quota. How many vouchers the company may issue until the quota renews, and how many it has issued in each environment. Null without a subscription. */
    get: operations.getQuota,
  },
  subscription: {
    /** The plan, and until when it is paid. With the 50 newest payments. Answered while the subscription is lapsed too. Null without a subscription. */
    get: operations.getSubscription,
    /** List payments. All of them, the newest first: what was paid, and what was asked for and not paid. */
    payments: operations.listPayments,
    /** List payments: every row, page after page, as you read on. */
    eachPayment: operations.eachPayment,
  },
  apiKeys: {
    /** Test the key. Whether the company has the minimum to issue; false means that configuration is missing. */
    test: operations.testApiKey,
    /** List keys. Those of the environment of the calling key, revoked ones too, the oldest first. No secret is shown again. */
    list: operations.listApiKeys,
    /** List keys: every row, page after page, as you read on. */
    each: operations.eachApiKey,
    /** Create a key. The new key works in the environment of the calling key. It gets no scope that the calling key lacks. A company may have at most 200 keys in one environment, not counting revoked and expired ones. With expires it is refused from that moment on, and the account is told 7 days and 1 day before. */
    create: operations.createApiKey,
    /** Revoke a key. Takes effect at once. Works with an expired subscription, too. The last key in force with the scope `configure` in its environment cannot be revoked here: create another one first, or use the command line. */
    revoke: operations.revokeApiKey,
  },
  auditLog: {
    /** List administrative changes. Changes of points of sale, keys, certificates and fiscal data in the last 90 days, with who made them. Older ones are never listed. Filters and ordering work as in the voucher listing; a query may have at most 8 filters. */
    list: operations.listAuditLog,
    /** List administrative changes: every row, page after page, as you read on. */
    each: operations.eachAuditEntry,
  },
  taxauth: {
    /** Look a tax id up in the registry. 404 only when every registry that was asked does not know the tax id. When one does not answer or is not delegated: 502 that names it, or, when the tax condition is known, the person with `partial`. */
    taxpayer: operations.getTaxpayer,
    /** Must this receiver get credit invoices?. Asks the authority's registry of credit invoices (FCE MiPyME) about one receiver and one day. An answer is kept for an hour. */
    creditInvoices: operations.getCreditInvoiceDuty,
    /** Test connection, authentication, issuance and registry. Each is tested separately. A failed test has a suggestion what to do. A company with credit invoices has a fifth test, `fce`. */
    status: operations.getTaxauthStatus,
    /** May the certificate act for the company?. For each of the authority's services, by the newest access ticket: a ticket lists the companies for which its certificate may act. When the company lacks in it, a new one is asked for as soon as the authority gives one. */
    delegation: operations.getDelegation,
    /** What the authority announces. The authority puts announcements into its answers: maintenance, changes by law. They are kept, each text once, the latest heard first; the newest 200. They are no errors, and change nothing of a voucher. */
    notices: operations.listNotices,
    /** A code table. The authority's codes with their names. Without its answer within 5 seconds, a copy of ours. */
    table: operations.getTable,
    /** The authority's quotation of a currency. Of a day, or the latest one without `date`. 404 when there is none. */
    quotation: operations.getQuotation,
  },
  webhooks: {
    /** List webhooks. Those of the environment, disabled ones too, the oldest first. */
    list: operations.listWebhooks,
    /** List webhooks: every row, page after page, as you read on. */
    each: operations.eachWebhook,
    /** Add a webhook. Tells an endpoint of yours what happens, signed as Standard Webhooks says. A company may have at most 10 webhooks in one environment. The address is https, without user name and password, and leads to a public address. An answer other than 2xx within 15 seconds is a failure, and tried again for three days. Without a success for 5 days, or answered 410, the webhook is disabled. */
    create: operations.createWebhook,
    /** List deliveries. What was recorded for the webhook in the last 30 days, and how its attempts went. Filters and ordering work as in the voucher listing. */
    deliveries: operations.listDeliveries,
    /** List deliveries: every row, page after page, as you read on. */
    eachDelivery: operations.eachDelivery,
    /** One delivery. With what is sent, and the beginning of every answer. */
    delivery: operations.getDelivery,
    /** Try a delivery once more. At once, whatever became of it before. */
    retryDelivery: operations.retryDelivery,
    /** Rotate the secret. For 24 hours the secret before it signs as well: every message then carries two signatures. A second rotation drops the oldest. */
    rotateSecret: operations.rotateWebhookSecret,
    /** Send a ping. To this webhook alone, whatever events it wants. */
    test: operations.testWebhook,
    /** One webhook. By its id, with why it is disabled when it is. The secret is not shown again. */
    get: operations.getWebhook,
    /** Change a webhook. While it is disabled nothing is recorded for it; what was waiting goes on when it is enabled again. */
    update: operations.updateWebhook,
    /** Delete a webhook. Nothing more is sent to it, and its deliveries can no longer be read. */
    delete: operations.deleteWebhook,
  },
  batches: {
    /** Issue many vouchers. Takes up to 1000 issuances, as JSON or as CSV, and answers before they are issued. Either all of them are taken or none: every fault of every element is told. Each element is its key, so sending a batch again issues nothing twice. Elements wait behind whoever waits for an answer, and while the authority is away, for 24 hours at most. */
    create: operations.createBatch,
    /** Issue many vouchers. Takes up to 1000 issuances, as JSON or as CSV, and answers before they are issued. Either all of them are taken or none: every fault of every element is told. Each element is its key, so sending a batch again issues nothing twice. Elements wait behind whoever waits for an answer, and while the authority is away, for 24 hours at most. */
    createFromCsv: operations.createBatchFromCsv,
    /** List batches. Filters and ordering work as in the voucher listing. */
    list: operations.listBatches,
    /** List batches: every row, page after page, as you read on. */
    each: operations.eachBatch,
    /** An example in CSV. A batch that can be sent as it is. Change the keys: a key that has its voucher issues nothing. */
    downloadTemplate: operations.downloadBatchTemplate,
    /** Get a batch. Its state, and how many of its elements are issued, failed and pending. */
    get: operations.getBatch,
    /** What became of a batch. Each element in order. With `Accept: text/csv` all of them as CSV, whatever the page. */
    results: operations.listBatchResults,
    /** What became of a batch: every row, page after page, as you read on. */
    eachResult: operations.eachResult,
    /** What became of a batch. Each element in order. With `Accept: text/csv` all of them as CSV, whatever the page. */
    downloadResults: operations.downloadBatchResults,
    /** Cancel a batch. What has no number yet fails with code `CANCELLED`. Cancelling what is over changes nothing. */
    cancel: operations.cancelBatch,
  },
  contingency: {
    /** Whether a contingency lasts. While the authority does not answer, vouchers are issued under a code that was obtained before (CAEA), at the point of sale that stands in (`contingencyPos`), and are reported afterwards. */
    get: operations.getContingency,
    /** Begin or end a contingency by hand. One that was begun by hand ends by hand alone. Begins one that lasts already: it is a person's from then on. What is so already changes nothing. */
    turn: operations.turnContingency,
  },
  reports: {
    /** Download the sales book. The month's vouchers as the two files of the Libro IVA Digital, and LEEME.txt when a voucher had to be left out. */
    downloadVatBook: operations.downloadVatBook,
    /** Download the files for IVA Simple. The month's sales in pesos by activity, kind of buyer and rate: the debit, and the restitution of credit notes. While a voucher has no activity, the answer is a 400 that names it. */
    downloadIvaSimple: operations.downloadIvaSimple,
    /** How a monotributista stands. What a company in the monotributo (taxType 6) issued here in twelve months, against the caps. Income that was issued elsewhere counts for the authority too, and is not known here. For a company of another condition the answer is a 400. */
    monotributo: operations.getMonotributo,
    /** Download the return of SIRCIP. The month's perceptions as the file of SIRCIP's monthly return, made of the stored lines alone, and LEEME.txt with what was left out, what differs, the rows and their sum. A company that is no agent gets an empty month. */
    downloadSircip: operations.downloadSircip,
    /** Sum up a month. In pesos; credit notes subtract. */
    summary: operations.getReportSummary,
    /** Vouchers in CSV. Every voucher that the listing has for the same filters, in its order; there are no pages. A column is named like the field of a listed voucher (`customer.name`); VAT has columns by rate (`vat.21.base`, `vat.21.amount`), tributes by type (`tributes.5`). Amounts of credit notes are positive. A company makes one report at a time. */
    downloadVouchers: operations.downloadVouchers,
  },
};
