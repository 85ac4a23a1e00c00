import type { NoVoucher } from "../domain/issuance-outcome.js";
import type { Database } from "./database.js";
import { Prisma } from "./generated/client.js";
import { isHead, releaseQuota, withNumbersBehind } from "./numbers-behind.js";
import type { TakenSequence } from "./sequences.js";
import { fence, ofSequence, type Submission } from "./submissions.js";

/**
 * Settles a submission without a voucher: its number and its quota are free again, and the numbers after it are back in line.
 * False when another taker came.
 */
export async function settleWithoutVoucher(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  state: "rejected" | "failed",
  outcome: NoVoucher,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH ${withNumbersBehind(taken, submission)},
    i AS (
      UPDATE issuance i SET state = ${state}::issuance_state, settled_at = clock_timestamp(), outcome = ${JSON.stringify(outcome)}::jsonb,
        number = NULL, doubt = NULL, refusal = NULL
      FROM head WHERE ${isHead}
      RETURNING i.*
    ),
    released AS (
      ${releaseQuota(Prisma.sql`SELECT company_id, period_start FROM i UNION ALL SELECT company_id, period_start FROM behind`)}
    )
    SELECT 1 FROM i`;
  return rows.length === 1;
}

/**
 * Answers those who wait in a sequence that cannot issue now. They have no number, so nothing can have been sent.
 * Gives those that were settled. Void when another taker came.
 */
export async function settleQueued(
  db: Database,
  taken: TakenSequence,
  state: "cancelled" | "failed" | "rejected",
  outcome: NoVoucher,
  only?: number,
): Promise<number[]> {
  const one = only === undefined ? Prisma.empty : Prisma.sql`AND i.id = ${only}`;
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET state = ${state}::issuance_state, settled_at = clock_timestamp(), outcome = ${JSON.stringify(outcome)}::jsonb
    FROM seq WHERE ${ofSequence(taken.key)} AND i.state = 'queued' ${one}
    RETURNING i.id`;
  return rows.map((row) => row.id);
}
