import type { PdfVersion } from "../../domain/issuance-request.js";
import type { PrintableVoucher } from "../../domain/printable-voucher.js";
import type { Database } from "../database.js";
import { findPrintable } from "./pdfs.js";

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
  voucher: PrintableVoucher;
}

export const recipientsOf = async (db: Database, voucherId: number): Promise<number[]> => {
  const rows = await db.recipient.findMany({
    where: { voucherId, state: "due" },
    select: { id: true },
    orderBy: { slot: "asc" },
  });
  return rows.map((row) => row.id);
};

export async function findMail(db: Database, recipientId: number): Promise<Mail | undefined> {
  const [row] = await db.$queryRaw<Omit<Mail, "voucher">[]>`
    SELECT id AS "recipientId", voucher_id AS "voucherId", email, name, comments, pdf_versions AS "pdfVersions",
      state::text AS state, (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs",
      greatest(0, extract(epoch FROM due_at - now()) * 1000)::float8 AS "waitMs"
    FROM recipient WHERE id = ${recipientId}`;
  const voucher = row && (await findPrintable(db, row.voucherId));
  return voucher && { ...row, voucher };
}

/**
 * Mails that are due: for their next try, or because a crash or a lost job skipped them. A mail is not due until its voucher has
 * a PDF. New mails are left to their own job for 10 seconds.
 */
export const dueRecipients = (db: Database, limit: number): Promise<{ recipientId: number; requestId: string }[]> =>
  db.$queryRaw`
    SELECT r.id AS "recipientId", coalesce(v.request_id, '') AS "requestId"
    FROM recipient r JOIN voucher v ON v.id = r.voucher_id
    WHERE r.state = 'due' AND v.has_pdf AND r.due_at <= now() AND (r.attempts > 0 OR r.created_at < now() - interval '10 seconds')
    ORDER BY r.due_at LIMIT ${limit}`;
