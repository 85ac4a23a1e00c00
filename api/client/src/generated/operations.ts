// Written from the OpenAPI document: UPDATE_API_TYPES=1 npm test -- --project unit api-types

import { call, download } from "../call.js";
import type { Answer, CallOptions, Connection, Page, WithOptionalKey } from "../connection.js";
import type { Download } from "../download.js";
import { each } from "../each.js";
import { at } from "../request.js";
import type {
  ApiKey,
  ApiKeyMade,
  AuditEntry,
  Batch,
  BatchRequest,
  BatchResult,
  Certificate,
  CertificateInstallation,
  CertificateRequest,
  CertificateRequested,
  Check,
  Contingency,
  ContingencyTurn,
  CreateBatchFromCsvQuery,
  CreateBatchQuery,
  CreditNoteRequest,
  DebitNoteRequest,
  Delegation,
  DownloadBatchResultsQuery,
  DownloadInvoicePdfQuery,
  DownloadIvaSimpleQuery,
  DownloadSircipQuery,
  DownloadVatBookQuery,
  DownloadVouchersQuery,
  EmailSchedule,
  FiscalData,
  FiscalDataChanges,
  GetCreditInvoiceDutyQuery,
  GetQuotationQuery,
  GetReportSummaryQuery,
  IssuanceRequest,
  Issued,
  ListApiKeysQuery,
  ListAuditLogQuery,
  ListBatchResultsQuery,
  ListBatchesQuery,
  ListCertificatesQuery,
  ListDeliveriesQuery,
  ListInvoicesQuery,
  ListPaymentsQuery,
  ListPointsOfSaleQuery,
  ListWebhooksQuery,
  MonotributoStanding,
  NewApiKey,
  NewPointOfSale,
  NewWebhook,
  Notice,
  Payment,
  PointOfSale,
  PointOfSaleChanges,
  Preview,
  Quota,
  RegistryPerson,
  ReportSummary,
  RetriedReport,
  ScheduledMail,
  Subscription,
  Voucher,
  VoucherWithNotes,
  Warning,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookMade,
  WebhookSecret,
} from "./types.js";

/** Issue a voucher. Answers after the tax authority has authorized the voucher. One `idempotency` key makes at most one voucher: after a lost answer, a timeout or a 409 TAXAUTH_UNCONFIRMED, send the same body again. */
export const issueInvoice = async (
  connection: Connection,
  body: WithOptionalKey<IssuanceRequest>,
  options?: CallOptions,
): Promise<Issued> =>
  call(connection, { method: "POST", path: at`/invoices`, body, isKeyed: true, isRepeatable: true }, options);

/** List vouchers. Every filter takes the suffixes `__gt`, `__gte`, `__lt`, `__lte` and `__in` (a comma-separated list of at most 500 different values); all combine with AND. A query may have at most 32 filters. Unknown or invalid parameters are ignored and named in `warnings`. */
export const listInvoices = async (
  connection: Connection,
  query?: ListInvoicesQuery,
  options?: CallOptions,
): Promise<Page<Voucher>> =>
  call(connection, { method: "GET", path: at`/invoices`, query, isRepeatable: true }, options);

/** List vouchers: every row, page after page, as you read on. */
export const eachInvoice = (
  connection: Connection,
  query?: ListInvoicesQuery,
  options?: CallOptions,
): AsyncGenerator<Voucher, void, undefined> =>
  each((page: ListInvoicesQuery) => listInvoices(connection, page, options), query, "ids");

/** Preview a voucher. Takes the same body as issuing, checks it and computes the amounts. Issues nothing and consumes no number. */
export const previewInvoice = async (
  connection: Connection,
  body: WithOptionalKey<IssuanceRequest>,
  options?: CallOptions,
): Promise<Answer<Preview>> =>
  call(connection, { method: "POST", path: at`/invoices/preview`, body, isKeyed: true, isRepeatable: true }, options);

/** Get a voucher. By its id, as the listing has it, and with the notes that modify it. */
export const getInvoice = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<VoucherWithNotes>> =>
  call(connection, { method: "GET", path: at`/invoices/${id}`, isRepeatable: true }, options);

