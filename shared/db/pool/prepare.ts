import type pg from "pg";
import { withTimeout } from "../../concurrency/with-timeout.js";
import type { PrismaClient } from "../generated/client.js";
import { createRawSql } from "../sql/raw-sql.js";
import { DatabaseClient } from "./database-client.js";
import { type ModeOptions, tellMode } from "./mode.js";

/** Part of `Database`, which is made from a pool. */
type ConnectionStatements = Pick<PrismaClient, "$queryRaw" | "$executeRaw">;

export interface PrepareOptions extends ModeOptions {
  /** Looks at a new connection before anything else. When it fails, the connection is not used. */
  accept?: (client: pg.ClientBase) => Promise<void>;
  /** Runs before a new connection is used for this work. When it fails, the connection is not used. */
  onConnect?: (db: ConnectionStatements) => Promise<void>;
}

/**
 * Preparation of each new connection of a pool, once.
 * @param withinMs time-out of all of it. ▲ The pool has none: whoever asked would wait for good, and the connection's place be lost
 */
export function createPreparation({ accept, onConnect, ...options }: PrepareOptions, withinMs: number) {
  const { statementMs = 15_000 } = options;
  const mode = tellMode({ ...options, statementMs });
  async function prepare(client: pg.ClientBase): Promise<void> {
    await accept?.(client);
    if (client instanceof DatabaseClient) client.answerMs = statementMs + 5_000;
    await client.query(mode);
    await onConnect?.(createRawSql((query) => client.query(query)) as ConnectionStatements);
  }
  return async (client: pg.ClientBase): Promise<void> => {
    try {
      await withTimeout(withinMs, prepare(client));
    } catch (error) {
      // ▲ The pool tells of a failure once the connection has ended, and says good-bye first: to a peer that is gone, that takes for ever.
      if (client instanceof DatabaseClient) client.breakOff("its preparation failed");
      throw error;
    }
  };
}
