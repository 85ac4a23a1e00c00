import type { DatabasePosition } from "../../domain/database-position.js";
import { Prisma } from "../generated/client.js";
import type { Statements } from "../pool/database.js";

/**
 * SQL of the number of the database's present history. It changes with every loss of commits that is noticed: a failover, a dump that
 * was loaded, a copy. 0, which is no row's, while the database has gone back and nobody has noted it yet. Read once in a statement.
 * Source: issuer/README.md, section 3, "A database that lost its last commits".
 */
export const currentIncarnation = Prisma.sql`(SELECT public.current_incarnation())`;

export async function readIncarnation(db: Statements): Promise<number> {
  const [row] = await db.$queryRaw<[{ history: number }]>`SELECT current_incarnation() AS history`;
  return row.history;
}

/** Gives the database another history if it has gone back, and tells the present one. */
export async function detectLoss(db: Statements): Promise<number> {
  const [row] = await db.$queryRaw<[{ history: number }]>`SELECT detect_database_loss() AS history`;
  return row.history;
}

/** Gives the database another history unless it has one that is not `seen`, and tells the present one. */
export async function beginIncarnation(db: Statements, seen: number): Promise<number> {
  const [row] = await db.$queryRaw<[{ history: number }]>`SELECT begin_incarnation(${seen}::int) AS history`;
  return row.history;
}

/** State of the database at one look: incarnation and log position. */
export interface IncarnationState extends DatabasePosition {
  /** How far the log is on the disk: no crash undoes it. */
  flushed: bigint;
  /** By the database's clock. */
  nowMs: number;
}

interface StandingRow extends Omit<IncarnationState, "position" | "flushed"> {
  position: string;
  flushed: string;
}

export async function readHistoryStanding(db: Statements): Promise<IncarnationState> {
  const [row] = await db.$queryRaw<[StandingRow]>`
    SELECT database_id() AS place, current_incarnation() AS history, coalesce(l.earlier, '{}') AS earlier,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS position,
      pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS flushed,
      floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"
    FROM (SELECT) one LEFT JOIN public.database_incarnation l ON true`;
  return { ...row, position: BigInt(row.position), flushed: BigInt(row.flushed) };
}

export async function readPlace(db: Statements): Promise<string> {
  const [row] = await db.$queryRaw<[{ place: string }]>`SELECT database_id() AS place`;
  return row.place;
}

/** For connections of a process that does not issue: notices what the database itself shows, where it can. */
export const noticeAtConnect = (db: Statements): Promise<void> =>
  noticeIfLost(db).then(
    () => undefined,
    () => undefined, // a database that is not migrated, or a standby: the issuers notice
  );

const noticeIfLost = (db: Statements) =>
  db.$queryRaw`SELECT CASE WHEN current_incarnation() = 0 THEN detect_database_loss() END`;