/** Credit a voucher. Issues a credit note of an invoice or debit note. What the body leaves out is the voucher's own; without `items` the whole voucher is credited, to the cent. Credit notes never come to more than the voucher and its debit notes. All else is as in issuing: answers, waiting, keys and quota. */
export const creditInvoice = async (
  connection: Connection,
  id: number,
  body: WithOptionalKey<CreditNoteRequest>,
  options?: CallOptions,
): Promise<Issued> =>
  call(connection, { method: "POST", path: at`/invoices/${id}/credit-notes`, body, isKeyed: true, isRepeatable: true }, options);

/** Debit a voucher. Issues a debit note of an invoice or credit note, of the items that are given: interest, a price that was too low. What else the body leaves out is the voucher's own. All else is as in issuing: answers, waiting, keys and quota. */
export const debitInvoice = async (
  connection: Connection,
  id: number,
  body: WithOptionalKey<DebitNoteRequest>,
  options?: CallOptions,
): Promise<Issued> =>
  call(connection, { method: "POST", path: at`/invoices/${id}/debit-notes`, body, isKeyed: true, isRepeatable: true }, options);

/** Download the PDF. In the layout and with the copies that are asked for. 409 PDF_NOT_READY while it is made, some seconds after issuing. */
export const downloadInvoicePdf = async (
  connection: Connection,
  id: number,
  query?: DownloadInvoicePdfQuery,
  options?: CallOptions,
): Promise<Download> =>
  download(connection, { method: "GET", path: at`/invoices/${id}/pdf`, query, accept: "application/pdf", isRepeatable: true }, options);

/** Print the PDF again. Possible within 30 days of issuance, at most 5 times in 24 hours. */
export const printInvoiceAgain = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<{
  /** Internal identifier. */
  id: number;
  /** How often it can be printed again within 24 hours. */
  remaining: number;
}>> =>
  call(connection, { method: "POST", path: at`/invoices/${id}/pdf` }, options);

/** Mail an issued voucher. At most 3 recipients per voucher, including those of the issuance. */
export const mailInvoice = async (
  connection: Connection,
  id: number,
  body: EmailSchedule,
  options?: CallOptions,
): Promise<Answer<{
  /** Internal identifier. */
  id: number;
  /** The recipients of the PDF by mail, at most 3. */
  emails: Array<ScheduledMail>;
}>> =>
  call(connection, { method: "POST", path: at`/invoices/${id}/emails`, body }, options);

/** List points of sale. Those of the environment, by number, disabled ones too. */
export const listPointsOfSale = async (
  connection: Connection,
  query?: ListPointsOfSaleQuery,
  options?: CallOptions,
): Promise<Page<PointOfSale>> =>
  call(connection, { method: "GET", path: at`/points-of-sale`, query, isRepeatable: true }, options);

/** List points of sale: every row, page after page, as you read on. */
export const eachPointOfSale = (
  connection: Connection,
  query?: ListPointsOfSaleQuery,
  options?: CallOptions,
): AsyncGenerator<PointOfSale, void, undefined> =>
  each((page: ListPointsOfSaleQuery) => listPointsOfSale(connection, page, options), query);

/** Add a point of sale. The authority must know it under the same number, as a web-service point of sale. A company may have at most 2000 in one environment. */
export const createPointOfSale = async (
  connection: Connection,
  body: NewPointOfSale,
  options?: CallOptions,
): Promise<Answer<PointOfSale>> =>
  call(connection, { method: "POST", path: at`/points-of-sale`, body }, options);

/** Get a point of sale. By its number in the environment. */
export const getPointOfSale = async (
  connection: Connection,
  number: number,
  options?: CallOptions,
): Promise<Answer<PointOfSale>> =>
  call(connection, { method: "GET", path: at`/points-of-sale/${number}`, isRepeatable: true }, options);

/** Change a point of sale. Changes what the body names. The number stays. */
export const updatePointOfSale = async (
  connection: Connection,
  number: number,
  body: PointOfSaleChanges,
  options?: CallOptions,
): Promise<Answer<PointOfSale>> =>
  call(connection, { method: "PATCH", path: at`/points-of-sale/${number}`, body }, options);

/** Set the logo. The image itself: PNG or JPEG, at most 512 KiB, 4096 pixels wide and high, and 8388608 pixels in all. */
export const putLogo = async (
  connection: Connection,
  number: number,
  body: string | Uint8Array | Blob,
  contentType: "image/png" | "image/jpeg",
  options?: CallOptions,
): Promise<Answer<PointOfSale>> =>
  call(connection, { method: "PUT", path: at`/points-of-sale/${number}/logo`, body, contentType }, options);

