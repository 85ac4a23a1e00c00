import type { DueWebhook } from "../../shared/db/webhooks/sending.js";
import type { Line } from "../../shared/queues/open-fair-queue.js";
import { webhookJobId, webhookJobOptions } from "../../shared/queues/webhooks.js";

interface SweepDeps {
  /** Ends what died with its mailer in its last attempt. */
  failAbandoned(): Promise<number>;
  dueWebhooks(limit: number): Promise<DueWebhook[]>;
  webhooks: Pick<Line<{ webhookId: number }>, "requeue">;
}

const maxAtOnce = 500;

/** Adds the jobs of endpoints that something is due for. One whose job waits or runs is left alone. */
export async function sweepDueWebhooks({ failAbandoned, dueWebhooks, webhooks }: SweepDeps): Promise<void> {
  await failAbandoned();
  for (const { webhookId, ...turn } of await dueWebhooks(maxAtOnce))
    await webhooks.requeue(webhookJobId(webhookId), { webhookId }, turn, webhookJobOptions);
}
