import type pg from "pg";
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

/** Preparation of each new connection of a pool, once. */
export function createPreparation({ accept, onConnect, ...options }: PrepareOptions) {
  const { statementMs = 15_000 } = options;
  const mode = tellMode({ ...options, statementMs });
  return async (client: pg.ClientBase): Promise<void> => {
    await accept?.(client);
    if (client instanceof DatabaseClient) client.answerMs = statementMs + 5_000;
    await client.query(mode);
    await onConnect?.(createRawSql((query) => client.query(query)) as ConnectionStatements);
  };
}
