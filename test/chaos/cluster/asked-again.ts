import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { System } from "../../support/processes/open-system.js";

type Ask = System["sql"];

interface Patience {
  withinMs?: number;
  intervalMs?: number;
}

/**
 * The drill's own reading is asked again while the primary moves: what is judged must not end because a connection is cut. For statements
 * that only read. What PostgreSQL itself refuses is thrown at once.
 * @throws the last error, when nobody has answered for so long
 */
export function askedAgain(ask: Ask, { withinMs = 60_000, intervalMs = 250 }: Patience = {}): Ask {
  return async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
    const end = performance.now() + withinMs;
    for (;;) {
      try {
        return await ask<Row>(text, values);
      } catch (error) {
        if (!isCut(error) || performance.now() >= end) throw error;
      }
      await sleep(intervalMs);
    }
  };
}

/** Classes of SQLSTATE: 08 the connection broke, 57P the server shuts down or starts, 40 and 25006 a standby that became none in between. */
const isCut = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P|40001|25006)/.test(error.code ?? "");
