import type { DueRecipient } from "../shared/db/delivery/recipients.js";
import type { Log } from "../shared/logging/log.js";
import type { DataOf } from "../shared/queues/define-queue.js";
import { mailJobId, type mailQueue } from "../shared/queues/mail.js";
import type { FairQueue } from "../shared/queues/open-fair-queue.js";

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
