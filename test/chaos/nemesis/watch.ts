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

/**
 * I15: looks at PostgreSQL ten times a second for transactions of issuers that are open while no statement runs, and tells of those that it
 * finds twice. The other processes never call the authority.
 */
export function startWatch({ sql }: System): Watch {
  const seen = new Map<string, Violation>();
  let stopped = false;
  const watching = (async () => {
    let before = new Set<string>();
    while (!stopped) {
      await sleep(100);
      // PostgreSQL may be away.
      const idle = await sql<Idle>(
        `SELECT pid || ' ' || xact_start AS id, left(regexp_replace(query, '\\s+', ' ', 'g'), 80) AS query FROM pg_stat_activity
         WHERE datname = current_database() AND usename LIKE '%issuer' AND state LIKE 'idle in transaction%'`,
      ).catch(() => []);
      const suspect = idle.filter(({ query }) => !ofMoves.some((start) => query.trimStart().startsWith(start)));
      for (const { id, query } of suspect.filter((one) => before.has(one.id)))
        seen.set(id, { invariant: "I15", text: `a transaction was open without a statement after: ${query}` });
      before = new Set(suspect.map(({ id }) => id));
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
