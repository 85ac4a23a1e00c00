import type { Mail } from "../shared/db/delivery/recipients.js";
import type { Log } from "../shared/log.js";
import type { DataOf, ResultOf } from "../shared/queues/define-queue.js";
import { BusyError, FinalError } from "../shared/queues/errors.js";
import type { mailQueue } from "../shared/queues/mail.js";
import type { Storage } from "../shared/storage/storage.js";
import { isDeliverable } from "./deliverable.js";
import { type DispatchDeps, dispatch } from "./dispatch.js";
import type { Message } from "./message.js";

export interface SendDeps extends DispatchDeps {
  findMail(recipientId: number): Promise<Mail | undefined>;
  findPdf(voucherId: number, versions: string): Promise<string | undefined>;
  askForPdf(voucherId: number, versions: number[], requestId: string): Promise<void>;
  storage: Pick<Storage, "exists" | "read">;
  compose(mail: Mail, pdf: Buffer): Message;
  log: Log;
}

type MailResult = ResultOf<typeof mailQueue>;

/**
 * Sends one voucher to one recipient: at least once, always with the same Message-ID.
 * @throws BusyError while its PDF is being made, and while it waits for its next try
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
  if (mail.waitMs > 0) throw new BusyError(`the mail to recipient ${recipientId} must wait`, mail.waitMs);

  const ending = await settle(deps, mail, requestId);
  const durationMs = Math.round(performance.now() - startedAt);
  deps.log.info({ requestId, voucherId: mail.voucherId, recipientId, ...ending, durationMs }, "mail");
  if (ending.outcome === "taken") throw new BusyError(`recipient ${recipientId} is being mailed`, takenWaitMs);
  if (ending.outcome === "postponed") throw new BusyError(ending.answer, ending.waitMs);
  return { outcome: ending.outcome, detail: ending.answer };
}

const takenWaitMs = 5_000;

async function settle(deps: SendDeps, mail: Mail, requestId: string) {
  const { recipientId, email } = mail;
  if (!isDeliverable(email)) {
    const answer = "mail cannot be sent to this address";
    await deps.outgoing.markFailed(recipientId, answer);
    return { outcome: "failed", answer } as const;
  }
  const pdf = await getPdf(deps, mail, requestId);
  return dispatch(deps, recipientId, () => deps.compose(mail, pdf));
}

async function getPdf({ findPdf, askForPdf, storage }: SendDeps, mail: Mail, requestId: string): Promise<Buffer> {
  const { voucherId, pdfVersions } = mail;
  const storageKey = await findPdf(voucherId, pdfVersions.join("-"));
  if (storageKey !== undefined && (await storage.exists(storageKey))) return storage.read(storageKey);

  await askForPdf(voucherId, pdfVersions, requestId);
  throw new BusyError(`the PDF ${pdfVersions.join("-")} of voucher ${voucherId} is being made`, pdfWaitMs(mail.ageMs));
}

/** A second at first. Longer for an older mail, because then the renderer is probably away. */
const pdfWaitMs = (ageMs: number) => Math.min(30_000, Math.max(1_000, ageMs / 4));
