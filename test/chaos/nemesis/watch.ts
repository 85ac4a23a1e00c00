import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Violation } from "../../support/readers/violations.js";
import { createDisturbances, type Disturbances } from "./disturbances.js";

export interface Watch {
  /** How often it has found a transaction that was open for so long. */
  found(): number;
  /** Ends the watch and gives the violations that it saw. */
  stop(): Promise<Violation[]>;
}

interface Idle {
  /** Which transaction it is. */
  id: string;
  query: string;
  /** How long it has stood without a statement. */
  idleMs: number;
}

/** The gap between two statements of one transaction is shorter, and a call that gets no answer takes longer. */
const openMs = 2_000;
const lookEveryMs = 100;
/** Who looks as late as this is on a busy machine, or PostgreSQL is: a gap between two statements may be as long then. */
const busyMs = 700;
const thisWatch = "this watch";

/** An issuer that stands still, or whose connection does, leaves its transaction open too. */
const holdsTransactions = (touched: string) =>
  [thisWatch, "postgres"].includes(touched) || /^issuer(-\d+)?( postgres)?$/.test(touched);

/**
 * I15: looks at PostgreSQL ten times a second for transactions of issuers that stay open while no statement runs, although no fault holds
 * them up. The other processes never call the authority.
 */
export async function startWatch(
  { sql }: Pick<System, "sql">,
  { disturbances = createDisturbances(), openForMs = openMs }: { disturbances?: Disturbances; openForMs?: number } = {},
): Promise<Watch> {
  const seen = new Map<string, Violation>();
  const look = () =>
    sql<Idle & Record<string, unknown>>(
      `SELECT pid || ' ' || xact_start AS id, left(ltrim(regexp_replace(query, '\\s+', ' ', 'g')), 80) AS query,
         (extract(epoch FROM clock_timestamp() - state_change) * 1000)::float8 AS "idleMs"
       FROM pg_stat_activity
       WHERE datname = current_database() AND usename LIKE '%issuer' AND state LIKE 'idle in transaction%'
         AND state_change < clock_timestamp() - $1 * interval '1 millisecond'`,
      [openForMs],
    );
  await look();
  let found = 0;
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const fromMs = performance.now();
      await sleep(lookEveryMs);
      // PostgreSQL may be away.
      const idle = await look().catch(() => []);
      const nowMs = performance.now();
      if (nowMs - fromMs > busyMs) disturbances.note([thisWatch], fromMs, nowMs);
      for (const { id, query, idleMs } of idle) {
        found += 1;
        const sinceMs = nowMs - idleMs;
        if (disturbances.between(sinceMs, sinceMs + openForMs, holdsTransactions)) continue;
        seen.set(id, { invariant: "I15", text: `a transaction was open without a statement after: ${query}` });
      }
    }
  })();
  return {
    found: () => found,
    async stop() {
      stopped = true;
      await watching;
      return [...seen.values()];
    },
  };
}
