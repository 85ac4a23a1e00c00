import type { Database } from "../pool/database.js";

/**
 * Removes old deliveries that are in no month's partition, what waits for nobody any more, and listeners that were not seen for as long, in
 * batches. Gives how many deliveries.
 */
export async function purgeDeliveries(db: Database, batch = 1_000): Promise<number> {
  let purged = 0;
  for (;;) {
    const [{ deleted }] = await db.$queryRaw<[{ deleted: number }]>`
      SELECT public.purge_webhook_deliveries(${batch}::int) AS deleted`;
    if (deleted === 0) return purged;
    purged += deleted;
  }
}
