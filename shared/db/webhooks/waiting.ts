import { isKept } from "../fragments/kept-deliveries.js";
import type { Statements } from "../pool/database.js";

/** How much there is to do for webhooks. */
export interface WebhookWork {
  /** Endpoints that are enabled. */
  endpoints: number;
  /** The endpoints among them whose latest attempts failed. */
  failing: number;
  /** How long the oldest due delivery to an endpoint that does not fail has waited beyond its time. 0 when there is none. */
  oldestSeconds: number;
}

/** Measures all companies. Listeners of the command line are left out. */
export async function measureWebhooks(db: Statements): Promise<WebhookWork> {
  const [work] = await db.$queryRaw<[WebhookWork]>`
    SELECT count(*)::int AS endpoints, count(w.failing_since)::int AS failing,
      coalesce(max(greatest(0, extract(epoch FROM now() - d.due_at))) FILTER (WHERE w.failing_since IS NULL), 0)::float8 AS "oldestSeconds"
    FROM public.webhook w LEFT JOIN LATERAL (
      SELECT min(d.due_at) AS due_at FROM public.webhook_delivery d
      WHERE d.webhook_id = w.id AND d.state = 'pending' AND ${isKept("d")}) d ON true
    WHERE w.enabled AND w.listening_until IS NULL`;
  return work;
}
