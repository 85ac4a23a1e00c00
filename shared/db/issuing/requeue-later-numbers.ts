import { Prisma } from "../generated/client.js";
import type { TakenSequence } from "./sequences.js";
import { exactly, fence, nothingKnown, ofSequence, type Submission } from "./submissions.js";

/** The least time, in seconds, that issuances get for their next turn when they return to the line: they lost a turn. */
const turnSeconds = 5;

/**
 * The start of a statement that frees or changes a submission's number: `seq` and `head`, fenced, and `behind`, the numbers after
 * it, which return to the line in the same statement. That is safe, because the authority accepts numbers only in order, and the
 * head was definitively not granted. Run `behind` before updating the head: the head's new number may still belong to a row in
 * `behind`.
 * Source: issuer/README.md, section 2, "Batch".
 */
export const withLaterNumbers = (taken: TakenSequence, submission: Submission) => Prisma.sql`
  seq AS MATERIALIZED (${fence(taken)}),
  head AS MATERIALIZED (SELECT i.id FROM issuance i, seq WHERE ${exactly(submission)} FOR UPDATE OF i),
  behind AS (
    UPDATE issuance i SET state = 'queued', number = NULL, epoch = NULL, submitted_at = NULL, heard_at = NULL, ${nothingKnown},
      deadline_at = GREATEST(i.deadline_at, now() + ${turnSeconds} * interval '1 second')
    FROM head WHERE ${ofSequence(taken.key)} AND i.state = 'submitted' AND i.number > ${submission.number}
    RETURNING i.company_id, i.period_start
  )`;

/** The condition for the update of the head. Reading `behind` makes its update run first. */
export const isHead = Prisma.sql`i.id = head.id AND (SELECT count(*) FROM behind) >= 0`;

/** Releases the reserved quota of issuances. @param freed selects their company_id and period_start */
export const releaseQuota = (freed: Prisma.Sql) => Prisma.sql`
  UPDATE usage_period u SET reserved = u.reserved - f.vouchers
  FROM (SELECT company_id, period_start, count(*) AS vouchers FROM (${freed}) one GROUP BY company_id, period_start) f
  WHERE u.company_id = f.company_id AND u.period_start = f.period_start`;