/** Remove the logo. PDFs that are made from then on have none. */
export const deleteLogo = async (
  connection: Connection,
  number: number,
  options?: CallOptions,
): Promise<Answer<null>> =>
  call(connection, { method: "DELETE", path: at`/points-of-sale/${number}/logo` }, options);

/** The company's fiscal data. What is printed and decides what the company issues. Both environments share it. */
export const getFiscalData = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Answer<FiscalData>> =>
  call(connection, { method: "GET", path: at`/fiscal-data`, isRepeatable: true }, options);

/** Change the company's fiscal data. Changes what the body names, for both environments: homologation and production share it. `cuit` and `certificate` are read only. */
export const updateFiscalData = async (
  connection: Connection,
  body: FiscalDataChanges,
  options?: CallOptions,
): Promise<Answer<FiscalData>> =>
  call(connection, { method: "PATCH", path: at`/fiscal-data`, body }, options);

/** List certificates. Those of the environment, with requests that nothing was installed for yet and those that others replaced, the oldest first. */
export const listCertificates = async (
  connection: Connection,
  query?: ListCertificatesQuery,
  options?: CallOptions,
): Promise<Page<Certificate>> =>
  call(connection, { method: "GET", path: at`/certificates`, query, isRepeatable: true }, options);

/** List certificates: every row, page after page, as you read on. */
export const eachCertificate = (
  connection: Connection,
  query?: ListCertificatesQuery,
  options?: CallOptions,
): AsyncGenerator<Certificate, void, undefined> =>
  each((page: ListCertificatesQuery) => listCertificates(connection, page, options), query);

/** Request a certificate. Creates a private key, which never leaves the service, and the signing request to upload in the tax authority's portal. A company may have at most 20 certificates in one environment that are active or not installed yet. */
export const requestCertificate = async (
  connection: Connection,
  body: CertificateRequest,
  options?: CallOptions,
): Promise<Answer<CertificateRequested>> =>
  call(connection, { method: "POST", path: at`/certificates`, body }, options);

/** Install a certificate. Takes the certificate that the authority signed, in PEM. It replaces the active certificate of its environment. */
export const installCertificate = async (
  connection: Connection,
  id: number,
  body: CertificateInstallation,
  options?: CallOptions,
): Promise<Answer<Certificate>> =>
  call(connection, { method: "PUT", path: at`/certificates/${id}`, body }, options);

/** The current period's quota. How many vouchers the company may issue until the quota renews, and how many it has issued in each environment. Null without a subscription. */
export const getQuota = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Answer<Quota | null>> =>
  call(connection, { method: "GET", path: at`/quota`, isRepeatable: true }, options);

/** The plan, and until when it is paid. With the 50 newest payments. Answered while the subscription is lapsed too. Null without a subscription. */
export const getSubscription = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Answer<Subscription | null>> =>
  call(connection, { method: "GET", path: at`/subscription`, isRepeatable: true }, options);

/** List payments. All of them, the newest first: what was paid, and what was asked for and not paid. */
export const listPayments = async (
  connection: Connection,
  query?: ListPaymentsQuery,
  options?: CallOptions,
): Promise<Page<Payment>> =>
  call(connection, { method: "GET", path: at`/subscription/payments`, query, isRepeatable: true }, options);

/** List payments: every row, page after page, as you read on. */
export const eachPayment = (
  connection: Connection,
  query?: ListPaymentsQuery,
  options?: CallOptions,
): AsyncGenerator<Payment, void, undefined> =>
  each((page: ListPaymentsQuery) => listPayments(connection, page, options), query);

/** Test the key. Whether the company has the minimum to issue; false means that configuration is missing. */
export const testApiKey = async (
  connection: Connection,
  options?: CallOptions,
): Promise<{
  /** Whether the request succeeded. Clients check this first. */
  ok: true;
  /** The environment of the key. */
  environment: "homologation" | "production";
  /** Whether there is an active certificate. */
  certificates: boolean;
  /** Whether there is an enabled point of sale. */
  pos: boolean;
  /** What of the request was ignored; left out when nothing was. */
  warnings?: Array<Warning>;
}> =>
  call(connection, { method: "GET", path: at`/api-keys/test`, isRepeatable: true }, options);

