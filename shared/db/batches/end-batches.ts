import type { NoVoucher } from "../../domain/issuance-outcome.js";
import type { Database } from "../database.js";

const cancelled: NoVoucher = { code: "CANCELLED" };

/**
 * Cancels what has no number yet. Nothing changes when all elements are settled. A trigger notes the cancelled issuances on their
 * elements. Gives the cancelled ids: somebody may wait for the same key.
 */
export async function cancelBatch(db: Database, batchId: number): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH over AS (
      UPDATE batch SET cancelled_at = now() WHERE id = ${batchId} AND cancelled_at IS NULL
        AND EXISTS (SELECT FROM batch_element WHERE batch_id = ${batchId} AND state = 'pending')
    ),
    unarmed AS (
      UPDATE batch_element SET state = 'failed', attempt = NULL, settled_at = now(), outcome = ${JSON.stringify(cancelled)}::jsonb
      WHERE batch_id = ${batchId} AND state = 'pending' AND issuance_id IS NULL
    )
    UPDATE issuance i SET state = 'cancelled', outcome = ${JSON.stringify(cancelled)}::jsonb, settled_at = now()
    FROM batch_element e
    WHERE e.batch_id = ${batchId} AND e.state = 'pending' AND i.id = e.issuance_id AND i.revision = e.revision AND i.state = 'queued'
    RETURNING i.id`;
  return rows.map(({ id }) => id);
}

/** Notes which batches have no pending element any more. Two commits may settle the last two at once, so none of them can know. */
export async function finishBatches(db: Database): Promise<void> {
  await db.$executeRaw`
    UPDATE batch b SET finished_at = (SELECT max(settled_at) FROM batch_element e WHERE e.batch_id = b.id)
    WHERE finished_at IS NULL AND NOT EXISTS (SELECT FROM batch_element e WHERE e.batch_id = b.id AND e.state = 'pending')`;
}
