import type { JobsOptions } from "bullmq";
import type { Log } from "../shared/log.js";
import { mailJobId } from "../shared/queues/mail.js";

interface SweepDeps {
  dueRecipients(limit: number): Promise<{ recipientId: number; requestId: string }[]>;
  /** Undefined while the job waits or somebody is at it. */
  findEnding(jobId: string): Promise<unknown>;
  addMail(jobId: string, data: { recipientId: number; requestId: string }, options?: JobsOptions): Promise<void>;
  log: Log;
}

const retryDelayMs = 5 * 60_000;
const swept = "-sweep";

/**
 * Adds the jobs that a crash left out; those that wait for their turn are left alone. The recipient's own job may have failed for
 * good, which keeps its id taken: a second one, forgotten as soon as it ends, tries every five minutes for as long as the mail is
 * due.
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
  if (added > 0) log.info({ recipients: added }, "mails that are due and have no job");
}