/** List keys. Those of the environment of the calling key, revoked ones too, the oldest first. No secret is shown again. */
export const listApiKeys = async (
  connection: Connection,
  query?: ListApiKeysQuery,
  options?: CallOptions,
): Promise<Page<ApiKey>> =>
  call(connection, { method: "GET", path: at`/api-keys`, query, isRepeatable: true }, options);

/** List keys: every row, page after page, as you read on. */
export const eachApiKey = (
  connection: Connection,
  query?: ListApiKeysQuery,
  options?: CallOptions,
): AsyncGenerator<ApiKey, void, undefined> =>
  each((page: ListApiKeysQuery) => listApiKeys(connection, page, options), query);

/** Create a key. The new key works in the environment of the calling key. It gets no scope that the calling key lacks. A company may have at most 200 keys in one environment, not counting revoked and expired ones. With expires it is refused from that moment on, and the account is told 7 days and 1 day before. */
export const createApiKey = async (
  connection: Connection,
  body: NewApiKey,
  options?: CallOptions,
): Promise<Answer<ApiKeyMade>> =>
  call(connection, { method: "POST", path: at`/api-keys`, body }, options);

/** Revoke a key. Takes effect at once. Works with an expired subscription, too. The last key in force with the scope `configure` in its environment cannot be revoked here: create another one first, or use the command line. */
export const revokeApiKey = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<null>> =>
  call(connection, { method: "DELETE", path: at`/api-keys/${id}` }, options);

/** List administrative changes. Changes of points of sale, keys, certificates and fiscal data in the last 90 days, with who made them. Older ones are never listed. Filters and ordering work as in the voucher listing; a query may have at most 8 filters. */
export const listAuditLog = async (
  connection: Connection,
  query?: ListAuditLogQuery,
  options?: CallOptions,
): Promise<Page<AuditEntry>> =>
  call(connection, { method: "GET", path: at`/audit-log`, query, isRepeatable: true }, options);

/** List administrative changes: every row, page after page, as you read on. */
export const eachAuditEntry = (
  connection: Connection,
  query?: ListAuditLogQuery,
  options?: CallOptions,
): AsyncGenerator<AuditEntry, void, undefined> =>
  each((page: ListAuditLogQuery) => listAuditLog(connection, page, options), query);

/** Look a tax id up in the registry. 404 only when every registry that was asked does not know the tax id. When one does not answer or is not delegated: 502 that names it, or, when the tax condition is known, the person with `partial`. */
export const getTaxpayer = async (
  connection: Connection,
  cuit: string,
  options?: CallOptions,
): Promise<Answer<RegistryPerson>> =>
  call(connection, { method: "GET", path: at`/taxauth/padron/${cuit}`, isRepeatable: true }, options);

/** Must this receiver get credit invoices?. Asks the authority's registry of credit invoices (FCE MiPyME) about one receiver and one day. An answer is kept for an hour. */
export const getCreditInvoiceDuty = async (
  connection: Connection,
  cuit: string,
  query?: GetCreditInvoiceDutyQuery,
  options?: CallOptions,
): Promise<Answer<{
  /** Whether this receiver must get credit invoices. */
  required: boolean;
  /** From which total in pesos on; null when none is required, or when the authority does not say. */
  minimumAmount: string | null;
}>> =>
  call(connection, { method: "GET", path: at`/taxauth/fce/${cuit}`, query, isRepeatable: true }, options);

/** Test connection, authentication, issuance and registry. Each is tested separately. A failed test has a suggestion what to do. A company with credit invoices has a fifth test, `fce`. */
export const getTaxauthStatus = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Answer<{
  /** Whether the authority answers. */
  connection: Check;
  /** Whether the authority accepts the certificate. */
  authentication: Check;
  /** Whether the company can use the issuing service. */
  issuance: Check;
  /** Whether the registries answer. */
  registry: Check;
  /** Whether the registry of credit invoices answers; only for a company that issues them. */
  fce?: Check;
}>> =>
  call(connection, { method: "GET", path: at`/taxauth/status`, isRepeatable: true }, options);

/** May the certificate act for the company?. For each of the authority's services, by the newest access ticket: a ticket lists the companies for which its certificate may act. When the company lacks in it, a new one is asked for as soon as the authority gives one. */
export const getDelegation = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Answer<Delegation>> =>
  call(connection, { method: "GET", path: at`/taxauth/delegation`, isRepeatable: true }, options);

