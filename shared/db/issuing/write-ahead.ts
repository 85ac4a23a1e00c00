import type { Amounts } from "../../domain/amounts.js";
import { toDeclaration } from "../../domain/declaration.js";
import { Prisma } from "../generated/client.js";
import { operatorDecides } from "../incarnation/watermarks.js";
import type { Database, Transaction } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { fenceSequences, type LockTimeout, openOfSeq, queuedOfSeq, rowsAt } from "./batch-fence.js";
import { backgroundPositions } from "./places.js";
import { isTaken, releaseQuota, takeQuota } from "./quota.js";
import { endDoubtOf, isHead, remember, withLaterNumbers } from "./requeue-later-numbers.js";
import { type OwnedSequence, toInstant } from "./sequences.js";
import { nothingKnown, type Submission, submissionColumns } from "./submissions.js";

export type SubmitResult =
  /** Consecutive numbers, in their order. */
  | { outcome: "submitted"; submissions: Submission[] }
  | { outcome: "drained" }
  /** An earlier number is still submitted and must be settled first. */
  | { outcome: "leftover" }
  /** The month's quota is used up: the first in line cannot be issued. */
  | { outcome: "quotaExhausted"; issuanceId: number }
  /** Another issuer took the sequence. */
  | { outcome: "superseded" };

/** How many go in one call: up to `limit`, or up to `backgroundLimit` when nobody waits for the first in line. */
export interface BatchLimits {
  limit: number;
  /** Default: `limit`. */
  backgroundLimit?: number;
  /** How many will go, as it seems: as many as in the last call. Default: as many as may. */
  expected?: number;
}

/** Circumstances of a request. They are chosen before the write-ahead, which notes them with the number. */
export interface RequestTraits {
  /** The ticket lets the company in, as far as its list tells. Default: it may. */
  isListed?: boolean;
}

/** A request for numbers of a sequence. */
export interface SubmitOrder extends BatchLimits, RequestTraits {
  taken: OwnedSequence;
}

/** The state of a sequence's line, as returned by a write-ahead statement. */
export interface WriteAheadRow {
  current: boolean;
  leftover: boolean;
  picked: number | null;
}

type SubmitRow = { slot: number } & WriteAheadRow & (Submission | { id: null });

/** The submission of a row without the state of its line. */
function toSubmission({
  slot: _slot,
  current: _current,
  leftover: _leftover,
  picked: _picked,
  ...submission
}: SubmitRow) {
  return submission.id === null ? [] : [submission];
}

/** How many go in one call. The statement asks who waits only if that depends on it. */
export interface WriteAheadLimits {
  /** Belongs into the statement's name, because its text is one of two. */
  suffix: string;
  /** SQL with the limit of a row of `seq`. */
  limit: Prisma.Sql;
}

export function limitsOf(all: BatchLimits[]): WriteAheadLimits {
  const ofSlot = (limits: number[]) => Prisma.sql`((SELECT ${limits}::int[]))[seq.slot]`;
  const limit = ofSlot(all.map((one) => one.limit));
  const patient = all.map(({ limit, backgroundLimit = limit }) => backgroundLimit);
  if (all.every((one, at) => one.limit === patient[at])) return { suffix: "", limit };
  return {
    suffix: "_patient",
    limit: Prisma.sql`CASE WHEN (${isWaitedFor}) THEN ${limit} ELSE ${ofSlot(patient)} END`,
  };
}

/** Somebody waits for the first in line of `seq`. Its place says so, because a caller may have brought an element forward. */
const isWaitedFor = Prisma.sql`
  SELECT i.queue_position < ${backgroundPositions} FROM issuance i WHERE ${queuedOfSeq} ORDER BY i.queue_position LIMIT 1`;

/**
 * Part of a statement for the sequences of `seq`. `leftover`: the sequences with an open number, which must be settled first.
 * `picked`: the next in line of the other sequences, all of one quota period. Of those that another statement holds, callers are passed over; the
 * patient behind one wait with it ▲, because their dates never go back. ▲ None while a person must say whether the database went back.
 * @param hasOpen SQL that is true for a row of `seq` with an open number
 */
