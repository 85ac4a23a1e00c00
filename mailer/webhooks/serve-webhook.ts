import { createThrottle } from "../../shared/concurrency/throttle.js";
import { createWaitGroup } from "../../shared/concurrency/wait-group.js";
import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { UnopenedSecretError } from "../../shared/db/webhooks/secrets.js";
import type { ClaimedDelivery } from "../../shared/db/webhooks/sending.js";
import type { ResultOf } from "../../shared/queues/define-queue.js";
import type { webhookQueue } from "../../shared/queues/webhooks.js";
import { type AttemptDeps, attemptDelivery } from "./attempt.js";

export interface ServeWebhookDeps extends AttemptDeps {
  /** Takes what is due in hand, as much as the endpoint may have at once. */
  claim(webhookId: number): Promise<ClaimedDelivery[]>;
  /** @throws UnopenedSecretError when they do not open */
  secretsOf(webhookId: number): Promise<string[]>;
}

export interface WebhookServing {
  /** One turn of an endpoint. Ends within seconds, whatever the endpoint does. */
  serve(webhookId: number): Promise<ResultOf<typeof webhookQueue>>;
  /** Resolves when no attempt is under way. */
  finish(): Promise<void>;
}

/** How long a worker waits for the answers of an endpoint. The attempts go on without it. */
const timeoutMs = 1_000;
/** How long a turn lasts: then those of other companies come. */
const turnMs = 2_000;
/** How long an endpoint is left alone whose secrets do not open. */
const secretsAgainMs = 60_000;

/** Serves endpoints, each in turns. One that hangs holds no worker: what it still has under way is counted in the database. */
export function createWebhookServing(deps: ServeWebhookDeps): WebhookServing {
  const underWay = createWaitGroup();
  /** When to try again to open the secrets of an endpoint. Nothing is taken in hand that cannot be signed. */
  const unopened = createThrottle<number>();

  async function openSecrets(webhookId: number): Promise<string[] | undefined> {
    if (unopened.isResting(webhookId)) return undefined;
    try {
      return await deps.secretsOf(webhookId);
    } catch (error) {
      if (!(error instanceof UnopenedSecretError)) throw error;
      deps.log.error({ webhookId, error }, "a webhook cannot be signed");
      unopened.rest(webhookId, secretsAgainMs);
      return undefined;
    }
  }

  const attemptAll = (claimed: ClaimedDelivery[], secrets: string[]): Promise<unknown> =>
    underWay.add(Promise.all(claimed.map((one) => attemptDelivery(deps, one, secrets))));

  /** Whether all attempts ended while somebody waited for them. */
  const waitBriefly = (attempts: Promise<unknown>): Promise<boolean> =>
    withTimeout(
      timeoutMs,
      attempts.then(() => true),
      () => false,
    );

  return {
    async serve(webhookId) {
      const endsAtMs = performance.now() + turnMs;
      const secrets = await openSecrets(webhookId);
      if (!secrets) return { outcome: "waits", attempts: 0 };
      let attempts = 0;
      for (;;) {
        const claimed = await deps.claim(webhookId);
        if (claimed.length === 0) return { outcome: "drained", attempts };
        attempts += claimed.length;
        if (!(await waitBriefly(attemptAll(claimed, secrets)))) return { outcome: "waits", attempts };
        if (performance.now() >= endsAtMs) return { outcome: "more", attempts };
      }
    },
    finish: underWay.wait,
  };
}
