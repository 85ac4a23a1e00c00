import type { NoVoucher } from "../../domain/issuance-outcome.js";
import type { Statements } from "../database.js";
import { Prisma } from "../generated/client.js";
import { endQueued, unknownOutcome } from "../issuing/submissions.js";
import { isOfLostBatch } from "./arm-elements.js";

const cancelled: NoVoucher = { code: "CANCELLED" };

/**
 * Ends the issuances of these batches that have no number, but none that another request armed. What the database may have
 * forgotten to have sent ends as unconfirmed. A trigger notes it on the elements.
 * @param those a condition on `b`
 */
const endQueuedOf = (those: Prisma.Sql) => Prisma.sql`
  UPDATE issuance i SET ${endQueued("cancelled", cancelled)}, settled_at = now()
  FROM batch b JOIN batch_element e ON e.batch_id = b.id AND public.same_part(e.company_id, b.company_id)
  WHERE ${those} AND e.state = 'pending' AND i.id = e.issuance_id AND public.same_part(i.company_id, e.company_id) AND i.revision = e.revision AND i.state = 'queued'
  RETURNING i.id`;

/**
 * Ends the elements of these batches that wait for their key. They stay linked to its issuance, so that a voucher of it counts as
 * theirs. What is locked is being settled, or is ended by the next sweep.
 */
const endUnarmedOf = (those: Prisma.Sql) => Prisma.sql`
  UPDATE batch_element e SET state = 'failed', attempt = CASE WHEN e.issuance_id IS NULL THEN e.attempt END, settled_at = now(),
    outcome = CASE WHEN u.lost THEN ${JSON.stringify(unknownOutcome)}::jsonb ELSE ${JSON.stringify(cancelled)}::jsonb END
  FROM (
    SELECT e.company_id, e.batch_id, e.index, ${isOfLostBatch} AS lost FROM batch b JOIN batch_element e ON e.batch_id = b.id AND public.same_part(e.company_id, b.company_id)
    WHERE ${those} AND e.state = 'pending' AND e.revision IS NULL FOR UPDATE OF e SKIP LOCKED
  ) u WHERE public.same_part(e.company_id, u.company_id) AND e.batch_id = u.batch_id AND e.index = u.index`;

/** Cancels what has no number yet. Nothing changes when all elements are settled. Gives the ended ids: somebody may wait for the same key. */
export async function cancelBatch(db: Statements, batchId: number): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH over AS (
      UPDATE batch SET cancelled_at = now() WHERE id = ${batchId} AND cancelled_at IS NULL
        AND EXISTS (SELECT FROM batch_element WHERE batch_id = ${batchId} AND state = 'pending')
    ),
    unarmed AS (${endUnarmedOf(Prisma.sql`b.id = ${batchId}`)})
    ${endQueuedOf(Prisma.sql`b.id = ${batchId}`)}`;
  return rows.map(({ id }) => id);
}

/** Ends what returned to the line, was armed, or was being looked at, while its batch was being cancelled. */
export async function endCancelled(db: Statements): Promise<void> {
  const those = Prisma.sql`b.finished_at IS NULL AND b.cancelled_at IS NOT NULL`;
  await db.$executeRaw`WITH unarmed AS (${endUnarmedOf(those)}) ${endQueuedOf(those)}`;
}

/** Notes which batches have no pending element any more. Two commits may settle the last two at once, so none of them can know. */
export async function finishBatches(db: Statements): Promise<void> {
  await db.$executeRaw`
    UPDATE batch b SET finished_at = (SELECT max(settled_at) FROM batch_element e WHERE e.batch_id = b.id AND public.same_part(e.company_id, b.company_id))
    WHERE finished_at IS NULL AND NOT EXISTS (SELECT FROM batch_element e WHERE e.batch_id = b.id AND public.same_part(e.company_id, b.company_id) AND e.state = 'pending')`;
}
