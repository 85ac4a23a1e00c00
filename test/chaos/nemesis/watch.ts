import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Violation } from "../../support/readers/violations.js";

export interface Watch {
  /** Ends the watch and gives the violations that it saw. */
  stop(): Promise<Violation[]>;
}

interface Idle {
  /** Which transaction it is. */
  id: string;
  query: string;
}

/**
 * A move to a contingency is a transaction of two statements that comes often, so it is found open between them. Whatever else an issuer
 * does in one has other statements.
 */
const ofMoves = ["BEGIN", "WITH s AS MATERIALIZED (SELECT FROM sequence", "WITH moment AS MATERIALIZED"];

/** The gap between two statements of one transaction is shorter, and a call that gets no answer takes longer. */
const openForMs = 2_000;

/**
 * I15: looks at PostgreSQL ten times a second for transactions of issuers that stay open while no statement runs. The other processes never
 * call the authority.
 */
export async function startWatch({ sql }: System): Promise<Watch> {
  const seen = new Map<string, Violation>();
  const look = () =>
    sql<Idle>(
      `SELECT pid || ' ' || xact_start AS id, left(ltrim(regexp_replace(query, '\\s+', ' ', 'g')), 80) AS query FROM pg_stat_activity
       WHERE datname = current_database() AND usename LIKE '%issuer' AND state LIKE 'idle in transaction%'
         AND state_change < clock_timestamp() - $1 * interval '1 millisecond'`,
      [openForMs],
    );
  await look();
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      await sleep(100);
      // PostgreSQL may be away.
      const idle = await look().catch(() => []);
      for (const { id, query } of idle.filter((one) => !ofMoves.some((start) => one.query.startsWith(start))))
        seen.set(id, { invariant: "I15", text: `a transaction was open without a statement after: ${query}` });
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return [...seen.values()];
    },
  };
}
