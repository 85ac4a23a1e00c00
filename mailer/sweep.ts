import type { JobsOptions } from "bullmq";
import type { Log } from "../shared/log.js";
import { mailJobId } from "../shared/queues/mail.js";

interface SweepDeps {
  dueRecipients(limit: number): Promise<{ recipientId: number; requestId: string }[]>;
  /** Undefined while the job waits or is being processed. A missing job counts as ended. */
  findEnding(jobId: string): Promise<unknown>;
  addMail(jobId: string, data: { recipientId: number; requestId: string }, options?: JobsOptions): Promise<void>;
  log: Log;
}

const retryDelayMs = 5 * 60_000;
const swept = "-sweep";

/**
 * Adds the jobs that a crash lost, and leaves waiting jobs alone. If the recipient's own job failed for good, its id stays taken.
 * So a second job, removed when it ends, tries every five minutes as long as the mail is due.
 */
export async function sweepDueRecipients(
  { dueRecipients, findEnding, addMail, log }: SweepDeps,
  limit: number,
): Promise<void> {
  let added = 0;
  for (const { recipientId, requestId } of await dueRecipients(limit)) {
    const data = { recipientId, requestId };
    const jobId = mailJobId(recipientId);
    if ((await findEnding(jobId)) === undefined) continue;
    added += 1;
    await addMail(jobId, data);
    await addMail(jobId + swept, data, {
      delay: retryDelayMs,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
    });
  }
  if (added > 0) log.info({ recipients: added }, "added jobs for due mails that had none");
}
