import type pg from "pg";
import type { PrismaClient } from "../generated/client.js";
import { createRawSql } from "../sql/raw-sql.js";
import { type Connections, onlyShare, openConnections } from "./connections.js";
import { modeOf } from "./mode.js";
import { PatientPool } from "./patient-pool.js";

/** Part of `Database`, which is made from a pool. */
type ConnectionStatements = Pick<PrismaClient, "$queryRaw" | "$executeRaw">;

/** Connections that other kinds of work use as well, or an address: then it opens some of its own. */
export type Source = Connections | string;

export interface PoolOptions {
  /** How many this work may use at once. */
  connections?: number;
  /** Share in which this work counts, of connections with several. */
  share?: string;
  /** Time-out of own connections: the longest wait for one, free or new; three times that while the database answers others. */
  timeoutMs?: number;
  /** Uses of an own connection after which it is ended. By default it is kept. */
  usesOfOne?: number;
  /** The longest that one statement may run. */
  statementMs?: number;
  /** The longest that a statement may wait for a lock of another transaction. By default, as long as it may run. */
  lockMs?: number;
  /** Roll back a transaction after this idle time: its host may have died, and it still holds its locks. */
  abandonedMs?: number;
  /**
   * Use one generic plan for each prepared statement. By default, PostgreSQL may find that a plan for the actual values is
   * slightly better. Then it plans at every call, which takes longer than the call itself.
   */
  onePlan?: boolean;
  /**
   * A commit does not wait for the disk. A server that crashes may forget the last ones: only for what is harmless to do again.
   */
  mayForget?: boolean;
  /** The schemas in which names are looked up. By default `public`. */
  searchPath?: string;
  /** Runs before a new connection is used for this work. When it fails, the connection is not used. */
  onConnect?: (db: ConnectionStatements) => Promise<void>;
}

/** A pool of connections to PostgreSQL for one kind of work. All waiting has a timeout. */
export function openPool(from: Source, options: PoolOptions): PatientPool {
  const { connections: most = 10, share = onlyShare, timeoutMs, usesOfOne } = options;
  const isOwn = typeof from === "string";
  const times = { ...(timeoutMs !== undefined && { timeoutMs }), ...(usesOfOne !== undefined && { usesOfOne }) };
  const connections = isOwn ? openConnections(from, { connections: most, ...times }) : from;
  const close = () => (isOwn ? connections.close() : Promise.resolve());
  return new PatientPool(connections, workOf(connections, { ...options, share }), close);
}

function workOf({ places }: Connections, options: PoolOptions & { share: string }) {
  const { statementMs = 15_000, lockMs = 0, abandonedMs = 20_000, onePlan = false, mayForget = false } = options;
  const { share, connections, searchPath = "public", onConnect } = options;
  return {
    line: places.line(share, connections),
    mode: modeOf({ searchPath, statementMs, lockMs, abandonedMs, onePlan, mayForget }),
    answerMs: statementMs + 5_000,
    onConnect:
      onConnect &&
      ((client: pg.PoolClient) => onConnect(createRawSql((query) => client.query(query)) as ConnectionStatements)),
  };
}