/** What the authority announces. The authority puts announcements into its answers: maintenance, changes by law. They are kept, each text once, the latest heard first; the newest 200. They are no errors, and change nothing of a voucher. */
export const listNotices = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Page<Notice>> =>
  call(connection, { method: "GET", path: at`/taxauth/notices`, isRepeatable: true }, options);

/** A code table. The authority's codes with their names. Without its answer within 5 seconds, a copy of ours. */
export const getTable = async (
  connection: Connection,
  name: "voucher-types" | "document-types" | "vat-rates" | "tax-conditions" | "currencies" | "tributes" | "concepts" | "optionals" | "activities" | "units" | "provinces",
  options?: CallOptions,
): Promise<Page<{
  /** The authority's code: a string for currencies, otherwise a number. */
  id: number | string;
  /** The authority's description. */
  description: string;
}>> =>
  call(connection, { method: "GET", path: at`/taxauth/tables/${name}`, isRepeatable: true }, options);

/** The authority's quotation of a currency. Of a day, or the latest one without `date`. 404 when there is none. */
export const getQuotation = async (
  connection: Connection,
  currency: string,
  query?: GetQuotationQuery,
  options?: CallOptions,
): Promise<Answer<{
  /** Currency (MonId). */
  currency: string;
  /** Pesos per unit. */
  quotation: number;
  /** The day of the quotation, YYYYMMDD. */
  date: string;
}>> =>
  call(connection, { method: "GET", path: at`/taxauth/quotation/${currency}`, query, isRepeatable: true }, options);

/** List webhooks. Those of the environment, disabled ones too, the oldest first. */
export const listWebhooks = async (
  connection: Connection,
  query?: ListWebhooksQuery,
  options?: CallOptions,
): Promise<Page<Webhook>> =>
  call(connection, { method: "GET", path: at`/webhooks`, query, isRepeatable: true }, options);

/** List webhooks: every row, page after page, as you read on. */
export const eachWebhook = (
  connection: Connection,
  query?: ListWebhooksQuery,
  options?: CallOptions,
): AsyncGenerator<Webhook, void, undefined> =>
  each((page: ListWebhooksQuery) => listWebhooks(connection, page, options), query);

/** Add a webhook. Tells an endpoint of yours what happens, signed as Standard Webhooks says. A company may have at most 10 webhooks in one environment. The address is https, without user name and password, and leads to a public address. An answer other than 2xx within 15 seconds is a failure, and tried again for three days. Without a success for 5 days, or answered 410, the webhook is disabled. */
export const createWebhook = async (
  connection: Connection,
  body: NewWebhook,
  options?: CallOptions,
): Promise<Answer<WebhookMade>> =>
  call(connection, { method: "POST", path: at`/webhooks`, body }, options);

/** List deliveries. What was recorded for the webhook in the last 30 days, and how its attempts went. Filters and ordering work as in the voucher listing. */
export const listDeliveries = async (
  connection: Connection,
  id: number,
  query?: ListDeliveriesQuery,
  options?: CallOptions,
): Promise<Page<WebhookDelivery>> =>
  call(connection, { method: "GET", path: at`/webhooks/${id}/deliveries`, query, isRepeatable: true }, options);

/** List deliveries: every row, page after page, as you read on. */
export const eachDelivery = (
  connection: Connection,
  id: number,
  query?: ListDeliveriesQuery,
  options?: CallOptions,
): AsyncGenerator<WebhookDelivery, void, undefined> =>
  each((page: ListDeliveriesQuery) => listDeliveries(connection, id, page, options), query, "ids");

/** One delivery. With what is sent, and the beginning of every answer. */
export const getDelivery = async (
  connection: Connection,
  id: number,
  deliveryId: number,
  options?: CallOptions,
): Promise<Answer<WebhookDeliveryDetails>> =>
  call(connection, { method: "GET", path: at`/webhooks/${id}/deliveries/${deliveryId}`, isRepeatable: true }, options);

/** Try a delivery once more. At once, whatever became of it before. */
export const retryDelivery = async (
  connection: Connection,
  id: number,
  deliveryId: number,
  options?: CallOptions,
): Promise<Answer<WebhookDeliveryDetails>> =>
  call(connection, { method: "POST", path: at`/webhooks/${id}/deliveries/${deliveryId}/retry` }, options);

/** Rotate the secret. For 24 hours the secret before it signs as well: every message then carries two signatures. A second rotation drops the oldest. */
export const rotateWebhookSecret = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<WebhookSecret>> =>
  call(connection, { method: "POST", path: at`/webhooks/${id}/secret` }, options);