export const pickNext = ({ limit }: WriteAheadLimits, hasOpen: Prisma.Sql) => Prisma.sql`
    leftover AS MATERIALIZED (SELECT seq.slot FROM seq WHERE ${hasOpen}),
    line AS MATERIALIZED (
      SELECT seq.slot, i.* FROM seq CROSS JOIN LATERAL (
        SELECT i.id, i.company_id, i.period_start, i.queue_position FROM issuance i WHERE ${queuedOfSeq}
        ORDER BY i.queue_position LIMIT ${limit}
        FOR UPDATE SKIP LOCKED
      ) i
      WHERE NOT EXISTS (SELECT FROM leftover WHERE leftover.slot = seq.slot) AND NOT ${operatorDecides}
    ),
    -- The first of the patient that was passed over because another statement holds it.
    passed AS MATERIALIZED (
      SELECT seq.slot, (
        SELECT i.queue_position FROM issuance i WHERE ${queuedOfSeq} AND i.queue_position >= ${backgroundPositions} AND i.queue_position < own.last
          AND i.id NOT IN (SELECT id FROM line) ORDER BY i.queue_position LIMIT 1) AS queue_position
      FROM (SELECT slot, max(queue_position) AS last FROM line WHERE queue_position >= ${backgroundPositions} GROUP BY slot) own JOIN seq ON seq.slot = own.slot
    ),
    -- Numbers and quota go in one order, by the id too: a queue_position may be given twice after rows were loaded without its counter.
    picked AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY slot ORDER BY queue_position, id) AS at,
        row_number() OVER (PARTITION BY company_id, period_start ORDER BY queue_position, id) AS turn
      FROM (
        SELECT *, first_value(period_start) OVER (PARTITION BY slot ORDER BY queue_position, id) AS first_period FROM line
        WHERE NOT EXISTS (SELECT FROM passed WHERE passed.slot = line.slot AND passed.queue_position < line.queue_position)
      ) l
      WHERE period_start = first_period
    )`;

/**
 * Part of a statement. `submitted`: the picked issuances with their numbers, as far as `room` has quota for them. On an unverified sequence
 * they begin as `all_refused`: no request of ours can have been granted, until one goes unanswered.
 * @param after the table with the last number of each sequence
 */
export const submitPicked = (all: RequestTraits[], after: "seq" | "numbered") => Prisma.sql`
    -- Apart from the UPDATE, which so has no way to an issuance but its id.
    numberable AS MATERIALIZED (
      SELECT picked.id, picked.slot, last.last_number + picked.at AS number, seq.epoch, last.authority_time, last.unverified
      FROM picked JOIN seq ON seq.slot = picked.slot JOIN ${Prisma.raw(after)} last ON last.id = seq.id
      JOIN room ON room.company_id = picked.company_id AND room.period_start = picked.period_start AND picked.turn <= room.vouchers
    ),
    submitted AS (
      UPDATE issuance t SET state = 'submitted', number = n.number, epoch = n.epoch, submitted_at = clock_timestamp(), authority_time = n.authority_time,
        all_refused = n.unverified, ticket_lists_company = ((SELECT ${all.map(({ isListed = true }) => isListed)}::boolean[]))[n.slot]
      FROM numberable n WHERE t.id = n.id
      RETURNING t.*, n.slot
    )`;

/** The columns of a `WriteAheadRow`, for a row of `wanted`. */
export const lineColumns = Prisma.sql`
      seq.slot IS NOT NULL AS current, EXISTS (SELECT FROM leftover WHERE leftover.slot = wanted.slot) AS leftover,
      (SELECT id FROM picked WHERE picked.slot = wanted.slot AND picked.at = 1) AS picked`;

/**
 * The write-ahead: gives the next numbers to the first in the line of each sequence, as far as the quota allows, and reserves the
 * quota, before any byte is sent. Exactly what this returns is sent. The results are in the order of `all`.
 * Source: issuer/README.md, section 2, steps 4 and 5 and "Batch".
 */
export async function submitNext(db: Database, all: SubmitOrder[], patience?: LockTimeout): Promise<SubmitResult[]> {
  const limits = limitsOf(all);
  const hasOpen = Prisma.sql`EXISTS (SELECT FROM issuance i WHERE ${openOfSeq} OFFSET 0)`;
  const rows = await db.$queryRaw<SubmitRow[]>(prepared(`submit_next${limits.suffix}`)`
    WITH ${fenceSequences(all, patience)},
    ${pickNext(limits, hasOpen)},
    room AS MATERIALIZED (${takeQuota("picked")}),
    ${submitPicked(all, "seq")}
    SELECT wanted.slot::int, ${lineColumns}, ${submissionColumns}
    FROM wanted LEFT JOIN seq ON seq.slot = wanted.slot LEFT JOIN submitted i ON i.slot = wanted.slot
    WHERE ${isTaken("room")} ORDER BY wanted.slot, i.number`);
  return all.map((_, at) => {
    const ofSequence = rowsAt(rows, at);
    return toSubmitResult(ofSequence[0], ofSequence.flatMap(toSubmission));
  });
}

