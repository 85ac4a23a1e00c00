import { backoffFrom } from "../../../mailer/backoff.js";
import { compileTemplate } from "../../../mailer/compile-template.js";
import { composeMail } from "../../../mailer/compose.js";
import { openDelivery } from "../../../mailer/delivery.js";
import { type SendDeps, sendMail } from "../../../mailer/send.js";
import { fillerOf } from "../../../mailer/template.js";
import { findPdf, recordPdf } from "../../../shared/db/delivery/pdfs.js";
import { findMail } from "../../../shared/db/delivery/recipients.js";
import { type MailsPerDay, openVoucherMails } from "../../../shared/db/delivery/voucher-mails.js";
import { createLog } from "../../../shared/logging/log.js";
import { type AdminApp, openAdminApp } from "../processes/admin-app.js";
import { invoiceB } from "./invoice.js";

export const mailFrom = "Talonario <no-reply@talonario.example>";

/** A mailer without its queue, on a real database, storage and SMTP connection. */
export interface Mailing extends AsyncDisposable {
  api: AdminApp;
  /** Adds a voucher that has a PDF and one recipient. */
  addMail(recipient?: Partial<NewRecipient>): Promise<{ voucherId: number; id: number }>;
  /** The dependencies of one mailer, with its own SMTP connections. */
  mailer(smtpUrl: string, over?: Partial<SendDeps>, perDay?: MailsPerDay): SendDeps;
  /** Makes one try. */
  send(deps: SendDeps, recipientId: number): ReturnType<typeof sendMail>;
  find(recipientId: number): Promise<RecipientRow>;
  /** Makes the next try due now. */
  ripen(recipientId: number): Promise<void>;
  /** The requests for PDFs. */
  asked: string[];
}

interface NewRecipient {
  email: string;
  name: string | null;
  comments: string | null;
  pdfVersions: number[];
  production: boolean;
}

interface RecipientRow {
  state: string;
  smtpResponse: string | null;
  attempts: number;
  lostAnswers: number;
  waitMs: number;
}

export async function openMailing(): Promise<Mailing> {
  const api = await openAdminApp();
  const { db, storage } = api;
  const fill = fillerOf(await compileTemplate("voucher"));
  const closers: (() => void)[] = [];
  const asked: string[] = [];

  return {
    api,
    asked,
    async addMail({ email = "ana@example.com", name = "Ana", comments = null, pdfVersions = [1], production } = {}) {
      const { test, production: inProduction } = api.keys.keys;
      const voucherId: number = (await api.post(invoiceB(), { key: production ? inProduction : test })).body.result.id;
      const versions = pdfVersions.join("-");
      const pdf = Buffer.from(`%PDF-1.4 ${versions} of ${voucherId} ${"x".repeat(20_000)}`);
      await storage.write(`${voucherId}/${versions}.pdf`, pdf);
      const { companyId } = await db.voucher.findUniqueOrThrow({ where: { id: voucherId } });
      const storageKey = `${voucherId}/${versions}.pdf`;
      await recordPdf(db, { companyId, voucherId, versions, storageKey, sizeBytes: pdf.length });
      const { id } = await db.recipient.create({
        data: { companyId, voucherId, slot: 1, email, name, comments, pdfVersions },
      });
      return { voucherId, id };
    },
    mailer(smtpUrl, over = {}, perDay = { production: null, homologation: null }) {
      const delivery = openDelivery(smtpUrl, { connections: 2, timeoutMs: 1_000 });
      closers.push(delivery.close);
      return {
        outgoing: openVoucherMails(db, perDay),
        deliver: delivery.deliver,
        backoff: backoffFrom(10_000),
        random: () => 0.5,
        findMail: (recipientId) => findMail(db, recipientId),
        findPdf: (voucherId, versions) => findPdf(db, voucherId, versions),
        askForPdf: async ({ voucherId, pdfVersions }) => void asked.push(`${voucherId}/${pdfVersions.join("-")}`),
        storage,
        compose: (mail, pdf) => composeMail(fill, mailFrom, mail, pdf),
        log: createLog("test", "silent"),
        ...over,
      };
    },
    send: (deps, recipientId) => sendMail(deps, { recipientId, requestId: "r1" }),
    async find(recipientId) {
      const [row] = await db.$queryRaw<[RecipientRow]>`
        SELECT state::text, smtp_response AS "smtpResponse", attempts, unknown_outcomes AS "lostAnswers",
          (extract(epoch FROM due_at - now()) * 1000)::float8 AS "waitMs"
        FROM recipient WHERE id = ${recipientId}`;
      return row;
    },
    async ripen(recipientId) {
      await db.$executeRaw`UPDATE recipient SET due_at = now() - interval '1 second' WHERE id = ${recipientId}`;
    },
    async [Symbol.asyncDispose]() {
      for (const close of closers) close();
      await api[Symbol.asyncDispose]();
    },
  };
}
