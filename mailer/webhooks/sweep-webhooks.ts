import type { DueWebhook } from "../../shared/db/webhooks/sending.js";
import type { FairQueue } from "../../shared/queues/open-fair-queue.js";
import { webhookJobId, webhookJobOptions } from "../../shared/queues/webhooks.js";

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
