import { Prisma } from "../generated/client.js";
import type { OwnedSequence } from "./sequences.js";
import { isInLineOfFenced, mayTry, ofRow } from "./submissions.js";

/** How long a statement waits for a locked row, such as `100ms`. */
export type LockTimeout = string;

/**
 * The sequences that a statement is for, each under its own epoch, with the place of each in the list as
 * `slot`. Ordered by id, because all statements lock rows in that order. Duplicates are merged.
 */
const wantedSequences = (taken: OwnedSequence[], patience?: LockTimeout) => Prisma.sql`
  SELECT DISTINCT ON (id, epoch, token) id, epoch, token, slot, set_config('lock_timeout', coalesce(${patience ?? null}, current_setting('lock_timeout')), true)
  FROM unnest((SELECT ${taken.map(({ id }) => id)}::bigint[]), (SELECT ${taken.map(({ epoch }) => epoch)}::int[]),
    (SELECT ${taken.map(({ token }) => token)}::bigint[])) WITH ORDINALITY AS wanted(id, epoch, token, slot)
  ORDER BY id, epoch, token, slot`;

/**
 * Locks the sequences of `wanted` for the statement, but only those whose taker is still the current one. ▲ The history is asked for once,
 * when all rows are locked: it may have been renewed while the statement waited, and what it then numbers may have been granted before.
 */
const fenceAll = Prisma.sql`
  WITH locked AS MATERIALIZED (
    SELECT wanted.slot, s.* FROM wanted CROSS JOIN LATERAL (
      SELECT s.id, s.epoch, s.incarnation, s.last_number, s.authority_time, s.unverified, s.company_id, s.production, s.pos_number, s.voucher_type
      FROM sequence s WHERE s.id = wanted.id AND s.epoch = wanted.epoch AND s.token = wanted.token
      FOR UPDATE
    ) s
  )
  SELECT locked.*, ${mayTry} AS may_try FROM locked WHERE incarnation = (SELECT public.current_incarnation() FROM locked HAVING count(*) > 0)`;

/**
 * How a statement for several sequences starts, behind `WITH`: `wanted`, those that it is for, and `seq`, those of them that are still theirs,
 * locked.
 */
export const fenceSequences = (all: { taken: OwnedSequence }[], patience?: LockTimeout): Prisma.Sql => Prisma.sql`
    wanted AS MATERIALIZED (${wantedSequences(
      all.map(({ taken }) => taken),
      patience,
    )}),
    seq AS MATERIALIZED (${fenceAll})`;

/** The issuances of the sequence in `seq`. */
export const ofSeq = ofRow("seq");

/** Issuances with an open number. */
export const openOfSeq = Prisma.sql`${ofSeq} AND i.state = 'submitted'`;

/** Issuances in its line. */
export const queuedOfSeq = Prisma.sql`${ofSeq} AND ${isInLineOfFenced}`;

/** The rows of the sequence at this place of the list, counted from 0. */
export const rowsAt = <Row extends { slot: number }>(rows: Row[], at: number): Row[] =>
  rows.filter(({ slot }) => slot === at + 1);
