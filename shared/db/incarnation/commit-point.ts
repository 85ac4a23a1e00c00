import { Prisma } from "../generated/client.js";
import type { Database } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** How far the primary has got, and what a company's last commits left there. */
export interface CommitPoint {
  /** In PostgreSQL's log. */
  position: string;
  /** The months of the company's usage, which each of its vouchers moves. */
  usage: string;
  /** The database's present history; 0, which is none's, while a loss of commits is not noted yet. */
  history: number;
}

const latestUsage = Prisma.sql`SELECT * FROM usage_period ORDER BY period_start DESC LIMIT 2`;

/** To be asked of the primary. */
export async function readCommitPoint(db: Database): Promise<CommitPoint> {
  const [row] = await db.$queryRaw<[CommitPoint]>(prepared("read_mark")`
    SELECT pg_current_wal_insert_lsn()::text AS position, coalesce(u.usage, '') AS usage, public.current_incarnation() AS history
    FROM (SELECT string_agg(u::text, ' ') AS usage FROM (${latestUsage}) u) u`);
  return row;
}

/**
 * To be asked of the replica: whether it has all that the primary had committed when it was asked. One whose log is as long but another, of
 * a primary that was left behind, has another history: its usage of the company may be the same.
 */
export async function hasReplayed(db: Database, { position, usage, history }: CommitPoint): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ has: boolean }]>(prepared("has_reached")`
    SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn
      AND coalesce((SELECT incarnation FROM public.database_incarnation) = ${history}::int, false)
      AND coalesce((SELECT string_agg(u::text, ' ') FROM (${latestUsage}) u), '') = ${usage} AS has`);
  return row.has;
}