/** Send a ping. To this webhook alone, whatever events it wants. */
export const testWebhook = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<{
  /** The delivery of the ping. */
  deliveryId: number;
}>> =>
  call(connection, { method: "POST", path: at`/webhooks/${id}/test` }, options);

/** One webhook. By its id, with why it is disabled when it is. The secret is not shown again. */
export const getWebhook = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<Webhook>> =>
  call(connection, { method: "GET", path: at`/webhooks/${id}`, isRepeatable: true }, options);

/** Change a webhook. While it is disabled nothing is recorded for it; what was waiting goes on when it is enabled again. */
export const updateWebhook = async (
  connection: Connection,
  id: number,
  body: WebhookChanges,
  options?: CallOptions,
): Promise<Answer<Webhook>> =>
  call(connection, { method: "PATCH", path: at`/webhooks/${id}`, body }, options);

/** Delete a webhook. Nothing more is sent to it, and its deliveries can no longer be read. */
export const deleteWebhook = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<null>> =>
  call(connection, { method: "DELETE", path: at`/webhooks/${id}` }, options);

/** Issue many vouchers. Takes up to 1000 issuances, as JSON or as CSV, and answers before they are issued. Either all of them are taken or none: every fault of every element is told. Each element is its key, so sending a batch again issues nothing twice. Elements wait behind whoever waits for an answer, and while the authority is away, for 24 hours at most. */
export const createBatch = async (
  connection: Connection,
  body: BatchRequest,
  query?: CreateBatchQuery,
  options?: CallOptions,
): Promise<Answer<Batch>> =>
  call(connection, { method: "POST", path: at`/batches`, query, body, isRepeatable: true }, options);

/** Issue many vouchers. Takes up to 1000 issuances, as JSON or as CSV, and answers before they are issued. Either all of them are taken or none: every fault of every element is told. Each element is its key, so sending a batch again issues nothing twice. Elements wait behind whoever waits for an answer, and while the authority is away, for 24 hours at most. */
export const createBatchFromCsv = async (
  connection: Connection,
  body: BatchRequest,
  query?: CreateBatchFromCsvQuery,
  options?: CallOptions,
): Promise<Answer<Batch>> =>
  call(connection, { method: "POST", path: at`/batches`, query, body, isRepeatable: true }, options);

/** List batches. Filters and ordering work as in the voucher listing. */
export const listBatches = async (
  connection: Connection,
  query?: ListBatchesQuery,
  options?: CallOptions,
): Promise<Page<Batch>> =>
  call(connection, { method: "GET", path: at`/batches`, query, isRepeatable: true }, options);

/** List batches: every row, page after page, as you read on. */
export const eachBatch = (
  connection: Connection,
  query?: ListBatchesQuery,
  options?: CallOptions,
): AsyncGenerator<Batch, void, undefined> =>
  each((page: ListBatchesQuery) => listBatches(connection, page, options), query, "ids");

/** An example in CSV. A batch that can be sent as it is. Change the keys: a key that has its voucher issues nothing. */
export const downloadBatchTemplate = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Download> =>
  download(connection, { method: "GET", path: at`/batches/template.csv`, accept: "text/csv", isRepeatable: true }, options);

/** Get a batch. Its state, and how many of its elements are issued, failed and pending. */
export const getBatch = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<Batch>> =>
  call(connection, { method: "GET", path: at`/batches/${id}`, isRepeatable: true }, options);

/** What became of a batch. Each element in order. With `Accept: text/csv` all of them as CSV, whatever the page. */
export const listBatchResults = async (
  connection: Connection,
  id: number,
  query?: ListBatchResultsQuery,
  options?: CallOptions,
): Promise<Page<BatchResult>> =>
  call(connection, { method: "GET", path: at`/batches/${id}/results`, query, isRepeatable: true }, options);

/** What became of a batch: every row, page after page, as you read on. */
export const eachResult = (
  connection: Connection,
  id: number,
  query?: ListBatchResultsQuery,
  options?: CallOptions,
): AsyncGenerator<BatchResult, void, undefined> =>
  each((page: ListBatchResultsQuery) => listBatchResults(connection, id, page, options), query);

