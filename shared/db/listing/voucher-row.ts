import { countedTotal, isCreditNote, notesOfVoucher } from "../fragments/voucher-notes.js";
import { Prisma } from "../generated/client.js";
import { isoInstant } from "../sql/raw-sql.js";
import { orNull, plain, quoted, quotedOrNull, text, toObject } from "./json-text.js";

/** The JSON of a recipient, from the row `r`. Source: api/README.md, "Voucher". */
const email = toObject({
  email: text("r.email"),
  name: text("r.name"),
  comments: text("r.comments"),
  pdfVersions: text("r.pdf_versions"),
  state: quoted("r.state"),
  smtpResponse: text("r.smtp_response"),
  sent: quotedOrNull(isoInstant("r.sent_at")),
});

// No company beside the id, here and below: the tenant's view names it.
const ofVoucher = "FROM recipient r WHERE r.voucher_id = v.id";
/** Most vouchers have no recipient. The check takes a third of the time of an aggregate over no rows. */
const emails = `CASE WHEN EXISTS (SELECT ${ofVoucher}) THEN (SELECT '[' || string_agg(${email}, ',' ORDER BY r.slot) || ']' ${ofVoucher}) END`;

/** The fields of a listed voucher that have columns of their own, from the row `v`. Source: api/README.md, "Voucher". */
const voucher = {
  id: plain("v.id"),
  voucherType: plain("v.voucher_type"),
  posNumber: plain("v.pos_number"),
  voucherNumber: plain("v.voucher_number"),
  voucherDate: quoted("v.voucher_date"),
  docType: plain("v.doc_type"),
  docNumber: text("v.doc_number"),
  totalAmount: quoted("v.total_amount"),
  netAmount: quoted("v.net_amount"),
  vatAmount: quoted("v.vat_amount"),
  exemptAmount: quoted("v.exempt_amount"),
  notTaxableAmount: quoted("v.not_taxable_amount"),
  tributesAmount: quoted("v.tributes_amount"),
  cae: quoted("v.cae"),
  caeExpirationDate: quoted("v.cae_expiration_date"),
  authorization: quoted("CASE WHEN v.caea THEN 'CAEA' ELSE 'CAE' END"),
  status: quoted("v.status"),
  production: plain("v.production"),
  currency: text("v.currency"),
  currencyQuotation: quoted("v.currency_quotation"),
  externalReference: text("v.external_reference"),
  idempotency: text("v.idempotency"),
  apiKeyId: orNull("v.api_key_id"),
  userEmail: text("v.user_email"),
  source: quoted("v.source"),
  created: quoted(isoInstant("v.created_at")),
  hasPdf: plain("v.has_pdf"),
  vat: plain("v.vat"),
  taxAuthObservations: orNull("v.observations"),
  emails: orNull(emails),
};

/** Sums of its notes. Both in one: a page looks for the notes of each of its vouchers, and most have none. */
const sumOf = (kind: Prisma.Sql, round: "ceil" | "floor") =>
  `round(coalesce(sum(${countedTotal(round).sql}) FILTER (WHERE ${kind.sql}), 0), 2)`;
const isCredit = isCreditNote("n.voucher_type");
const noteSums = `(SELECT '"creditedAmount":"' || ${sumOf(isCredit, "ceil")} || '","debitedAmount":"' ||
  ${sumOf(Prisma.raw(`NOT (${isCredit.sql})`), "floor")} || '"' ${notesOfVoucher.sql})`;

/** The notes of the voucher, made either way. Source: api/README.md, "Voucher". */
const note = toObject({
  id: plain("n.id"),
  voucherType: plain("n.voucher_type"),
  posNumber: plain("n.pos_number"),
  voucherNumber: plain("n.voucher_number"),
  totalAmount: quoted("n.total_amount"),
});
const notes = `(SELECT '[' || coalesce(string_agg(${note}, ',' ORDER BY n.id), '') || ']' ${notesOfVoucher.sql})`;

/**
 * Report of a voucher under CAEA: when the authority was told of it, why it refused, and that nobody will tell it. It knew an imported one
 * before us, and such a voucher has no report here.
 */
const report = `CASE WHEN v.caea THEN coalesce((SELECT '"reported":' || coalesce('"' || ${isoInstant("p.reported_at")} || '"', 'null') ||
  ',"reportErrors":' || CASE WHEN p.reported_at IS NULL THEN p.errors ELSE '[]' END ||
  CASE WHEN p.state = 'givenUp' THEN ',"givenUp":true,' ELSE ',' END FROM caea_report p WHERE p.voucher_id = v.id),
  '"reported":"' || ${isoInstant("v.created_at")} || '","reportErrors":[],') ELSE '' END`;

/** Perceptions begin a payload that has any: most have none. */
const perceptions = `CASE WHEN starts_with(v.payload, '"perceptions":') THEN '' ELSE '"perceptions":null,' END`;

const rest = `${report} || ${noteSums} || ',' || ${perceptions} || v.payload`;

/** The listed voucher `v` as the text of a JSON object: the fields above, its report, the sums of its notes, and the payload, which is stored as text. */
export const voucherRow: Prisma.Sql = Prisma.raw(toObject(voucher, rest));

/** Row of the voucher with its notes one by one. */
export const voucherWithNotes: Prisma.Sql = Prisma.raw(toObject({ ...voucher, notes: plain(notes) }, rest));
