import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "./generated/client.js";
import { createRawSql } from "./raw-sql.js";

export type Database = PrismaClient;

/** What a query runs on: the database itself, or a transaction of it. */
export type Transaction = Prisma.TransactionClient;

interface PoolOptions {
  connections?: number;
  /** A transaction whose client has said nothing for this long is rolled back: its host may be gone, its locks are not. */
  abandonedMs?: number;
  /**
   * One plan for each prepared statement, whatever its values. Left to itself the server may hold a plan for the very values to
   * be a little better, and then makes one at every call, which takes longer than the call.
   */
  onePlan?: boolean;
}

/**
 * One process of the server's for each statement, and no machine code made for it: to start helpers, or to compile, takes ten
 * times as long as nearly all of them.
 */
const plain = ["-c max_parallel_workers_per_gather=0", "-c jit=off"];

/** A pool of connections to PostgreSQL. Times out instead of waiting for ever for a database that is away. */
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
    // The system's own delay is two hours: an idle connection that a firewall forgot is noticed before it is used.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on("error", () => undefined); // a connection that broke while nobody used it is replaced
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

/** The client, but for the raw statements outside transactions. */
function withRawSql(prisma: PrismaClient, pool: pg.Pool): Database {
  const raw: Record<string | symbol, unknown> = createRawSql(pool);
  return new Proxy(prisma, {
    get(client, name) {
      const value = raw[name] ?? Reflect.get(client, name);
      // Not the proxy: a transaction takes its statements from the client that it was begun on.
      return typeof value === "function" && typeof name === "string" && name.startsWith("$")
        ? value.bind(client)
        : value;
    },
  });
}
