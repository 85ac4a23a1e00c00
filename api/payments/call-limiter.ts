import { setTimeout as delay } from "node:timers/promises";
import { type CallPace, reserveCall, restCalls } from "../../shared/db/payments/reserve-call.js";
import type { Statements } from "../../shared/db/pool/database.js";
import { ProviderAway } from "./provider-away.js";

/** Rate limiter of the calls at the provider. */
export interface CallLimiter {
  /** Waits until a call may be made. @throws ProviderAway where it may not be made now */
  take(): Promise<void>;
  /** Lets nobody call for a while, after a 429. */
  rest(): Promise<void>;
}

/**
 * Slots of a quarter of a second: then there are at most five calls in any second over all hosts, also where one that waited for its slot comes
 * up to a quarter later than it says. Nobody waits longer for a slot than for the call itself.
 */
export const callPace: CallPace = { slotMs: 250, maxWaitMs: 10_000 };

/**
 * Rate limiter that all processes share through the database: the provider counts by account, and knows no hosts. Where the database is away
 * no call is made, because what it answers could not be kept either.
 */
export const openCallLimiter = (db: Statements, pace = callPace): CallLimiter => ({
  async take() {
    const waitMs = await reserveCall(db, pace).catch((cause) => {
      throw new ProviderAway("is not asked: the database gives no slot for a call", undefined, { cause });
    });
    if (waitMs === undefined)
      throw new ProviderAway("is not asked now: it asked for fewer calls, or too many wait for theirs", 429);
    if (waitMs > 0) await delay(waitMs);
  },
  // A rest that could not be kept is lost: without the database no call is made either.
  rest: () => restCalls(db).catch(() => undefined),
});
