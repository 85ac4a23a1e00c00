import type { Database } from "../database.js";
import { keptDays } from "../kept-deliveries.js";

/** How long after its end the events of a listener wait for it. */
const listenerHours = 1;

/**
 * Removes old deliveries that are in no month's partition, what waits for nobody any more, and listeners that were not seen for as long, in
 * batches. Gives how many deliveries.
 */
export async function purgeDeliveries(db: Database, batch = 1_000): Promise<number> {
  await db.$executeRaw`DELETE FROM webhook WHERE listening_until < now() - ${keptDays} * interval '1 day'`;
  let purged = 0;
  for (let last = batch; last === batch; purged += last)
    last = await db.$executeRaw`
      DELETE FROM webhook_delivery_default WHERE id IN (
        SELECT id FROM webhook_delivery_default WHERE created_at < now() - ${keptDays} * interval '1 day' LIMIT ${batch})`;
  for (let last = batch; last === batch; purged += last)
    last = await db.$executeRaw`
      DELETE FROM webhook_delivery WHERE (id, created_at) IN (
        SELECT d.id, d.created_at FROM webhook_delivery d LEFT JOIN webhook w ON w.id = d.webhook_id
        WHERE d.state = 'pending' AND (w.id IS NULL OR w.listening_until < now() - ${listenerHours} * interval '1 hour'
          OR d.created_at < now() - ${keptDays} * interval '1 day') LIMIT ${batch})`;
  return purged;
}
