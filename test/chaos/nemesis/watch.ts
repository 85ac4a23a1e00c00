import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Violation } from "../../support/readers/violations.js";

export interface Watch {
  /** Ends the watch and gives the violations that it saw. */
  stop(): Promise<Violation[]>;
}

/**
 * I15: looks at PostgreSQL ten times a second for transactions of issuers that are open while no statement runs. The other processes
 * never call the authority.
 */
export function startWatch({ sql }: System): Watch {
  const seen: Violation[] = [];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      await sleep(100);
      // PostgreSQL may be away.
      const idle = await sql<{ query: string }>(
        "SELECT left(query, 80) AS query FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE '%issuer' AND state LIKE 'idle in transaction%'",
      ).catch(() => []);
      for (const { query } of idle)
        seen.push({ invariant: "I15", text: `a transaction was open without a statement after: ${query}` });
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return seen;
    },
  };
}
