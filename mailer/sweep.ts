import type { DueRecipient } from "../shared/db/delivery/recipients.js";
import type { DueWebhook } from "../shared/db/webhooks/sending.js";
import type { Log } from "../shared/logging/log.js";
import type { DataOf } from "../shared/queues/define-queue.js";
import { mailJobId, type mailQueue } from "../shared/queues/mail.js";
import type { FairQueue } from "../shared/queues/open-fair-queue.js";
import { webhookJobId, webhookJobOptions } from "../shared/queues/webhooks.js";

interface RecipientSweepDeps {
  dueRecipients(limit: number): Promise<DueRecipient[]>;
  mails: Pick<FairQueue<DataOf<typeof mailQueue>>, "requeue">;
  log: Log;
}

/**
 * Adds the jobs of mails that are due: for their next try, or because a crash lost the job. A job that waits or runs is left
 * alone.
 */
export async function sweepDueRecipients(
  { dueRecipients, mails, log }: RecipientSweepDeps,
  limit: number,
): Promise<void> {
  let added = 0;
  for (const { recipientId, requestId, trace, ...turn } of await dueRecipients(limit)) {
    const data = { recipientId, requestId, trace: trace ?? undefined };
    if (await mails.requeue(mailJobId(recipientId), data, turn)) added += 1;
  }
  if (added > 0) log.info({ recipients: added }, "added jobs for due mails that had none");
}

interface WebhookSweepDeps {
  /** Ends what died with its mailer in its last attempt. */
  failAbandoned(): Promise<number>;
  dueWebhooks(limit: number): Promise<DueWebhook[]>;
  webhooks: Pick<FairQueue<{ webhookId: number }>, "requeue">;
}

const maxAtOnce = 500;

/** Adds the jobs of endpoints that something is due for. One whose job waits or runs is left alone. */
export async function sweepDueWebhooks({ failAbandoned, dueWebhooks, webhooks }: WebhookSweepDeps): Promise<void> {
  await failAbandoned();
  for (const { webhookId, ...turn } of await dueWebhooks(maxAtOnce))
    await webhooks.requeue(webhookJobId(webhookId), { webhookId }, turn, webhookJobOptions);
}
