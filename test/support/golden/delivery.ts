import { openOutboxRow } from "../../../shared/db/delivery/outgoing.js";
import * as pdfs from "../../../shared/db/delivery/pdfs.js";
import * as tries from "../../../shared/db/delivery/print-tries.js";
import { dueRecipients, findMail, recipientsOf } from "../../../shared/db/delivery/recipients.js";
import { addRecipients, countRecipients, printedForms } from "../../../shared/db/delivery/voucher-follow-ups.js";
import { openVoucherMails } from "../../../shared/db/delivery/voucher-mails.js";
import { recordPing, retryDelivery } from "../../../shared/db/webhooks/asked-deliveries.js";
import * as sending from "../../../shared/db/webhooks/sending.js";
import { measureWebhooks } from "../../../shared/db/webhooks/waiting.js";
import type { GoldenCalls, Recorder } from "./record-statements.js";
import { tenant } from "./samples.js";

const pdf = { companyId: 1, voucherId: 1, versions: "1" };
const voucherMails = (db: Recorder) => openVoucherMails(db, { production: 1, homologation: 1 });
const postponement = { waitMs: 1, reason: "a", answerLost: false };
const claimed = {
  ...{ id: 1, createdAt: new Date(0), webhookId: 1, companyId: 1, url: "https://example.com", eventId: "1" },
  ...{ type: "invoice.issued", body: "{}", tries: 1, once: false },
} as sending.ClaimedDelivery;
const attempt = { at: "2026-03-01T00:00:00.000Z", status: 500, ms: 1, error: null, answer: null };

/** What follows a voucher: its prints, its mails and its events. */
export const deliveryCalls: GoldenCalls = {
  find_printable: (db) => pdfs.findPrintable(db, 1),
  find_print: (db) => pdfs.findPrint(db, tenant, 1),
  record_pdf: (db) => pdfs.recordPdf(db, { ...pdf, storageKey: "a", sizeBytes: 1 }),
  find_pdf: (db) => pdfs.findPdf(db, 1, "1"),
  forget_other_pdfs: (db) => pdfs.forgetOtherPdfs(db, 1, "1"),
  printed_forms: (db) => printedForms(db, 1),
  count_recipients: { send: (db) => countRecipients(db, 1), rows: [[{ recipients: 1 }]] },
  due_vouchers: (db) => pdfs.dueVouchers(db, 1),
  begin_print: (db) => tries.beginPrint(db, pdf, "service"),
  note_print_failure: (db) => tries.notePrintFailure(db, pdf, "a"),
  take_back_print: (db) => tries.takeBackPrint(db, pdf, true),
  list_pdfs_aside: (db) => tries.listDeadLetters(db, 1, 1),
  is_voucher_of: (db) => tries.isVoucherOf(db, 1, 1),
  retry_pdfs_aside: (db) => tries.retryDeadLetters(db, 1),
  recipients_of: (db) => recipientsOf(db, 1, "1"),
  find_mail: (db) => findMail(db, 1),
  due_recipients: (db) => dueRecipients(db, 1),
  add_recipients: (db) => addRecipients(db, tenant, 1, [], 0),
  claim_voucher_mail: (db) => voucherMails(db).claim(1),
  postpone_voucher_mail: (db) => voucherMails(db).postpone(1, postponement),
  wait_for_pdf: (db) => voucherMails(db).wait(1, 1),
  claim_outgoing: (db) => openOutboxRow(db, "warning").claim(1),
  hold_outgoing: (db) => openOutboxRow(db, "warning").hold(1),
  postpone_outgoing: (db) => openOutboxRow(db, "warning").postpone(1, postponement),
  due_webhooks: (db) => sending.dueWebhooks(db, 1),
  claim_deliveries: (db) => sending.claimDeliveries(db, 1),
  mark_delivered: (db) => sending.markDelivered(db, claimed, attempt),
  mark_failed: (db) => sending.markFailed(db, claimed, attempt, { isGone: false }),
  fail_abandoned: (db) => sending.failAbandoned(db),
  disable_failing: (db) => sending.disableFailing(db),
  record_ping: { send: (db) => recordPing(db, tenant, 1, new Date(0)), rows: [[{ id: 1 }]] },
  retry_delivery: (db) => retryDelivery(db, tenant, 1, 1),
  measure_webhooks: (db) => measureWebhooks(db),
};
