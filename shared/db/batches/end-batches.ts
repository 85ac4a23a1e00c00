import type { NoVoucher } from "../../domain/issuance-outcome.js";
import { Prisma } from "../generated/client.js";
import { operatorDecides } from "../incarnation/watermarks.js";
import { endable } from "../issuing/hold-elements.js";
import { endQueued, unknownOutcome } from "../issuing/submissions.js";
import type { Statements } from "../pool/database.js";
import { isOfLostBatch } from "./arm-elements.js";

const cancelled: NoVoucher = { code: "CANCELLED" };

/**
 * End of queued issuances; unconfirmed if the database may have forgotten one. A trigger notes it on the elements. What another request
 * armed stays.
 */
const endThem = Prisma.sql`UPDATE issuance i SET ${endQueued("cancelled", cancelled)}, settled_at = now()`;

/**
 * Ends the elements of these batches that wait for their key. They stay linked to its issuance, so that a voucher of it counts as
 * theirs. What is locked is being settled, or is ended by the next sweep. One that the database may have forgotten to be armed is unconfirmed.
 */
const endUnarmedOf = (those: Prisma.Sql) => Prisma.sql`
  UPDATE batch_element e SET state = 'failed', attempt = CASE WHEN e.issuance_id IS NULL THEN e.attempt END, settled_at = now(),
    outcome = CASE WHEN u.lost THEN ${JSON.stringify(unknownOutcome)}::jsonb ELSE ${JSON.stringify(cancelled)}::jsonb END
  FROM (
    SELECT e.batch_id, e.index, (${isOfLostBatch} OR ${operatorDecides}) AS lost FROM batch b JOIN batch_element e ON e.batch_id = b.id
    WHERE ${those} AND e.state = 'pending' AND e.revision IS NULL FOR UPDATE OF e SKIP LOCKED
  ) u WHERE e.batch_id = u.batch_id AND e.index = u.index`;

/** Cancels what has no number yet. Nothing changes when all elements are settled. Gives the ended ids: somebody may wait for the same key. */
export async function cancelBatch(db: Statements, batchId: number): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH over AS (
      UPDATE batch SET cancelled_at = now() WHERE id = ${batchId} AND cancelled_at IS NULL
        AND EXISTS (SELECT FROM batch_element WHERE batch_id = ${batchId} AND state = 'pending')
    ),
    unarmed AS (${endUnarmedOf(Prisma.sql`b.id = ${batchId}`)})
    ${endThem}
    FROM batch b JOIN batch_element e ON e.batch_id = b.id
    WHERE b.id = ${batchId} AND e.state = 'pending' AND i.id = e.issuance_id
      AND i.revision = e.revision AND i.state = 'queued'
    RETURNING i.id`;
  return rows.map(({ id }) => id);
}

/**
 * Ends what returned to the line, was armed, or was being looked at, while its batch was being cancelled. Passes over what somebody
 * holds, of whatever company: the next sweep ends it.
 */
export async function endCancelled(db: Statements): Promise<void> {
  const those = Prisma.sql`b.finished_at IS NULL AND b.cancelled_at IS NOT NULL`;
  await db.$executeRaw`
    WITH unarmed AS (${endUnarmedOf(those)}),
    held AS MATERIALIZED (
      SELECT i.id, i.batched FROM batch b JOIN batch_element e ON e.batch_id = b.id
      JOIN issuance i ON i.id = e.issuance_id AND i.revision = e.revision
      WHERE ${those} AND e.state = 'pending' AND i.state = 'queued' FOR NO KEY UPDATE OF i SKIP LOCKED)
    ${endThem} WHERE i.id = ANY (ARRAY(${endable("held")})) AND i.state = 'queued'`;
}

const isOver = Prisma.sql`NOT EXISTS (
  SELECT FROM batch_element e WHERE e.batch_id = b.id AND e.state = 'pending')`;

/**
 * Notes which batches have no pending element any more. Two commits may settle the last two at once, so none of them can know. One that
 * somebody holds is passed over.
 */
export async function finishBatches(db: Statements): Promise<void> {
  await db.$executeRaw`
    UPDATE batch b SET finished_at = (SELECT max(settled_at) FROM batch_element e WHERE e.batch_id = b.id)
    WHERE b.id = ANY (ARRAY(
      SELECT b.id FROM batch b WHERE b.finished_at IS NULL AND ${isOver} FOR NO KEY UPDATE SKIP LOCKED)) AND b.finished_at IS NULL AND ${isOver}`;
}
