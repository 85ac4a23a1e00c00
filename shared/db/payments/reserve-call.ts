import type { Statements } from "../pool/database.js";
import { prepared } from "../sql/prepared.js";

/** Pace of the calls at the payment provider, over all processes. */
export interface CallPace {
  /** Time between two calls. */
  slotMs: number;
  /** The longest wait for a slot: whoever would wait longer gets none, so that the slots never run far ahead. */
  maxWaitMs: number;
}

/** The longest rest. A time that is further ahead was written before the database's clock was set back, and counts no more. */
const maxRestMs = 60_000;

/**
 * Rate limit of all processes together (GCRA, ITU-T I.371): one row has the time of the next call, and each statement takes that slot and
 * moves the time ahead by one. Gives how long to wait for the slot; undefined while the provider rests, or where too many wait. The row's lock ends with
 * the statement, so nobody waits while it is held.
 */
export async function reserveCall(db: Statements, { slotMs, maxWaitMs }: CallPace): Promise<number | undefined> {
  const [reserved] = await db.$queryRaw<{ waitMs: number }[]>(prepared("reserve_payment_call")`
    UPDATE public.payment_watch
    SET call_at = ${slotMs} * interval '1 millisecond' + CASE
      WHEN call_at BETWEEN clock_timestamp() AND clock_timestamp() + ${maxWaitMs} * interval '1 millisecond' THEN call_at
      ELSE clock_timestamp() END
    WHERE rests_until NOT BETWEEN clock_timestamp() AND clock_timestamp() + ${maxRestMs} * interval '1 millisecond'
      AND (call_at <= clock_timestamp() + ${maxWaitMs} * interval '1 millisecond'
        OR call_at > clock_timestamp() + ${maxWaitMs + slotMs} * interval '1 millisecond')
    RETURNING greatest(0, extract(epoch FROM call_at - clock_timestamp()) * 1000 - ${slotMs})::float8 AS "waitMs"`);
  return reserved?.waitMs;
}

/** Lets no process call for a minute: the provider asked for fewer calls. */
export async function restCalls(db: Statements): Promise<void> {
  await db.$executeRaw(prepared("rest_payment_calls")`
    UPDATE public.payment_watch SET rests_until = clock_timestamp() + ${maxRestMs} * interval '1 millisecond'`);
}
