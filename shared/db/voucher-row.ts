import { Prisma } from "./generated/client.js";
import { isoInstant } from "./raw-sql.js";

/** JSON text in the making: what stands there as it is, and what an expression gives. */
type Piece = string | { sql: string };

const plain = (sql: string): Piece[] => [{ sql }];
const orNull = (sql: string) => plain(`coalesce(${sql}, 'null')`);
const text = (column: string) => orNull(`to_json(${column})::text`);
/** What never needs to be escaped: digits, dates, codes. */
const quoted = (sql: string): Piece[] => ['"', { sql }, '"'];

const emails = `(
  SELECT json_agg(json_build_object('email', r.email, 'name', r.name, 'comments', r.comments, 'pdfVersions', r.pdf_versions,
    'state', r.state, 'smtpResponse', r.smtp_response, 'sent', ${isoInstant("r.sent_at")}) ORDER BY r.slot)::text
  FROM recipient r WHERE r.voucher_id = v.id)`;

/** What a listed voucher says of itself, of the row `v`. Source: API.md, "Voucher". */
const fields = {
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
  status: text("v.status"),
  production: plain("v.production"),
  currency: text("v.currency"),
  currencyQuotation: quoted("v.currency_quotation"),
  externalReference: text("v.external_reference"),
  idempotency: text("v.idempotency"),
  apiKeyId: orNull("v.api_key_id::text"),
  userEmail: text("v.user_email"),
  source: text("v.source"),
  created: quoted(isoInstant("v.created_at")),
  hasPdf: plain("v.has_pdf"),
  vat: plain("v.vat"),
  taxAuthObservations: orNull("v.observations::text"),
  emails: orNull(emails),
};

const members = Object.entries(fields).flatMap(([name, value]): Piece[] => [`"${name}":`, ...value, ","]);

/** Pieces in one expression; what stands between two values is one literal. */
function glue(pieces: Piece[]): string {
  const joined: string[] = [];
  let literal = "";
  for (const piece of [...pieces, { sql: "" }]) {
    if (typeof piece === "string") literal += piece;
    else {
      joined.push(...[literal && `'${literal}'`, piece.sql].filter(Boolean));
      literal = "";
    }
  }
  return joined.join(" || ");
}

/**
 * A voucher `v` as it is listed, as the text of a JSON object: what it says of itself and, at the same level, the rest of its
 * payload, which is text already. Every function that makes JSON of a row takes twice as long.
 */
export const voucherRow: Prisma.Sql = Prisma.raw(glue(["{", ...members, { sql: "v.payload" }, "}"]));
