import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "./generated/client.js";
import { createRawSql } from "./raw-sql.js";

export type Database = PrismaClient;

/** Runs queries: the database itself, or one of its transactions. */
export type Transaction = Prisma.TransactionClient;

interface PoolOptions {
  connections?: number;
  /** Roll back a transaction after this idle time: its host may have died, and it still holds its locks. */
  abandonedMs?: number;
  /**
   * Use one generic plan for each prepared statement. By default, PostgreSQL may find that a plan for the actual values is
   * slightly better. Then it plans at every call, which takes longer than the call itself.
   */
  onePlan?: boolean;
}

/**
 * No parallel workers and no JIT compilation: starting workers, or compiling, takes ten times as long as nearly all of our
 * statements.
 */
const plain = ["-c max_parallel_workers_per_gather=0", "-c jit=off"];

/** A pool of connections to PostgreSQL. All waiting has a timeout. */
export function openDatabase(
  url: string,
  { connections = 10, abandonedMs = 20_000, onePlan = false }: PoolOptions = {},
): { db: Database; close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: abandonedMs,
    options: [...plain, ...(onePlan ? ["-c plan_cache_mode=force_generic_plan"] : [])].join(" "),
    // The system's default delay is two hours. With 10 s, we notice an idle connection that a firewall dropped before we use it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on("error", () => undefined); // the pool replaces an idle connection that broke
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  });
  const close = async () => {
    await prisma.$disconnect();
    await pool.end();
  };
  return { db: withRawSql(prisma, pool), close };
}

/** The Prisma client, with its raw statements outside transactions replaced by ours. */
function withRawSql(prisma: PrismaClient, pool: pg.Pool): Database {
  const raw: Record<string | symbol, unknown> = createRawSql(pool);
  return new Proxy(prisma, {
    get(client, name) {
      const value = raw[name] ?? Reflect.get(client, name);
      // Bind to the client and not to the proxy: a transaction must use Prisma's own raw statements.
      return typeof value === "function" && typeof name === "string" && name.startsWith("$")
        ? value.bind(client)
        : value;
    },
  });
}
