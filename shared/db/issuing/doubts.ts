import type { AuthorityProblem } from "../../domain/authority-problem.js";
import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import type { Declaration } from "../../domain/declaration.js";
import type { StoredAs } from "../../domain/evidence.js";
import { maxStoredLookups } from "../../domain/look-pace.js";
import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";
import { type OwnedSequence, toInstant } from "./sequences.js";
import { exactly, fence, type Submission } from "./submissions.js";
import type { RequestTraits } from "./write-ahead.js";

/** The result of a round of questions about a number. */
export interface Doubt {
  questions: number;
  /** No request of ours can have been granted, as in `Submission`. */
  isDenied: boolean;
  /** Why an operator must decide. Null: no operator is needed. Undefined: keep the stored reason. */
  why?: string | null | undefined;
  /**
   * A lasting refusal of a re-send. While it is kept, `quietMs` grows with each look that sees the number as free: by the time since
   * the last request or the last look, whichever is later. null: delete the refusal, because the number was seen as granted.
   * undefined: leave it as it is.
   */
  refusal?: AuthorityMessage[] | null | undefined;
}

/**
 * SQL that keeps the earliest time of an answer before our requests, and what was measured of the first one. A later answer has an earlier
 * time only if the authority's clock was set back in between. An unknown time of an answer stays unknown.
 */
const withAuthorityTime = ({ authorityTimeMs, measuredAtMs }: Submission) => Prisma.sql`
      authority_time = CASE WHEN i.authority_time IS NOT NULL THEN least(i.authority_time, ${toInstant(authorityTimeMs)}) END,
      measured_at = least(i.measured_at, ${toInstant(measuredAtMs)})`;

/** SQL of a `Look` at this moment: the end of a round, or its beginning when `questions` is 0. */
const lookNow = (questions: number) => Prisma.sql`jsonb_build_object(
      'at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'questions', ${questions}::int)`;

/**
 * The write-ahead of a repeated request. Notes whether its ticket may list the company. Begins the quiet period of a kept refusal anew,
 * because a request is on its way again. Also checks the epoch. False when superseded.
 * Source: issuer/README.md, section 3, "First send and re-send" and REFUSED.
 */
export async function submitAgain(
  db: Database,
  taken: OwnedSequence,
  submission: Submission,
  { isListed = true }: RequestTraits = {},
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>(prepared("submit_again")`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET ticket_lists_company = i.ticket_lists_company OR ${isListed}, ${withAuthorityTime(submission)}, refusal = i.refusal || jsonb_build_object(
      'at', clock_timestamp(), 'quietMs', 0, 'sends', coalesce((i.refusal ->> 'sends')::int, 0) + 1)
    FROM seq WHERE ${exactly(submission)} RETURNING 1`);
  return rows.length === 1;
}

/** The SQL path of the latest looks: older ones are dropped. */
const latestLooks = Prisma.raw(`'$[last - ${maxStoredLookups - 1} to last]'`);

/**
 * Marks a number as being resolved, and stores a round with 0 questions. So the pace is kept even if the process dies during the
 * round. False when superseded.
 */
export async function markResolving(db: Database, taken: OwnedSequence, submission: Submission): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET doubt = 'resolving',
      lookups = jsonb_path_query_array(coalesce(i.lookups, '[]') || ${lookNow(0)}, ${latestLooks})
    FROM seq WHERE ${exactly(submission)} RETURNING 1`;
  return rows.length === 1;
}

/**
 * Marks the outcome of a number as unknown for now, so that its caller gets that answer. Also stores the result of a round of
 * questions, and what keeps the company out of the authority (null: nothing, undefined: what is stored stays). False when superseded.
 */
export async function markUnconfirmed(
  db: Database,
  taken: OwnedSequence,
  submission: Submission,
  doubt?: Doubt,
  shutOut?: AuthorityProblem | null,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET doubt = 'unconfirmed', ${withAuthorityTime(submission)} ${doubt ? setDoubt(doubt) : Prisma.empty}${setShutOut(shutOut)}
    FROM seq WHERE ${exactly(submission)} RETURNING 1`;
  return rows.length === 1;
}

