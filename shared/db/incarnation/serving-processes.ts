import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** Without each of them something of the service stands still. */
export const neededKinds = ["api", "issuer", "renderer", "mailer"] as const;
/** `app`: an API with the pages alone, which issues for no program. */
export type ProcessKind = (typeof neededKinds)[number] | "app";

/** A process that was not seen for this long has ended, or stands still. */
const seenForSeconds = 30;

interface Sign {
  /** Drawn by each process when it starts. */
  id: string;
  kind: ProcessKind;
  version: string;
  /** Lead of its host's clock over the database's. */
  clockAheadMs: number;
}

/**
 * Writes that this process serves, and how far its host's clock is ahead of the database's, in one row that is its own. Of those that ended long
 * ago nothing is kept.
 */
export async function recordHeartbeat(db: Statements, { id, kind, version, clockAheadMs }: Sign): Promise<void> {
  await db.$executeRaw(prepared("give_sign")`
    WITH forgotten AS (
      DELETE FROM public.serving_process WHERE id <> ${id}::uuid
        AND (last_heartbeat_at < now() - interval '1 hour' OR last_heartbeat_at > now() + interval '1 minute')
    )
    INSERT INTO public.serving_process (id, kind, version, clock_ahead_ms)
    VALUES (${id}::uuid, ${kind}, ${version}, ${clockAheadMs}::bigint)
    ON CONFLICT (id) DO UPDATE SET last_heartbeat_at = now(), clock_ahead_ms = excluded.clock_ahead_ms`);
}

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

/** Takes the sign back: the process takes no more work. */
export async function deregisterProcess(db: Statements, id: string): Promise<void> {
  await db.$executeRaw`DELETE FROM public.serving_process WHERE id = ${id}::uuid`;
}

export interface ServingKind {
  kind: ProcessKind;
  processes: number;
  /** When the one that runs the longest started. */
  since: Date;
  versions: string[];
  /** Lead of the host clock that is the furthest from the database's. Null when none tells. */
  clockAheadMs: number | null;
}

/** The processes that gave a sign of life lately, by kind. */
export const listServing = (db: Statements): Promise<ServingKind[]> => db.$queryRaw`
  SELECT kind, count(*)::int AS processes, min(started_at) AS since, array_agg(DISTINCT version ORDER BY version) AS versions,
    (array_agg(clock_ahead_ms::float8 ORDER BY abs(clock_ahead_ms) DESC NULLS LAST))[1] AS "clockAheadMs"
  FROM public.serving_process
  WHERE last_heartbeat_at BETWEEN now() - ${seenForSeconds} * interval '1 second' AND now() + interval '1 minute'
  GROUP BY kind ORDER BY kind`;
