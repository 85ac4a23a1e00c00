import { mayHeal, type NoVoucher } from "../../domain/issuance-outcome.js";
import { Prisma } from "../generated/client.js";
import type { Database, Transaction } from "../pool/database.js";
import { releaseQuota } from "./quota.js";
import { endDoubtOf, givenTurn, isHead, remember, withLaterNumbers } from "./requeue-later-numbers.js";
import { type OwnedSequence, retrySeconds } from "./sequences.js";
import {
  endQueued,
  fence,
  isHeldForContingency,
  isOfContingency,
  ofSequence,
  type Submission,
  withoutNumber,
} from "./submissions.js";

/** How a number is freed. */
export interface Release {
  /** Remember what was declared under the number, because an older request for it might still be granted. */
  isRemembered?: boolean;
  /** Remember later numbers, too, which return to the line. Default: as `isRemembered`. */
  areLaterRemembered?: boolean;
  /** The number is in use by another voucher: numbering goes on after this number. */
  lastNumber?: number;
  /** Numbers under which a person named the voucher as another sale's: no request of its key has brought it. */
  named?: readonly number[];
  /** Bar of its key: it takes no further attempt. */
  isBarred?: boolean;
}

/**
 * Settles a submission without a voucher. Frees its number and its quota, and returns the later numbers to the line.
 * False when superseded.
 */
export async function settleWithoutVoucher(
  db: Transaction,
  taken: OwnedSequence,
  submission: Submission,
  state: "rejected" | "failed",
  outcome: NoVoucher,
  { isRemembered = false, areLaterRemembered = isRemembered, lastNumber, named = [], isBarred = false }: Release = {},
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH ${withLaterNumbers(taken, submission)},
    i AS (
      UPDATE issuance i SET state = ${state}::issuance_state, settled_at = clock_timestamp(), outcome = ${JSON.stringify(outcome)}::jsonb,
        key_closed = ${isBarred}, ${withoutNumber}
      FROM head WHERE ${isHead}
      RETURNING i.*
    ),
    remembered AS (${remember(taken, submission, isRemembered, areLaterRemembered)}),
    named AS (${endDoubtOf(taken, named)}),
    numbered AS (
      UPDATE sequence s SET last_number = greatest(s.last_number, ${lastNumber ?? null}::int) FROM i
      WHERE s.id = ${taken.id} AND ${lastNumber !== undefined}
    ),
    released AS (
      ${releaseQuota(Prisma.sql`SELECT company_id, period_start FROM i UNION ALL SELECT company_id, period_start FROM behind`)}
    )
    SELECT 1 FROM i`;
  return rows.length === 1;
}

/**
 * Returns a submission and all later numbers to the line: the authority was not asked, or did not let us in. Its number and its
 * quota are free again, and it has time for its next turn. False when superseded.
 */
export async function returnToQueue(
  db: Database,
  taken: OwnedSequence,
  submission: Submission,
  { isRemembered = false }: Pick<Release, "isRemembered"> = {},
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH ${withLaterNumbers(taken, submission)},
    i AS (
      UPDATE issuance i SET state = 'queued', epoch = NULL, submitted_at = NULL, authority_time = NULL, ${withoutNumber},
        ${givenTurn}
      FROM head WHERE ${isHead}
      RETURNING i.*
    ),
    remembered AS (${remember(taken, submission, isRemembered)}),
    -- Its trial told that the authority does not issue yet.
    tried AS (UPDATE contingency c SET trial_id = NULL, ready_at = NULL FROM i WHERE c.trial_id = i.id RETURNING 1),
    -- Behind the contingency's row, in the order in which a move locks them.
    released AS (
      ${releaseQuota(Prisma.sql`SELECT company_id, period_start FROM i UNION ALL SELECT company_id, period_start FROM behind
        WHERE (SELECT count(*) FROM tried) >= 0`)}
    )
    SELECT 1 FROM i`;
  return rows.length === 1;
}

/** One statement settles as many, so that it ends before its time is over. */
const maxSettled = 10_000;

/**
 * Settles the line of a sequence that cannot issue now, or the first of a very long one: the next drain settles the others. These
 * issuances have no number, so nothing can have been sent. The patient stay in line when it may heal by itself, and so does what a
 * contingency can issue. Its trial, which lost its turn here, gets time for another. Gives the settled ids. Changes nothing when
 * superseded.
 * @param first settles this one alone, but all the patient of its period with it if it is patient: the quota is used up
 */
export async function settleQueued(
  db: Database,
  taken: OwnedSequence,
  state: "cancelled" | "failed" | "rejected",
  outcome: NoVoucher,
  first?: number,
  most = maxSettled,
): Promise<number[]> {
  const ofFirst =
    first === undefined
      ? Prisma.empty
      : Prisma.sql`AND (i.id = ${first} OR i.is_background AND EXISTS (
          SELECT FROM issuance f WHERE f.id = ${first} AND f.is_background AND f.period_start = i.period_start))`;
  const patientWait = first === undefined && mayHeal(outcome);
  const those = Prisma.sql`${ofSequence(taken.key)} AND i.state = 'queued' ${ofFirst} AND NOT (${patientWait} AND i.is_background)
    AND NOT ${first === undefined ? isOfContingency : isHeldForContingency}`;
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH seq AS MATERIALIZED (${fence(taken)}),
    retried AS (
      UPDATE sequence s SET retry_at = now() + ${retrySeconds} * interval '1 second' FROM seq
      WHERE s.id = seq.id AND ${patientWait} AND EXISTS (
        SELECT FROM issuance i WHERE ${ofSequence(taken.key)} AND i.state = 'queued' AND i.is_background)
    ),
    given AS (
      -- Of those that stay: a statement changes a row once.
      UPDATE issuance i SET ${givenTurn} FROM seq, contingency c
      WHERE ${first === undefined} AND ${ofSequence(taken.key)} AND i.state = 'queued' AND ${isOfContingency}
        AND c.company_id = i.company_id AND c.production = i.production AND c.trial_id = i.id
      RETURNING i.id
    ),
    tried AS (UPDATE contingency c SET trial_id = NULL, ready_at = NULL FROM given WHERE c.trial_id = given.id),
    -- What becomes of each is judged once its row is locked.
    line AS MATERIALIZED (SELECT i.id FROM seq CROSS JOIN issuance i WHERE ${those} ORDER BY i.queue_position, i.id LIMIT ${most} FOR UPDATE OF i)
    UPDATE issuance i SET ${endQueued(state, outcome)}, settled_at = clock_timestamp()
    FROM line WHERE i.id = line.id AND ${those}
    RETURNING i.id`;
  return rows.map((row) => row.id);
}
