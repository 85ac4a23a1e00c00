import { runAllThenThrow } from "../../concurrency/run-all-then-throw.js";
import type { Database, Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { endCancelled, finishBatches } from "./end-batches.js";
import { enqueueWaiting, isUnlinked } from "./waiting-elements.js";

interface SweepBacklog {
  hasUnfinished: boolean;
  /** Elements that wait for another's key, or ended while they did. Their batch may have finished. */
  hasUnlinked: boolean;
}

/** The sweep's round for batches. Nearly always there is nothing to do, and to see that costs a tenth of planning what it would do. */
export async function sweepBatches(db: Database): Promise<void> {
  const { hasUnfinished, hasUnlinked } = await readLeft(db);
  const ends = [() => endCancelled(db), () => finishBatches(db)];
  await runAllThenThrow([
    ...(hasUnfinished || hasUnlinked ? [() => enqueueWaiting(db)] : []),
    ...(hasUnfinished ? ends : []),
  ]);
}

async function readLeft(db: Statements): Promise<SweepBacklog> {
  const [left] = await db.$queryRaw<[SweepBacklog]>(prepared("left_to_tend")`
    SELECT EXISTS (SELECT FROM batch WHERE finished_at IS NULL) AS "hasUnfinished",
      EXISTS (SELECT FROM batch_element e WHERE ${isUnlinked}) AS "hasUnlinked"`);
  return left;
}
