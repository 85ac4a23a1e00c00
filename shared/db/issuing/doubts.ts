import type { AuthorityMessage } from "../../domain/cae-outcome.js";
import type { Declaration } from "../../domain/declaration.js";
import { keptLooks } from "../../domain/look-pace.js";
import type { Database } from "../database.js";
import { Prisma } from "../generated/client.js";
import type { TakenSequence } from "./sequences.js";
import { exactly, fence, type Submission } from "./submissions.js";

/** What a round of questions about a number has come to. */
export interface Doubt {
  questions: number;
  /** As in `Submission`. */
  isDenied: boolean;
  /** Why a person must decide; null while the service goes on by itself, undefined leaves it as it was. */
  why?: string | null | undefined;
  /**
   * A definitive refusal of a repeated request, while the number was seen as never granted; the time since the last such look
   * counts as quiet. Null forgets it, since the number was seen to be granted; undefined leaves it.
   */
  refusal?: AuthorityMessage[] | null | undefined;
}

/** A round of questions that ends now, as SQL. */
const lookNow = (questions: number) => Prisma.sql`jsonb_build_object(
      'at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'questions', ${questions}::int)`;

const latestLooks = Prisma.raw(`'$[last - ${keptLooks - 1} to last]'`);

/**
 * Notes that the outcome of a number is looked for: a round without questions so far, which keeps the pace though its process may
 * die over it. False when another taker came.
 */
export async function markResolving(db: Database, taken: TakenSequence, submission: Submission): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET doubt = 'resolving',
      looks = jsonb_path_query_array(coalesce(i.looks, '[]') || ${lookNow(0)}, ${latestLooks})
    FROM seq WHERE ${exactly(submission)} RETURNING 1`;
  return rows.length === 1;
}

/**
 * Notes that nobody can tell the outcome of a number for now: its caller is told so. What a round of questions came to is kept
 * with it. False when another taker came.
 */
export async function markUnconfirmed(
  db: Database,
  taken: TakenSequence,
  submission: Submission,
  doubt?: Doubt,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH seq AS MATERIALIZED (${fence(taken)})
    UPDATE issuance i SET doubt = 'unconfirmed' ${doubt ? setDoubt(doubt) : Prisma.empty}
    FROM seq WHERE ${exactly(submission)} RETURNING 1`;
  return rows.length === 1;
}

/** A clock that was set ahead, or a service that stood still, makes no more of one pause between two looks. */
const longestPauseMs = 60_000;

const keepRefusal = (reasons: AuthorityMessage[]) => Prisma.sql`, refusal = jsonb_build_object(
      'at', clock_timestamp(), 'reasons', coalesce(i.refusal -> 'reasons', ${JSON.stringify(reasons)}::jsonb),
      'quietMs', coalesce((i.refusal ->> 'quietMs')::float8 + greatest(0, least(${longestPauseMs},
        (extract(epoch FROM clock_timestamp() - (i.refusal ->> 'at')::timestamptz) * 1000)::float8)), 0))`;

function setDoubt({ questions, isDenied, why, refusal }: Doubt): Prisma.Sql {
  const keep =
    refusal === undefined ? Prisma.empty : refusal === null ? Prisma.sql`, refusal = NULL` : keepRefusal(refusal);
  const told = why === undefined ? Prisma.empty : Prisma.sql`, why = ${why}`;
  // The round that was noted at its beginning.
  const before = Prisma.sql`CASE WHEN i.looks -> -1 -> 'questions' = '0' THEN i.looks - -1 ELSE coalesce(i.looks, '[]') END`;
  return Prisma.sql`, denied = ${isDenied}${told}, looks = jsonb_path_query_array(${before} || ${lookNow(questions)}, ${latestLooks})${keep}`;
}

/** How long a freed number is remembered once it was taken. */
const rememberedDays = 90;

/** Forgets freed numbers that were taken long ago. */
export async function purgeFreed(db: Database): Promise<void> {
  await db.$executeRaw`
    DELETE FROM freed_number f USING sequence s
    WHERE s.id = f.sequence_id AND f.number <= s.last_number AND f.created_at < now() - ${rememberedDays} * interval '1 day'`;
}

/** What other issuances declared when they had this number and lost it to a refusal, while a request of theirs may live. */
export async function findFreed(
  db: Database,
  { id: sequenceId }: Pick<TakenSequence, "id">,
  { id, number }: Pick<Submission, "id" | "number">,
): Promise<Declaration[]> {
  const rows = await db.$queryRaw<{ declared: Declaration }[]>`
    SELECT declared FROM freed_number WHERE sequence_id = ${sequenceId} AND number = ${number} AND issuance_id <> ${id}`;
  return rows.map(({ declared }) => declared);
}
