import { Prisma } from "./generated/client.js";

/** What never needs to be escaped: digits, dates, codes. */
const quoted = (value: string) => `'"' || ${value} || '"'`;
const text = (column: string) => orNull(`to_json(${column})::text`);
const orNull = (json: string) => `coalesce(${json}, 'null')`;
const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const emails = `(
  SELECT json_agg(json_build_object('email', r.email, 'name', r.name, 'comments', r.comments, 'pdfVersions', r.pdf_versions,
    'state', r.state, 'smtpResponse', r.smtp_response, 'sent', ${instant("r.sent_at")}) ORDER BY r.slot)::text
  FROM recipient r WHERE r.voucher_id = v.id)`;

/** A listed voucher's own fields, each as JSON text of the row `v`. Source: API.md, "Voucher". */
const fields = {
  id: "v.id",
  voucherType: "v.voucher_type",
  posNumber: "v.pos_number",
  voucherNumber: "v.voucher_number",
  voucherDate: quoted("v.voucher_date"),
  docType: "v.doc_type",
  docNumber: text("v.doc_number"),
  totalAmount: quoted("v.total_amount"),
  netAmount: quoted("v.net_amount"),
  vatAmount: quoted("v.vat_amount"),
  exemptAmount: quoted("v.exempt_amount"),
  notTaxableAmount: quoted("v.not_taxable_amount"),
  tributesAmount: quoted("v.tributes_amount"),
  cae: quoted("v.cae"),
  caeExpirationDate: quoted("v.cae_expiration_date"),
  status: text("v.status"),
  production: "v.production",
  currency: text("v.currency"),
  currencyQuotation: quoted("v.currency_quotation"),
  externalReference: text("v.external_reference"),
  idempotency: text("v.idempotency"),
  apiKeyId: orNull("v.api_key_id::text"),
  userEmail: text("v.user_email"),
  source: text("v.source"),
  created: quoted(instant("v.created_at")),
  hasPdf: "v.has_pdf",
  vat: "v.vat",
  taxAuthObservations: orNull("v.observations::text"),
  emails: orNull(emails),
};

const members = Object.entries(fields).map(([name, json]) => `'"${name}":' || ${json}`);

/**
 * A voucher `v` as it is listed, as the text of a JSON object: its own fields and, at the same level, what else the payload
 * says, which is text already. Written out, since every function that makes JSON of a row takes twice as long.
 */
export const voucherRow: Prisma.Sql = Prisma.raw(
  `'{' || ${members.join(" || ',' || ")} || ',' || substr(v.payload::text, 2)`,
);
