import type { Mail } from "../shared/db/delivery/recipients.js";
import type { VoucherMails } from "../shared/db/delivery/voucher-mails.js";
import { refusedInHomologation } from "../shared/domain/homologation-mail.js";
import type { Log } from "../shared/logging/log.js";
import type { DataOf, ResultOf } from "../shared/queues/define-queue.js";
import { FinalError } from "../shared/queues/errors.js";
import type { mailQueue } from "../shared/queues/mail.js";
import type { Storage } from "../shared/storage/storage.js";
import { isDeliverable } from "./deliverable.js";
import { type DispatchDeps, type DispatchOutcome, dispatch } from "./dispatch.js";
import type { Message } from "./message.js";

export interface SendDeps extends DispatchDeps {
  outgoing: VoucherMails;
  findMail(recipientId: number): Promise<Mail | undefined>;
  findPdf(voucherId: number, versions: string): Promise<string | undefined>;
  askForPdf(mail: Mail, requestId: string): Promise<void>;
  storage: Pick<Storage, "exists" | "read">;
  compose(mail: Mail, pdf: Buffer): Message | Promise<Message>;
  log: Log;
}

type MailResult = ResultOf<typeof mailQueue>;

/**
 * Sends one voucher to one recipient: at least once, always with the same Message-ID. Never waits for anything but the mail
 * server: a mail that must wait keeps no worker and no place in the line.
 */
export async function sendMail(
  deps: SendDeps,
  { recipientId, requestId }: DataOf<typeof mailQueue>,
): Promise<MailResult> {
  const startedAt = performance.now();
  const mail = await deps.findMail(recipientId);
  if (!mail) throw new FinalError(`there is no recipient ${recipientId}`);
  if (mail.state !== "due")
    return {
      outcome: mail.state === "sent" ? "alreadySent" : "failed",
      detail: "the mail was sent or given up before",
    };
  if (mail.waitMs > 0) return { outcome: "waits", detail: `its time comes in ${Math.ceil(mail.waitMs / 1_000)} s` };

  const ending = await settle(deps, mail, requestId).catch(async (error: unknown) => {
    await deps.outgoing.wait(recipientId, brokenWaitMs).catch(() => undefined);
    throw error;
  });
  const durationMs = Math.round(performance.now() - startedAt);
  deps.log.info({ requestId, voucherId: mail.voucherId, recipientId, ...ending, durationMs }, "mail");
  if (ending.outcome === "sent" || ending.outcome === "failed")
    return { outcome: ending.outcome, detail: ending.answer };
  const again = ending.outcome === "postponed" ? `; again in ${Math.ceil(ending.waitMs / 1_000)} s` : "";
  return { outcome: "waits", detail: ending.answer + again };
}

/** For a failure around the mail, such as a storage that is away. */
const brokenWaitMs = 30_000;

async function settle(deps: SendDeps, mail: Mail, requestId: string): Promise<DispatchOutcome> {
  const { recipientId, email, voucherId, pdfVersions } = mail;
  const refusal = isDeliverable(email)
    ? !mail.voucher.production && refusedInHomologation(email, mail)
    : "mail cannot be sent to this address";
  if (refusal) {
    await deps.outgoing.markFailed(recipientId, refusal);
    return { outcome: "failed", answer: refusal };
  }

  const storageKey = await deps.findPdf(voucherId, pdfVersions.join("-"));
  if (storageKey !== undefined && (await deps.storage.exists(storageKey)))
    return dispatch(deps, recipientId, async () => deps.compose(mail, await deps.storage.read(storageKey)));

  await deps.askForPdf(mail, requestId);
  // The renderer adds the job of a mail again as soon as its PDF is made. The sweep looks after older mails only.
  const waitMs = pdfWaitMs(mail.ageMs);
  if (mail.ageMs > youngMs) await deps.outgoing.wait(recipientId, waitMs);
  return { outcome: "postponed", answer: `PDF ${pdfVersions.join("-")} of voucher ${voucherId} is being made`, waitMs };
}

/** Until this age `dueRecipients` leaves a mail to its job. */
const youngMs = 10_000;

/** Longer for an older mail, because then the renderer is probably away. */
const pdfWaitMs = (ageMs: number) => Math.min(30_000, Math.max(1_000, ageMs / 4));