/** @param submissions the numbered ones, in the order of their numbers */
export function toSubmitResult(line: WriteAheadRow | undefined, submissions: Submission[]): SubmitResult {
  if (!line?.current) return { outcome: "superseded" };
  if (line.leftover) return { outcome: "leftover" };
  if (line.picked === null) return { outcome: "drained" };
  if (submissions.length === 0) return { outcome: "quotaExhausted", issuanceId: line.picked };
  return { outcome: "submitted", submissions };
}

/** How to renumber an issuance. */
export interface Renumbering {
  /** The new number is the one after this. */
  lastNumber: number;
  /** When the authority gave its latest answer, by its own clock. Null when the answer has no time. */
  authorityTimeMs: number | null;
  /** A foreign voucher is proven: from now on the sequence counts as shared. */
  isForeign: boolean;
  /** Remember what was declared under the old number, because an older request for it might still be granted. */
  isRemembered?: boolean;
  /** Remember later numbers, too, which return to the line. Default: as `isRemembered`. */
  areLaterRemembered?: boolean;
  /** The voucher found under the old number was compared with all that was freed there: it is another sale's. */
  isCompared?: boolean;
  /** Numbers under which a person named the voucher as another sale's: no request of its key has brought it. */
  named?: readonly number[];
}

/**
 * Writes another number ahead for an issuance that has definitively lost its old number. Undefined when superseded.
 * Source: issuer/README.md, section 3.
 */
export async function renumber(
  db: Transaction,
  taken: OwnedSequence,
  submission: Submission,
  {
    lastNumber,
    authorityTimeMs,
    isForeign,
    isRemembered = false,
    areLaterRemembered = isRemembered,
    isCompared = false,
    named = [],
  }: Renumbering,
  { isListed = true }: RequestTraits = {},
): Promise<Submission | undefined> {
  const [row] = await db.$queryRaw<Submission[]>`
    WITH ${withLaterNumbers(taken, submission)},
    i AS (
      UPDATE issuance i SET number = ${lastNumber + 1}, epoch = ${taken.epoch}, submitted_at = clock_timestamp(),
        authority_time = coalesce(${toInstant(authorityTimeMs)}, i.authority_time), ticket_lists_company = (i.number = ${lastNumber + 1} AND i.ticket_lists_company) OR ${isListed}, ${nothingKnown}
      FROM head WHERE ${isHead}
      RETURNING i.*
    ),
    remembered AS (${remember(taken, submission, isRemembered, areLaterRemembered)}),
    compared AS (
      UPDATE freed_number f SET compared_at = clock_timestamp() FROM i
      WHERE ${isCompared} AND f.sequence_id = ${taken.id} AND f.number = ${submission.number} AND f.compared_at IS NULL
    ),
    named AS (${endDoubtOf(
      taken,
      named.filter((number) => !isCompared || number !== submission.number),
    )}),
    released AS (${releaseQuota(Prisma.sql`SELECT company_id, period_start FROM behind`)}),
    numbered AS (
      UPDATE sequence s SET last_number = ${lastNumber}, authority_time = coalesce(${toInstant(authorityTimeMs)}, s.authority_time),
        shared = s.shared OR ${isForeign}
      FROM i WHERE s.id = ${taken.id}
    )
    SELECT ${submissionColumns} FROM i`;
  return row;
}

/**
 * Writes other amounts ahead under the same number, after a definitive refusal of the old amounts. So no earlier request can
 * still be granted. Undefined when superseded.
 */
export async function rewriteAmounts(
  db: Database,
  taken: OwnedSequence,
  submission: Submission,
  amounts: Amounts,
  { isListed = true }: RequestTraits = {},
): Promise<Submission | undefined> {
  const declared = toDeclaration(submission.body, amounts);
  const [row] = await db.$queryRaw<Submission[]>`
    WITH ${withLaterNumbers(taken, submission)},
    i AS (
      UPDATE issuance i SET amounts = ${JSON.stringify(amounts)}::jsonb, declared = ${JSON.stringify(declared)}::jsonb,
        epoch = ${taken.epoch}, submitted_at = clock_timestamp(), ticket_lists_company = i.ticket_lists_company OR ${isListed}, ${nothingKnown}
      FROM head WHERE ${isHead}
      RETURNING i.*
    ),
    released AS (${releaseQuota(Prisma.sql`SELECT company_id, period_start FROM behind`)})
    SELECT ${submissionColumns} FROM i`;
  return row;
}
