import type { CompanyMail } from "../../domain/company-mail.js";
import type { HomologationMail } from "../../domain/homologation-mail.js";
import type { PdfVersion } from "../../domain/issuance-request.js";
import type { PrintableVoucher } from "../../domain/printable-voucher.js";
import type { Tenant } from "../../domain/tenant.js";
import type { Database } from "../pool/database.js";
import { findPrintable } from "./pdfs.js";
import { isDeadLettered } from "./print-tries.js";
import { voucherTrace } from "./voucher-trace.js";

/** One mail to one recipient of a voucher. */
export interface Mail {
  recipientId: number;
  voucherId: number;
  email: string;
  name: string | null;
  comments: string | null;
  pdfVersions: PdfVersion[];
  state: "due" | "sent" | "failed";
  /** The time since the request, and the time that the mail must still wait, by the database's clock. */
  ageMs: number;
  waitMs: number;
  /** The account's address, and to whom the company's vouchers of homologation may be mailed. */
  accountEmail: string | null;
  homologationMail: HomologationMail;
  /** Under whose name it is sent. */
  sender: CompanyMail;
  voucher: PrintableVoucher;
}

/** Recipients that can be mailed once this PDF is made: the original lets all go on, other copies those who want them. */
export const recipientsOf = (db: Database, voucherId: number, versions: string): Promise<DueRecipient[]> =>
  db.$queryRaw`
    SELECT r.id AS "recipientId", coalesce(v.request_id, '') AS "requestId", v.company_id AS "companyId", v.production
    FROM recipient r JOIN voucher v ON v.id = r.voucher_id
    WHERE r.voucher_id = ${voucherId} AND r.state = 'due' AND ${versions} IN ('1', array_to_string(r.pdf_versions, '-'))
    ORDER BY r.slot`;

export interface DueRecipient extends Tenant {
  recipientId: number;
  requestId: string;
  /** Trace of the voucher's request, where a sweep brings the recipient. */
  trace?: string | null;
}

export async function findMail(db: Database, recipientId: number): Promise<Mail | undefined> {
  const [row] = await db.$queryRaw<Omit<Mail, "voucher">[]>`
    SELECT r.id AS "recipientId", r.voucher_id AS "voucherId", r.email, r.name, r.comments, r.pdf_versions AS "pdfVersions",
      r.state::text AS state, (extract(epoch FROM now() - r.created_at) * 1000)::float8 AS "ageMs",
      greatest(0, extract(epoch FROM r.due_at - now()) * 1000)::float8 AS "waitMs",
      c.account_email AS "accountEmail", c.homologation_mail AS "homologationMail", c.mail AS sender
    FROM recipient r JOIN voucher v ON v.id = r.voucher_id JOIN company c ON c.id = v.company_id
    WHERE r.id = ${recipientId}`;
  const voucher = row && (await findPrintable(db, row.voucherId));
  return voucher && { ...row, voucher };
}

/**
 * Mails that are due: for their next try, or because a crash or a lost job skipped them. A mail is not due until its voucher has
 * a PDF, and not while the copies that it needs are put aside. New mails are left to their own job for 10 seconds. The first of
 * each party come before the second of any.
 */
export const dueRecipients = (db: Database, limit: number): Promise<DueRecipient[]> =>
  db.$queryRaw`
    SELECT id AS "recipientId", coalesce(request_id, '') AS "requestId", ${voucherTrace}, company_id AS "companyId", production
    FROM (
      SELECT r.id, r.due_at, v.issuance_id, v.request_id, v.company_id, v.production,
        row_number() OVER (PARTITION BY v.company_id, v.production ORDER BY r.due_at, r.id) AS place
      FROM recipient r JOIN voucher v ON v.id = r.voucher_id
      WHERE r.state = 'due' AND v.has_pdf AND r.due_at <= now() AND (r.attempts > 0 OR r.created_at < now() - interval '10 seconds')
        AND NOT ${isDeadLettered("r")}
    ) due
    ORDER BY place, due_at LIMIT ${limit}`;
