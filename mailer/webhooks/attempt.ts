import type { ClaimedDelivery, RetryDecision, SeenAttempt } from "../../shared/db/webhooks/sending.js";
import { sayFailure } from "../../shared/domain/delivery-failure.js";
import { webhookWaitMs } from "../../shared/domain/webhook-retries.js";
import type { Log } from "../../shared/logging/log.js";
import { failSpan, inSpan, setSpanAttributes, traceHeaders, withTraceparent } from "../../shared/tracing/tracing.js";
import { signWebhook } from "../../shared/webhooks/sign.js";
import type { WebhookClient } from "./post-webhook.js";

export interface AttemptDeps {
  post: WebhookClient["post"];
  markDelivered(claimed: ClaimedDelivery, attempt: SeenAttempt): Promise<void>;
  markFailed(claimed: ClaimedDelivery, attempt: SeenAttempt, failing: RetryDecision): Promise<void>;
  /** The first wait after a failure. */
  retryMs: number;
  /** From 0 to 1. */
  random(): number;
  now(): Date;
  onOutcome(outcome: AttemptOutcome, ms: number): void;
  log: Log;
}

type AttemptOutcome = "delivered" | "retried" | "failed" | "gone";

/**
 * Makes one attempt and records how it ended. Never throws: when that cannot be recorded, the lease ends and it is tried again.
 * Source: mailer/README.md, "Webhooks".
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  secrets: readonly string[],
): Promise<void> {
  const about = {
    "talonario.company_id": claimed.companyId,
    "talonario.event": claimed.type,
    "talonario.attempt": claimed.tries,
  };
  return withTraceparent(claimed.trace, () =>
    inSpan("webhook", about, () => attempt(deps, claimed, secrets), "client"),
  );
}

async function attempt(deps: AttemptDeps, claimed: ClaimedDelivery, secrets: readonly string[]): Promise<void> {
  const { id: deliveryId, webhookId, companyId, url, eventId, type, body, tries } = claimed;
  try {
    const at = deps.now();
    const { detail, ...posted } = await deps.post(
      url,
      { ...signWebhook(secrets, eventId, at, body), ...traceHeaders() },
      body,
    );
    const outcome = await record(deps, claimed, { at: at.toISOString(), ...posted });
    deps.onOutcome(outcome, posted.ms);
    const { status, ms, error } = posted;
    const what = { companyId, webhookId, deliveryId, eventId, type, tries };
    setSpanAttributes({ "talonario.outcome": outcome, "http.response.status_code": status });
    if (outcome !== "delivered") failSpan(error?.why ?? String(status));
    deps.log.info({ ...what, outcome, status, ms, error: error && sayFailure(error).en, detail }, "webhook");
  } catch (error) {
    failSpan("notRecorded");
    deps.log.warn({ webhookId, deliveryId, error }, "an attempt could not be recorded; it will be made again");
  }
}

async function record(deps: AttemptDeps, claimed: ClaimedDelivery, attempt: SeenAttempt): Promise<AttemptOutcome> {
  const { status } = attempt;
  if (status !== null && status >= 200 && status < 300) {
    await deps.markDelivered(claimed, attempt);
    return "delivered";
  }
  const isGone = status === 410;
  const isLast = isGone || claimed.once;
  const waitMs = isLast ? undefined : webhookWaitMs(claimed.tries, deps.retryMs, deps.random());
  await deps.markFailed(claimed, attempt, { waitMs, isGone });
  if (isGone) return "gone";
  return waitMs === undefined ? "failed" : "retried";
}