const setShutOut = (shutOut: AuthorityProblem | null | undefined) =>
  shutOut === undefined
    ? Prisma.empty
    : Prisma.sql`, problem = ${shutOut === null ? null : JSON.stringify(shutOut)}::jsonb`;

/** The most that one pause between two looks adds to `quietMs`: a clock may have been set ahead, or the service stopped. */
const longestPauseMs = 60_000;

const keepRefusal = (reasons: AuthorityMessage[]) => Prisma.sql`, refusal = jsonb_build_object(
      'at', clock_timestamp(), 'reasons', coalesce(i.refusal -> 'reasons', ${JSON.stringify(reasons)}::jsonb),
      'sends', coalesce((i.refusal ->> 'sends')::int, 0),
      'quietMs', coalesce((i.refusal ->> 'quietMs')::float8 + greatest(0, least(${longestPauseMs},
        (extract(epoch FROM clock_timestamp() - (i.refusal ->> 'at')::timestamptz) * 1000)::float8)), 0))`;

function setDoubt({ questions, isDenied, why, refusal }: Doubt): Prisma.Sql {
  const keep =
    refusal === undefined ? Prisma.empty : refusal === null ? Prisma.sql`, refusal = NULL` : keepRefusal(refusal);
  const reason = why === undefined ? Prisma.empty : Prisma.sql`, operator_reason = ${why}`;
  // Replace the round that `markResolving` stored at its beginning.
  const before = Prisma.sql`CASE WHEN i.lookups -> -1 -> 'questions' = '0' THEN i.lookups - -1 ELSE coalesce(i.lookups, '[]') END`;
  return Prisma.sql`, all_refused = ${isDenied}${reason}, lookups = jsonb_path_query_array(${before} || ${lookNow(questions)}, ${latestLooks})${keep}`;
}

/** Removes freed numbers that are old and whose doubt is over: by evidence, or because the sequence has passed them and their key has its voucher. */
export async function purgeFreed(db: Database): Promise<void> {
  await db.$queryRaw`SELECT public.purge_freed_numbers()::text`;
}

/**
 * Finds declarations under this number before an answer freed it. Such an earlier request may still be on its way. It may even be of the
 * same key, with another body.
 */
export async function findFreed(
  db: Database,
  { id: sequenceId }: Pick<OwnedSequence, "id">,
  { number }: Pick<Submission, "number">,
): Promise<Declaration[]> {
  const rows = await db.$queryRaw<{ declared: Declaration }[]>`
    SELECT declared FROM freed_number WHERE sequence_id = ${sequenceId} AND number = ${number}`;
  return rows.map(({ declared }) => declared);
}

/** The voucher that we had under this number before the submission got it. No request of ours for the submission can have brought it. */
export async function findStoredVoucher(
  db: Database,
  { key: { companyId, production, posNumber, voucherType } }: Pick<OwnedSequence, "key">,
  { number }: Pick<Submission, "number">,
): Promise<StoredAs | null> {
  const [row] = await db.$queryRaw<{ kept: StoredAs }[]>`
    SELECT CASE WHEN issuance_id IS NULL AND source = 'rcel' THEN 'unclaimed' ELSE 'another''s' END AS kept FROM voucher
    WHERE company_id = ${companyId} AND production = ${production} AND pos_number = ${posNumber} AND voucher_type = ${voucherType}
      AND voucher_number = ${number}`;
  return row?.kept ?? null;
}

/** Whether one of the numbers after this one, up to `until`, was freed by an answer. */
export async function hasFreedBetween(
  db: Database,
  { id: sequenceId }: Pick<OwnedSequence, "id">,
  { number }: Pick<Submission, "number">,
  until: number,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT FROM freed_number WHERE sequence_id = ${sequenceId} AND number > ${number} AND number <= ${until} LIMIT 1`;
  return rows.length > 0;
}
