import type { Mail } from "../shared/db/recipients.js";
import type { Log } from "../shared/log.js";
import type { DataOf, ResultOf } from "../shared/queues/define-queue.js";
import { BusyError, FinalError } from "../shared/queues/errors.js";
import type { mailQueue } from "../shared/queues/mail.js";
import type { Storage } from "../shared/storage/storage.js";
import type { Message } from "./compose.js";
import { isDeliverable, readRefusal } from "./delivery.js";

export interface SendDeps {
  findMail(recipientId: number): Promise<Mail | undefined>;
  findPdf(voucherId: number, versions: string): Promise<string | undefined>;
  askForPdf(voucherId: number, versions: number[], requestId: string): Promise<void>;
  storage: Pick<Storage, "exists" | "read">;
  compose(mail: Mail, pdf: Buffer): Message;
  /** Hands the message to the SMTP server and gives its answer. */
  deliver(message: Message): Promise<string>;
  markSent(recipientId: number, smtpResponse: string): Promise<void>;
  markFailed(recipientId: number, smtpResponse: string): Promise<void>;
  log: Log;
}

type MailResult = ResultOf<typeof mailQueue>;

const pdfWaitMs = 1_000;

/**
 * Sends one voucher to one recipient. A mail whose answer was lost is sent again, with the same Message-ID: at least once.
 * @throws BusyError while its PDF is being made; any other error (no connection, 4xx) means that it is to be tried again
 */
export async function sendMail(
  deps: SendDeps,
  { recipientId, requestId }: DataOf<typeof mailQueue>,
): Promise<MailResult> {
  const startedAt = performance.now();
  const mail = await deps.findMail(recipientId);
  if (!mail) throw new FinalError(`there is no recipient ${recipientId}`);

  const result = await settle(deps, mail, requestId);
  const durationMs = Math.round(performance.now() - startedAt);
  deps.log.info({ requestId, voucherId: mail.voucherId, recipientId, ...result, durationMs }, "mail");
  return result;
}

async function settle(deps: SendDeps, mail: Mail, requestId: string): Promise<MailResult> {
  if (mail.state === "sent") return { outcome: "alreadySent", detail: null };
  if (mail.state === "failed") return { outcome: "failed", detail: "it was refused for good before" };
  if (!isDeliverable(mail.email)) return fail(deps, mail, "the address is not one that mail can be sent to");

  const message = deps.compose(mail, await getPdf(deps, mail, requestId));
  try {
    const answer = await deps.deliver(message);
    await deps.markSent(mail.recipientId, answer);
    return { outcome: "sent", detail: answer };
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal === undefined) throw error;
    return fail(deps, mail, refusal);
  }
}

async function fail(deps: SendDeps, { recipientId }: Mail, detail: string): Promise<MailResult> {
  await deps.markFailed(recipientId, detail);
  return { outcome: "failed", detail };
}

async function getPdf({ findPdf, askForPdf, storage }: SendDeps, mail: Mail, requestId: string): Promise<Buffer> {
  const { voucherId, pdfVersions } = mail;
  const storageKey = await findPdf(voucherId, pdfVersions.join("-"));
  if (storageKey !== undefined && (await storage.exists(storageKey))) return storage.read(storageKey);

  await askForPdf(voucherId, pdfVersions, requestId);
  throw new BusyError(`the PDF ${pdfVersions.join("-")} of voucher ${voucherId} is being made`, pdfWaitMs);
}
