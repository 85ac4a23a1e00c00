import { signWebhook } from "../../../shared/webhooks/sign.js";
import { webhookUserAgent } from "../../../shared/webhooks/user-agent.js";

/** An event as endpoints get it. */
export interface ListenedEvent {
  /** `evt_…` */
  id: string;
  type: string;
  /** The JSON, byte for byte as it is signed and sent. */
  body: string;
}

export interface ForwardResult {
  /** The status of the answer, or null without one. */
  status: number | null;
  /** Why there is no answer. */
  error: string | null;
  ms: number;
}

/** As long as a webhook's receiver has. */
const timeoutMs = 15_000;

/** Posts an event once, as the mailers do. Never throws; `stop` ends it early. */
export async function forwardEvent(
  url: string,
  secret: string,
  { id, body }: ListenedEvent,
  stop: AbortSignal,
): Promise<ForwardResult> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": webhookUserAgent,
        ...signWebhook([secret], id, new Date(), body),
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    });
    const ms = took();
    await response.body?.cancel().catch(() => undefined);
    return { status: response.status, error: null, ms };
  } catch (error) {
    return { status: null, error: reasonOf(error), ms: took() };
  }
}

/** `fetch` hides the reason in `cause`; of several addresses, in the first of its errors. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