/** What became of a batch. Each element in order. With `Accept: text/csv` all of them as CSV, whatever the page. */
export const downloadBatchResults = async (
  connection: Connection,
  id: number,
  query?: DownloadBatchResultsQuery,
  options?: CallOptions,
): Promise<Download> =>
  download(connection, { method: "GET", path: at`/batches/${id}/results`, query, accept: "text/csv", isRepeatable: true }, options);

/** Cancel a batch. What has no number yet fails with code `CANCELLED`. Cancelling what is over changes nothing. */
export const cancelBatch = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<Batch>> =>
  call(connection, { method: "POST", path: at`/batches/${id}/cancel` }, options);

/** Whether a contingency lasts. While the authority does not answer, vouchers are issued under a code that was obtained before (CAEA), at the point of sale that stands in (`contingencyPos`), and are reported afterwards. */
export const getContingency = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Answer<Contingency>> =>
  call(connection, { method: "GET", path: at`/contingency`, isRepeatable: true }, options);

/** Begin or end a contingency by hand. One that was begun by hand ends by hand alone. Begins one that lasts already: it is a person's from then on. What is so already changes nothing. */
export const turnContingency = async (
  connection: Connection,
  body: ContingencyTurn,
  options?: CallOptions,
): Promise<Answer<Contingency>> =>
  call(connection, { method: "POST", path: at`/contingency`, body }, options);

/** Report a voucher again. Has the report of a voucher under CAEA tried again after the authority refused it and the cause was mended. A report that is not rejected stays as it is. */
export const reportInvoice = async (
  connection: Connection,
  id: number,
  options?: CallOptions,
): Promise<Answer<RetriedReport>> =>
  call(connection, { method: "POST", path: at`/invoices/${id}/report` }, options);

/** Download the sales book. The month's vouchers as the two files of the Libro IVA Digital, and LEEME.txt when a voucher had to be left out. */
export const downloadVatBook = async (
  connection: Connection,
  query: DownloadVatBookQuery,
  options?: CallOptions,
): Promise<Download> =>
  download(connection, { method: "GET", path: at`/reports/vat-book`, query, accept: "*/*", isRepeatable: true }, options);

/** Download the files for IVA Simple. The month's sales in pesos by activity, kind of buyer and rate: the debit, and the restitution of credit notes. While a voucher has no activity, the answer is a 400 that names it. */
export const downloadIvaSimple = async (
  connection: Connection,
  query: DownloadIvaSimpleQuery,
  options?: CallOptions,
): Promise<Download> =>
  download(connection, { method: "GET", path: at`/reports/iva-simple`, query, accept: "*/*", isRepeatable: true }, options);

/** How a monotributista stands. What a company in the monotributo (taxType 6) issued here in twelve months, against the caps. Income that was issued elsewhere counts for the authority too, and is not known here. For a company of another condition the answer is a 400. */
export const getMonotributo = async (
  connection: Connection,
  options?: CallOptions,
): Promise<Answer<MonotributoStanding>> =>
  call(connection, { method: "GET", path: at`/reports/monotributo`, isRepeatable: true }, options);

/** Download the return of SIRCIP. The month's perceptions as the file of SIRCIP's monthly return, made of the stored lines alone, and LEEME.txt with what was left out, what differs, the rows and their sum. A company that is no agent gets an empty month. */
export const downloadSircip = async (
  connection: Connection,
  query: DownloadSircipQuery,
  options?: CallOptions,
): Promise<Download> =>
  download(connection, { method: "GET", path: at`/reports/sircip`, query, accept: "application/zip", isRepeatable: true }, options);

/** Sum up a month. In pesos; credit notes subtract. */
export const getReportSummary = async (
  connection: Connection,
  query: GetReportSummaryQuery,
  options?: CallOptions,
): Promise<Answer<ReportSummary>> =>
  call(connection, { method: "GET", path: at`/reports/summary`, query, isRepeatable: true }, options);

/** Vouchers in CSV. Every voucher that the listing has for the same filters, in its order; there are no pages. A column is named like the field of a listed voucher (`customer.name`); VAT has columns by rate (`vat.21.base`, `vat.21.amount`), tributes by type (`tributes.5`). Amounts of credit notes are positive. A company makes one report at a time. */
export const downloadVouchers = async (
  connection: Connection,
  query?: DownloadVouchersQuery,
  options?: CallOptions,
): Promise<Download> =>
  download(connection, { method: "GET", path: at`/reports/vouchers.csv`, query, accept: "text/csv", isRepeatable: true }, options);
