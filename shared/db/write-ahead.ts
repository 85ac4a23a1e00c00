import type { Amounts } from "../domain/amounts.js";
import type { Database } from "./database.js";
import { Prisma } from "./generated/client.js";
import { isHead, releaseQuota, withNumbersBehind } from "./numbers-behind.js";
import type { TakenSequence } from "./sequences.js";
import { fence, inLineOf, ofSequence, type Submission, submissionColumns } from "./submissions.js";

export type SubmitResult =
  /** Consecutive numbers, in their order. */
  | { outcome: "submitted"; submissions: Submission[] }
  | { outcome: "empty" }
  /** A number of before is still submitted: it goes first. */
  | { outcome: "leftover" }
  /** The month's vouchers are used up: the first in line cannot be issued. */
  | { outcome: "quotaExhausted"; issuanceId: number }
  /** Another taker came. */
  | { outcome: "lost" };

type SubmitRow = { current: boolean; leftover: boolean; picked: number | null } & (Submission | { id: null });

const quotaLeft = Prisma.sql`(p.monthly_vouchers + u.extra - u.reserved - u.used_production - u.used_homologation)`;

/**
 * The write-ahead: gives the first in line the next numbers, at most `most` and as far as the quota goes, and reserves their
 * quota, before any byte is sent. What is sent is what this returns. Source: DESIGN.md, section 2, steps 4 and 5 and "Batch".
 */
export async function submitNext(db: Database, taken: TakenSequence, most: number): Promise<SubmitResult> {
  const { companyId } = taken.key;
  const rows = await db.$queryRaw<SubmitRow[]>`
    /* prepared submit_next */ WITH seq AS MATERIALIZED (${fence(taken)}),
    leftover AS MATERIALIZED (
      SELECT EXISTS (SELECT FROM issuance i WHERE ${ofSequence(taken.key)} AND i.state = 'submitted') AS found
    ),
    line AS MATERIALIZED (
      SELECT i.id, i.place, i.period_start
      FROM issuance i, seq, leftover
      WHERE ${inLineOf(taken.key)} AND NOT leftover.found
      ORDER BY i.place LIMIT ${most} FOR UPDATE OF i SKIP LOCKED
    ),
    picked AS MATERIALIZED (
      SELECT id, period_start, row_number() OVER (ORDER BY place) AS at
      FROM line WHERE period_start = (SELECT period_start FROM line ORDER BY place LIMIT 1)
    ),
    -- One statement looks and takes: what is read first is read again when somebody else of the company took a moment before.
    room AS (
      UPDATE usage_period u SET reserved = u.reserved + LEAST(wanted.vouchers, ${quotaLeft}), last_reserved = LEAST(wanted.vouchers, ${quotaLeft})
      FROM (SELECT period_start, count(*)::int AS vouchers FROM picked GROUP BY period_start) wanted, subscription s JOIN plan p ON p.id = s.plan_id
      WHERE u.company_id = ${companyId} AND u.period_start = wanted.period_start AND s.company_id = ${companyId} AND ${quotaLeft} > 0
      RETURNING u.last_reserved AS vouchers
    ),
    i AS (
      UPDATE issuance t SET state = 'submitted', number = seq.last_number + picked.at, epoch = ${taken.epoch},
        submitted_at = clock_timestamp()
      FROM seq, picked, room WHERE t.id = picked.id AND picked.at <= room.vouchers
      RETURNING t.*
    )
    SELECT EXISTS (SELECT FROM seq) AS current, (SELECT found FROM leftover) AS leftover, (SELECT id FROM picked WHERE at = 1) AS picked, ${submissionColumns}
    FROM (SELECT 1) one LEFT JOIN i ON true ORDER BY i.number`;
  const [first] = rows;
  if (!first?.current) return { outcome: "lost" };
  if (first.leftover) return { outcome: "leftover" };
  if (first.picked === null) return { outcome: "empty" };
  if (first.id === null) return { outcome: "quotaExhausted", issuanceId: first.picked };
  return { outcome: "submitted", submissions: rows.flatMap((row) => (row.id === null ? [] : [toSubmission(row)])) };
}

function toSubmission({ id, revision, number, body, amounts, vatRounding, requestId, ...row }: Submission): Submission {
  const { refusal, refusedAgoMs } = row;
  return { id, revision, number, body, amounts, vatRounding, requestId, refusal, refusedAgoMs };
}

/**
 * Writes another number ahead for an intent whose old number was definitively taken by somebody else: the one after
 * `lastNumber`. Undefined when another taker came. Source: DESIGN.md, section 3.
 */
export async function renumber(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  lastNumber: number,
): Promise<Submission | undefined> {
  const [row] = await db.$queryRaw<Submission[]>`
    WITH ${withNumbersBehind(taken, submission)},
    i AS (
      UPDATE issuance i SET number = ${lastNumber + 1}, epoch = ${taken.epoch}, submitted_at = clock_timestamp(), doubt = NULL, refusal = NULL
      FROM head WHERE ${isHead}
      RETURNING i.*
    ),
    released AS (${releaseQuota(Prisma.sql`SELECT * FROM behind`)}),
    numbered AS (UPDATE sequence s SET last_number = ${lastNumber} FROM i WHERE s.id = ${taken.id})
    SELECT ${submissionColumns} FROM i`;
  return row;
}

/**
 * Writes other amounts ahead under the same number, after a definitive refusal of those before: no request with either can
 * still be granted unless it is sent from here on. Undefined when another taker came.
 */
export async function rewriteAmounts(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  amounts: Amounts,
): Promise<Submission | undefined> {
  const [row] = await db.$queryRaw<Submission[]>`
    WITH ${withNumbersBehind(taken, submission)},
    i AS (
      UPDATE issuance i SET amounts = ${JSON.stringify(amounts)}::jsonb, epoch = ${taken.epoch}, submitted_at = clock_timestamp(),
        doubt = NULL, refusal = NULL
      FROM head WHERE ${isHead}
      RETURNING i.*
    ),
    released AS (${releaseQuota(Prisma.sql`SELECT * FROM behind`)})
    SELECT ${submissionColumns} FROM i`;
  return row;
}
