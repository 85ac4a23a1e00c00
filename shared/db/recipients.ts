import type { PdfVersion } from "../domain/issuance-request.js";
import type { PrintableVoucher } from "../domain/printable-voucher.js";
import type { Database } from "./database.js";
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
  const recipient = await db.recipient.findUnique({ where: { id: recipientId } });
  if (!recipient) return undefined;
  const voucher = await findPrintable(db, recipient.voucherId);
  if (!voucher) return undefined;
  const { voucherId, email, name, comments, state } = recipient;
  return {
    recipientId,
    voucherId,
    email,
    name,
    comments,
    state,
    pdfVersions: recipient.pdfVersions as PdfVersion[],
    voucher,
  };
}

export async function markSent(db: Database, recipientId: number, smtpResponse: string): Promise<void> {
  await db.recipient.update({ where: { id: recipientId }, data: { state: "sent", smtpResponse, sentAt: new Date() } });
}

export async function markFailed(db: Database, recipientId: number, smtpResponse: string): Promise<void> {
  await db.recipient.update({ where: { id: recipientId }, data: { state: "failed", smtpResponse } });
}

/** Mails that should have gone by now: what a crash or a lost job left out. Those without a PDF are not due yet. */
export const dueRecipients = (db: Database, limit: number): Promise<{ recipientId: number; requestId: string }[]> =>
  db.$queryRaw`
    SELECT r.id AS "recipientId", coalesce(v.request_id, '') AS "requestId"
    FROM recipient r JOIN voucher v ON v.id = r.voucher_id
    WHERE r.state = 'due' AND v.has_pdf AND r.created_at < now() - interval '10 seconds' ORDER BY r.id LIMIT ${limit}`;
