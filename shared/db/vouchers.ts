import type { VatRow } from "../domain/amounts.js";
import type { AuthorityMessage } from "../domain/cae-outcome.js";
import type { IssuanceRequest } from "../domain/issuance-request.js";
import type { ImportedBody } from "../domain/kept-voucher.js";
import type { Database } from "./database.js";
import { skipSteps } from "./far-offset.js";
import { Prisma } from "./generated/client.js";
import { type Listing, selectPage, toStatement } from "./listing.js";
import { inScope, type Scope } from "./scope.js";
import { findSpan, type Span } from "./voucher-span.js";
import { countVouchers } from "./voucher-total.js";

/** A voucher as it is stored, with its recipients. Amounts are strings with two decimals, the quotation one with six. */
export interface VoucherRow {
  id: number;
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
  voucherDate: string;
  docType: number;
  docNumber: string;
  totalAmount: string;
  netAmount: string;
  vatAmount: string;
  exemptAmount: string;
  notTaxableAmount: string;
  tributesAmount: string;
  cae: string;
  caeExpirationDate: string;
  status: string;
  production: boolean;
  currency: string;
  currencyQuotation: string;
  externalReference: string | null;
  idempotency: string | null;
  apiKeyId: number | null;
  userEmail: string | null;
  source: string;
  created: string;
  hasPdf: boolean;
  body: IssuanceRequest | ImportedBody;
  vat: VatRow[];
  observations: AuthorityMessage[] | null;
  emails: {
    email: string;
    name: string | null;
    comments: string | null;
    pdfVersions: number[];
    state: string;
    smtpResponse: string | null;
    sent: string | null;
  }[];
}

const columns = Prisma.sql`
  v.id, v.voucher_type AS "voucherType", v.pos_number AS "posNumber", v.voucher_number AS "voucherNumber",
  v.voucher_date AS "voucherDate", v.doc_type AS "docType", v.doc_number AS "docNumber",
  v.total_amount::text AS "totalAmount", v.net_amount::text AS "netAmount", v.vat_amount::text AS "vatAmount",
  v.exempt_amount::text AS "exemptAmount", v.not_taxable_amount::text AS "notTaxableAmount", v.tributes_amount::text AS "tributesAmount",
  v.cae, v.cae_expiration_date AS "caeExpirationDate", v.status, v.production, v.currency, v.currency_quotation::text AS "currencyQuotation",
  v.external_reference AS "externalReference", v.idempotency, v.api_key_id AS "apiKeyId", v.user_email AS "userEmail", v.source,
  to_char(v.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created, v.has_pdf AS "hasPdf",
  v.body, v.vat, v.observations,
  coalesce((SELECT json_agg(json_build_object('email', r.email, 'name', r.name, 'comments', r.comments,
    'pdfVersions', r.pdf_versions, 'state', r.state, 'smtpResponse', r.smtp_response,
    'sent', to_char(r.sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY r.slot) FROM recipient r WHERE r.voucher_id = v.id), '[]'::json) AS emails`;

/** The statement of a page and its total, with what the sums told of it before. */
export function toVoucherStatement(scope: Scope, listing: Listing, span: Span | undefined): Prisma.Sql {
  const { filters } = listing;
  const skipped = skipSteps(scope, listing);
  return toStatement(
    { ...listing, filters: [...filters, ...(span?.bounds ?? [])] },
    {
      table: Prisma.sql`voucher`,
      scope: skipped ? Prisma.sql`${inScope(scope, "l")} AND ${skipped.condition}` : inScope(scope, "l"),
      columns,
      total: countVouchers(scope, filters, span),
      offset: skipped?.offset,
    },
  );
}

/** Source: API.md, "GET /{company_id}/invoices". */
export async function listVouchers(
  db: Database,
  scope: Scope,
  listing: Listing,
): Promise<{ total: number; rows: VoucherRow[] }> {
  const span = await findSpan(db, scope, listing);
  return span?.total === 0 ? { total: 0, rows: [] } : selectPage(db, toVoucherStatement(scope, listing, span));
}

export async function findVoucher(db: Database, scope: Scope, id: number): Promise<VoucherRow | undefined> {
  const [row] = await db.$queryRaw<
    VoucherRow[]
  >`SELECT ${columns} FROM voucher v WHERE ${inScope(scope, "v")} AND v.id = ${id}`;
  return row;
}
