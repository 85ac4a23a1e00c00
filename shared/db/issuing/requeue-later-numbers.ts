import { Prisma } from "../generated/client.js";
import type { OwnedSequence } from "./sequences.js";
import { exactly, fence, ofSequence, type Submission, withoutNumber } from "./submissions.js";

/** The least time, in seconds, that issuances get for their next turn when they return to the line: they lost a turn. */
const turnSeconds = 5;

export const givenTurn = Prisma.sql`deadline_at = GREATEST(i.deadline_at, now() + ${turnSeconds} * interval '1 second')`;

/**
 * The start of a statement that frees or changes a submission's number: `seq` and `head`, fenced, and `behind`, the numbers after
 * it, which return to the line in the same statement. That is safe, because the authority accepts numbers only in order, and the
 * head was definitively not granted. Run `behind` before updating the head: the head's new number may still belong to a row in
 * `behind`.
 * Source: issuer/README.md, section 2, "Batch".
 */
export const withLaterNumbers = (taken: OwnedSequence, submission: Submission) => Prisma.sql`
  seq AS MATERIALIZED (${fence(taken)}),
  head AS MATERIALIZED (SELECT i.id FROM issuance i, seq WHERE ${exactly(submission)} FOR UPDATE OF i),
  later AS MATERIALIZED (
    SELECT i.id, i.number FROM issuance i, head WHERE ${ofSequence(taken.key)} AND i.state = 'submitted' AND i.number > ${submission.number}
    FOR UPDATE OF i
  ),
  behind AS (
    UPDATE issuance i SET state = 'queued', epoch = NULL, submitted_at = NULL, authority_time = NULL, ${withoutNumber},
      ${givenTurn}
    FROM later WHERE i.id = later.id
    RETURNING i.id, later.number, i.declared, i.company_id, i.period_start
  )`;

/**
 * The INSERT that remembers what was declared under the number of the head, and under later ones: an older request for all of them might
 * still be granted, and the authority takes what such a request holds in order. Empty when nothing is to be remembered, or when the same
 * is remembered already: what is refused again and again would fill the table.
 * @param areLaterRemembered the later ones alone, where the head asks for its number again, or a person knows whose voucher is under it
 */
export const remember = (
  taken: OwnedSequence,
  submission: Submission,
  isRemembered: boolean,
  areLaterRemembered = isRemembered,
) => Prisma.sql`
  INSERT INTO freed_number (sequence_id, number, issuance_id, declared)
  SELECT ${taken.id}::bigint, number, id, declared FROM (
    SELECT id, ${submission.number}::int AS number, ${JSON.stringify(submission.declared)}::jsonb AS declared FROM i
      WHERE ${isRemembered}::boolean
    UNION ALL SELECT id, number, declared FROM behind WHERE ${areLaterRemembered}::boolean) freed
  WHERE declared IS NOT NULL AND NOT EXISTS (SELECT FROM freed_number f WHERE f.sequence_id = ${taken.id}
    AND f.number = freed.number AND f.issuance_id = freed.id AND f.declared = freed.declared)`;

/**
 * The UPDATE that ends the doubt about what the key of the head `i` was sent with before under these numbers: a person named the voucher under each as
 * another sale's. What other keys were sent with under them stays in doubt.
 */
export const endDoubtOf = (taken: OwnedSequence, named: readonly number[]) => Prisma.sql`
  UPDATE freed_number f SET compared_at = clock_timestamp() FROM i
  WHERE f.sequence_id = ${taken.id} AND f.number = ANY(${named}::int[]) AND f.issuance_id = i.id AND f.compared_at IS NULL`;

/** The condition for the update of the head. Reading `behind` makes its update run first. */
export const isHead = Prisma.sql`i.id = head.id AND (SELECT count(*) FROM behind) >= 0`;
