import type pg from "pg";
import type { PrismaClient } from "./generated/client.js";
import { PatientPool } from "./patient-pool.js";
import { createRawSql } from "./raw-sql.js";

/** Of `Database`, which is made from a pool. */
type Statements = Pick<PrismaClient, "$queryRaw" | "$executeRaw">;

export interface PoolOptions {
  connections?: number;
  /** After so many uses a connection is ended. By default it is kept. */
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
  /** Runs before a new connection is used. When it fails, the connection is not used. */
  onConnect?: (db: Statements) => Promise<void>;
}

/**
 * No parallel workers and no JIT compilation: starting workers, or compiling, takes ten times as long as nearly all of our
 * statements.
 */
const plain = ["max_parallel_workers_per_gather=0", "jit=off"];

/** A pool of connections to PostgreSQL. All waiting has a timeout. `settings` are PostgreSQL's, as `name=value`. */
export function openPool(
  url: string,
  {
    connections = 10,
    usesOfOne = Number.POSITIVE_INFINITY,
    statementMs = 15_000,
    lockMs = 0,
    abandonedMs = 20_000,
    onePlan = false,
    mayForget = false,
    onConnect,
  }: PoolOptions,
  { settings = [], pipeline = false }: { settings?: string[]; pipeline?: boolean } = {},
): pg.Pool {
  const all = [
    ...plain,
    ...(onePlan ? ["plan_cache_mode=force_generic_plan"] : []),
    ...(mayForget ? ["synchronous_commit=off"] : []),
    ...settings,
  ];
  const pool = new PatientPool({
    connectionString: url,
    // Tells in pg_stat_activity whose the connection is. An address may give another name.
    fallback_application_name: process.title,
    max: connections,
    maxUses: usesOfOne,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    query_timeout: statementMs + 5_000,
    idle_in_transaction_session_timeout: abandonedMs,
    options: all.map((setting) => `-c ${setting}`).join(" "),
    pipeline,
    ...(onConnect && {
      onConnect: (client: pg.ClientBase) => onConnect(createRawSql((query) => client.query(query)) as Statements),
    }),
    // The system's default delay is two hours. With 10 s, we notice an idle connection that a firewall dropped before we use it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on("error", () => undefined); // the pool replaces an idle connection that broke
  return pool;
}
