import type { Database } from "../pool/database.js";
import type { ClaimedDelivery } from "./sending.js";

/**
 * Adds to the deliveries the traces of the sales that they tell of. An event names its sale by its key. A look of its own, and only where
 * traces are kept: what records an event, and what claims it, knows nothing of them.
 */
export async function withTraces(db: Database, claimed: ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
  const ids = claimed.flatMap(({ id, type }) => (type.startsWith("invoice.") ? [id] : []));
  if (ids.length === 0) return claimed;
  const rows = await db.$queryRaw<{ id: number; trace: string }[]>`
    SELECT d.id, i.trace FROM webhook_delivery d
    JOIN issuance i ON i.company_id = d.company_id AND i.production = d.production AND i.idempotency = d.body::json #>> '{data,idempotency}'
    WHERE d.id = ANY (${ids}::bigint[]) AND i.trace IS NOT NULL`;
  const traces = new Map(rows.map(({ id, trace }) => [id, trace]));
  return claimed.map((one) => ({ ...one, trace: traces.get(one.id) }));
}
