import type { PdfLayout } from "../../domain/pdf-form.js";
import { maxPrintTries } from "../../domain/print-tries.js";
import type { PrintableVoucher, PrintedBody, PrintedPointOfSale } from "../../domain/printable-voucher.js";
import { readPayload } from "../../domain/stored-payload.js";
import type { Tenant } from "../../domain/tenant.js";
import { ruleMoves } from "../fragments/dated-rules.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Database, Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { isTryAt, mayPrintAgain, type PdfKey } from "./print-tries.js";
import { voucherTrace } from "./voucher-trace.js";

/** Reads all the data for a voucher's PDF and mail in one statement. Undefined also for an imported voucher, which has neither. */
export async function findPrintable(db: Database, voucherId: number): Promise<PrintableVoucher | undefined> {
  const [voucher] = await db.$queryRaw<PrintableRow[]>`
    SELECT v.id, v.company_id AS "companyId", v.production, v.pos_number AS "posNumber", v.voucher_type AS "voucherType",
      v.voucher_number AS "voucherNumber", v.voucher_date AS "voucherDate", CASE WHEN v.caea THEN 'CAEA' ELSE 'CAE' END AS authorization,
      v.cae, v.cae_expiration_date AS "caeExpirationDate", v.currency, v.currency_quotation::float8 AS quotation, v.payload, v.observations, v.has_pdf AS "hasPdf", coalesce(v.request_id, '') AS "requestId",
      jsonb_build_object('net', v.net_amount::text, 'vat', v.vat_amount::text, 'exempt', v.exempt_amount::text,
        'notTaxable', v.not_taxable_amount::text, 'tributes', v.tributes_amount::text, 'total', v.total_amount::text,
        'vatRows', v.vat, 'lines', v.lines) AS amounts,
      jsonb_build_object('cuit', c.cuit, 'name', c.name, 'taxType', c.tax_type, 'address', c.address,
        'grossIncome', c.gross_income, 'activityStart', c.activity_start, 'cbuLegend', c.cbu_legend,
        'consumerComplaints', c.consumer_complaints, 'accentColor', c.accent_color, 'footerText', c.footer_text,
        'legends', c.legends) AS issuer,
      ${ruleMoves} AS "ruleMoves",
      coalesce((SELECT jsonb_build_object('printedName', coalesce(p.printed_name, f.printed_name), 'address', coalesce(p.address, f.address),
        'logoKey', coalesce(p.logo_key, f.logo_key), 'layout', ${ownLayout},
        'legends', CASE WHEN p.legends = '[]' THEN coalesce(f.legends, '[]') ELSE p.legends END,
        'additionalDataKeys', CASE WHEN p.additional_data_keys = '[]' THEN coalesce(f.additional_data_keys, '[]') ELSE p.additional_data_keys END)
        FROM ${printedPointOfSale}),
        ${JSON.stringify(unknownPointOfSale)}::jsonb) AS "pointOfSale"
    FROM voucher v JOIN company c ON c.id = v.company_id
    WHERE v.id = ${voucherId} AND v.source <> 'rcel'`;
  return voucher && toPrintable(voucher);
}

/** A voucher's point of sale `p`. One that stands in for another, `f`, looks like it, unless it says otherwise. */
const printedPointOfSale = Prisma.sql`point_of_sale p
  LEFT JOIN LATERAL (SELECT * FROM point_of_sale f WHERE f.company_id = p.company_id AND f.production = p.production
    AND f.contingency_pos = p.number ORDER BY f.number LIMIT 1) f ON true
  WHERE p.company_id = v.company_id AND p.production = v.production AND p.number = v.pos_number`;

const ownLayout = Prisma.sql`CASE WHEN p.layout = 'a4' THEN coalesce(f.layout, 'a4') ELSE p.layout END`;

interface PrintableRow extends Omit<PrintableVoucher, "body"> {
  currency: string;
  quotation: number;
  payload: string;
}

function toPrintable({ currency: id, quotation, payload, ...voucher }: PrintableRow): PrintableVoucher {
  const { tributes, associatedVouchers, ...said } = readPayload(payload);
  const lists = { tributes: tributes ?? [], associatedVouchers: associatedVouchers ?? [] };
  // The cast is safe: we print only vouchers that were issued here, so the body was an issuance request.
  return { ...voucher, body: { ...said, ...lists, currency: { id, quotation } } as PrintedBody };
}

