import { randomUUID } from "node:crypto";
import type { Tenant } from "../../domain/tenant.js";
import type { WebhookEvent } from "../../domain/webhook-events.js";
import { isKept } from "../fragments/kept-deliveries.js";
import type { Transaction } from "../pool/database.js";

/** Records an event for one endpoint alone. Gives the delivery's id. */
export async function recordPing(
  tx: Transaction,
  { companyId, production }: Tenant,
  webhookId: number,
  at: Date,
): Promise<number> {
  const type: WebhookEvent = "ping";
  const eventId = `evt_${randomUUID().replaceAll("-", "")}`;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: { webhookId, production } });
  const [row] = await tx.$queryRaw<[{ id: number }]>`
    INSERT INTO webhook_delivery (webhook_id, company_id, production, event_id, type, body)
    VALUES (${webhookId}, ${companyId}, ${production}, ${eventId}, ${type}, ${body}) RETURNING id`;
  return row.id;
}

/**
 * Lets a delivery be tried once more, now. One that still has attempts is only brought forward; one that is being tried is left
 * alone. The time is cut to milliseconds, because the column would round it, perhaps into the future. False when there is none.
 */
export async function retryDelivery(
  tx: Transaction,
  { companyId, production }: Tenant,
  webhookId: number,
  id: number,
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    UPDATE webhook_delivery d SET state = 'pending', once = once OR state <> 'pending',
      due_at = CASE WHEN is_claimed THEN due_at ELSE date_trunc('milliseconds', now()) END
    WHERE company_id = ${companyId} AND production = ${production} AND webhook_id = ${webhookId} AND id = ${id} AND ${isKept("d")} RETURNING 1`;
  return rows.length === 1;
}
