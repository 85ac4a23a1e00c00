import type { Statements } from "../pool/database.js";

/**
 * Lead of this host's clock over the database's, as far as it is certain: the database told its time somewhere between question and answer, and
 * either may have waited, for a connection or for a processor. Of what that leaves open, the lead nearest to none.
 */
export async function measureClockAhead(db: Statements, nowMs: () => number = Date.now): Promise<number> {
  const askedMs = nowMs();
  const [row] = await db.$queryRaw<[{ databaseMs: number }]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "databaseMs"`;
  const [least, most] = [askedMs - row.databaseMs, nowMs() - row.databaseMs];
  return Math.round(Math.max(least, Math.min(0, most)));
}