const unknownPointOfSale: PrintedPointOfSale = {
  printedName: null,
  address: null,
  logoKey: null,
  layout: "a4",
  legends: [],
  additionalDataKeys: [],
};

/** The data of a PDF request: the parts of the file's name, and whether the PDF exists. */
export interface Print {
  id: number;
  voucherType: number;
  posNumber: number;
  voucherNumber: number;
  source: string;
  hasPdf: boolean;
  /** Paper that its point of sale prints for the customer. */
  layout: PdfLayout;
}

export async function findPrint(db: Statements, scope: Tenant, id: number): Promise<Print | undefined> {
  const [print] = await db.$queryRaw<Print[]>(prepared("find_print")`
    SELECT id, voucher_type AS "voucherType", pos_number AS "posNumber", voucher_number AS "voucherNumber", source,
      has_pdf AS "hasPdf", coalesce((SELECT ${ownLayout} FROM ${printedPointOfSale}), 'a4') AS layout
    FROM voucher v WHERE ${inScope(scope, "v")} AND id = ${id}`);
  return print;
}

export interface StoredPdf extends PdfKey {
  storageKey: string;
  sizeBytes: number;
}

/** Records a stored PDF, and ends its tries. Idempotent. The original marks the voucher's PDF as ready. */
export async function recordPdf(db: Database, pdf: StoredPdf): Promise<void> {
  const { companyId, voucherId, versions, storageKey, sizeBytes } = pdf;
  await db.$executeRaw`
    WITH stored AS (
      INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes)
      VALUES (${companyId}, ${voucherId}, ${versions}, ${storageKey}, ${sizeBytes})
      ON CONFLICT ON CONSTRAINT pdf_pkey DO UPDATE SET storage_key = excluded.storage_key, size_bytes = excluded.size_bytes
    ), tried AS (
      DELETE FROM print_attempt WHERE ${isTryAt(pdf)}
    )
    UPDATE voucher SET has_pdf = true
    WHERE id = ${voucherId} AND ${versions} = '1' AND NOT has_pdf`;
}

/** Forgets the other PDFs of a voucher, which are outdated. They are printed again at their next request. */
export async function forgetOtherPdfs(db: Database, voucherId: number, versions: string): Promise<void> {
  await db.$executeRaw`DELETE FROM pdf WHERE voucher_id = ${voucherId} AND versions <> ${versions}`;
}

/** The storage key of a PDF. Undefined when it was not made yet. */
export async function findPdf(db: Statements, voucherId: number, versions: string): Promise<string | undefined> {
  const [pdf] = await db.$queryRaw<{ storageKey: string }[]>(prepared("find_pdf")`
    SELECT storage_key AS "storageKey" FROM pdf WHERE voucher_id = ${voucherId} AND versions = ${versions}`);
  return pdf?.storageKey;
}

/**
 * Vouchers whose original is overdue, because of a crash, a lost job or a failed try. Imported vouchers get no PDF. The first of
 * each party come before the second of any.
 */
export const dueVouchers = (db: Database, limit: number): Promise<DueVoucher[]> =>
  db.$queryRaw`
    SELECT id AS "voucherId", coalesce(request_id, '') AS "requestId", ${voucherTrace}, company_id AS "companyId", production
    FROM (
      SELECT v.id, v.issuance_id, v.request_id, v.company_id, v.production,
        row_number() OVER (PARTITION BY v.company_id, v.production ORDER BY v.id) AS place
      FROM voucher v LEFT JOIN print_attempt t ON t.voucher_id = v.id AND t.versions = '1'
      WHERE NOT v.has_pdf AND v.source <> 'rcel' AND (v.created_at < now() - interval '10 seconds' OR v.created_at > now() + interval '10 seconds')
        AND (t.voucher_id IS NULL OR t.attempt_count < ${maxPrintTries} AND ${mayPrintAgain})
    ) due
    ORDER BY place, id LIMIT ${limit}`;

export interface DueVoucher extends Tenant {
  voucherId: number;
  requestId: string;
  /** Where the voucher's request stands in its trace. */
  trace?: string | null;
}
