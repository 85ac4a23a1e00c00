import type { SequenceKey } from "../../domain/sequence.js";
import type { Database, Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** Whether the authority answers an issuer in one environment. Times are in milliseconds before now. */
export interface Reachability {
  production: boolean;
  /** The last answer to one of its calls. Null when no answer is recorded. */
  answeredAgoMs: number | null;
  /** The start of the first failed call since its last answer. Null while its calls are answered. */
  failingAgoMs: number | null;
  /** The sequence of its last answered call; if none was ever answered, of its first failed call. Others can ask about the same one. */
  about: SequenceKey | null;
}

/**
 * After how long without a sign of life an issuer counts as stopped. A time in the future does not count as a sign: it was written before
 * the database's clock was set back.
 */
const seenForSeconds = 12;

/**
 * Writes down what this issuer hears, and gives what the other running issuers hear. In the environments of `own` it also deletes the
 * rows of issuers that stopped an hour ago.
 * @param issuer identifies the process
 */
export const exchangeReachability = (db: Database, issuer: string, own: Reachability[]): Promise<Reachability[]> =>
  db.$queryRaw(prepared("exchange_hearings")`
  WITH own AS (
    SELECT * FROM json_to_recordset(${JSON.stringify(own)}::json)
      AS own(production boolean, "answeredAgoMs" float8, "failingAgoMs" float8, about jsonb)
  ),
  written AS (
    INSERT INTO issuer_reachability AS h (issuer, production, last_heartbeat_at, answered_at, failing_since, about)
    SELECT ${issuer}::uuid, production, now(), now() - "answeredAgoMs" * interval '1 millisecond',
      now() - "failingAgoMs" * interval '1 millisecond', about FROM own
    ON CONFLICT (issuer, production) DO UPDATE SET last_heartbeat_at = excluded.last_heartbeat_at, answered_at = excluded.answered_at,
      failing_since = excluded.failing_since, about = excluded.about
  ),
  forgotten AS (
    DELETE FROM issuer_reachability h USING own WHERE h.issuer <> ${issuer}::uuid AND h.production = own.production
      AND (h.last_heartbeat_at < now() - interval '1 hour' OR h.last_heartbeat_at > now() + interval '1 minute')
  )
  SELECT h.production, (extract(epoch FROM now() - h.answered_at) * 1000)::float8 AS "answeredAgoMs",
    (extract(epoch FROM now() - h.failing_since) * 1000)::float8 AS "failingAgoMs", h.about
  FROM issuer_reachability h WHERE h.issuer <> ${issuer}::uuid
    AND h.last_heartbeat_at BETWEEN now() - ${seenForSeconds} * interval '1 second' AND now() + interval '1 second'`);

/** Whether an issuer gives a sign of life in an environment. */
export async function isAnyIssuerSeen(db: Statements, production: boolean): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM public.issuer_reachability WHERE production = ${production}
      AND last_heartbeat_at BETWEEN now() - ${seenForSeconds} * interval '1 second' AND now() + interval '1 second' LIMIT 1`;
  return rows.length > 0;
}
