import type { Redis } from "ioredis";
import { Counter, Histogram } from "prom-client";
import type { z } from "zod";
import { periodicTasks } from "../../shared/concurrency/run-periodically.js";
import type { Database } from "../../shared/db/pool/database.js";
import { purgeDeliveries } from "../../shared/db/webhooks/purge.js";
import { openWebhookSecrets, publishWebhookKey, purgeWebhookSecrets } from "../../shared/db/webhooks/secrets.js";
import {
  claimDeliveries,
  disableFailing,
  dueWebhooks,
  failAbandoned,
  markDelivered,
  markFailed,
} from "../../shared/db/webhooks/sending.js";
import { withTraces } from "../../shared/db/webhooks/traces.js";
import { closing, type OnClose } from "../../shared/lifecycle/shutdown.js";
import type { Log } from "../../shared/logging/log.js";
import { openFairQueue } from "../../shared/queues/open-fair-queue.js";
import type { RedisBreaker } from "../../shared/queues/redis-breaker.js";
import { serve } from "../../shared/queues/serve.js";
import { webhookQueue } from "../../shared/queues/webhooks.js";
import { withLocalFallback } from "../../shared/queues/with-local-fallback.js";
import { createOpener } from "../../shared/sealing/opener.js";
import { webhookKeyOf } from "../../shared/sealing/webhook-key.js";
import { isTracing } from "../../shared/tracing/tracing.js";
import type { mailerConfig } from "../config.js";
import { sweepDueWebhooks } from "../sweep.js";
import { openWebhookClient } from "./post-webhook.js";
import { createWebhookServing } from "./serve-webhook.js";

const deliveriesTotal = new Counter({
  name: "talonario_webhook_deliveries_total",
  help: "Attempts to deliver to a webhook, by outcome",
  labelNames: ["outcome"],
});
const answered = new Histogram({
  name: "talonario_webhook_seconds",
  help: "Seconds that an endpoint took for one delivery, accepted or not",
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
});

/** Endpoints that one mailer serves at once. A turn lasts seconds at most, and an endpoint that hangs holds none. */
const concurrency = 50;

const sweepEveryMs = 500;
const keyEveryMs = 60_000;
const judgeEveryMs = 10_000;
const purgeEveryMs = 10 * 60_000;

type Config = Pick<
  z.output<typeof mailerConfig>,
  "WEBHOOK_KEY" | "SECRET_KEY" | "WEBHOOK_RETRY_MS" | "WEBHOOK_ALLOW_PRIVATE"
>;

interface WebhookDeps {
  db: Database;
  worker: Redis;
  producer: Redis;
  watch: RedisBreaker;
  log: Log;
  onClose: OnClose;
}

/** Sends what is due to the webhooks of all companies, and looks after them. Does nothing without a key of theirs. */
export async function openWebhooks(config: Config, parts: WebhookDeps): Promise<void> {
  const { db, worker, producer, watch, log, onClose } = parts;
  const round = periodicTasks(log, onClose);
  const [key, former] = config.WEBHOOK_KEY ?? (config.SECRET_KEY ? [webhookKeyOf(config.SECRET_KEY)] : []);
  if (key === undefined) {
    log.info("neither WEBHOOK_KEY nor SECRET_KEY is set: this mailer sends no webhooks");
    return;
  }
  const opener = await createOpener(key, former);
  const publish = async () => {
    const [inForce] = opener.publicKeys;
    if (inForce) await publishWebhookKey(db, inForce);
  };
  // PostgreSQL may start later than this process.
  await publish().catch((error: unknown) => log.warn({ error }, "the webhooks' key could not be named yet"));
  round("naming of the webhooks' key", keyEveryMs, publish);

  const client = closing(onClose, "webhook client", openWebhookClient({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }));
  const serving = createWebhookServing({
    claim: async (webhookId) => {
      const claimed = await claimDeliveries(db, webhookId);
      return isTracing() ? withTraces(db, claimed).catch(() => claimed) : claimed;
    },
    secretsOf: (webhookId) => openWebhookSecrets(db, opener, webhookId),
    post: client.post,
    markDelivered: (claimed, attempt) => markDelivered(db, claimed, attempt),
    markFailed: (claimed, attempt, failing) => markFailed(db, claimed, attempt, failing),
    retryMs: config.WEBHOOK_RETRY_MS,
    random: Math.random,
    now: () => new Date(),
    onOutcome(outcome, ms) {
      deliveriesTotal.inc({ outcome });
      answered.observe(ms / 1_000);
    },
    log,
  });
  onClose("webhook attempts", serving.finish);

  const webhooks = closing(onClose, "webhooks", openFairQueue(webhookQueue, producer));
  round("look at failing webhooks", judgeEveryMs, async () => void (await disableFailing(db)));
  round("purge of webhook deliveries", purgeEveryMs, async () => {
    await purgeDeliveries(db);
    await purgeWebhookSecrets(db);
  });

  const queue = serve(webhookQueue, {
    connection: worker,
    concurrency,
    log,
    process: async ({ webhookId }, { note }) => {
      const result = await serving.serve(webhookId);
      note(`${result.outcome} after ${result.attempts} attempts`);
      return result;
    },
  });
  onClose("webhook queue", queue.close);

  const due = {
    failAbandoned: () => failAbandoned(db),
    dueWebhooks: (limit: number) => dueWebhooks(db, limit),
    webhooks: withLocalFallback(webhooks, { watch, runLocally: queue.runLocally }),
  };
  round("sweep of due webhooks", sweepEveryMs, () => sweepDueWebhooks(due));
}
