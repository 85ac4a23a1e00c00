import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "./generated/client.js";

export type Database = PrismaClient;

/** What a query runs on: the database itself, or a transaction of it. */
export type Transaction = Prisma.TransactionClient;

interface PoolOptions {
  connections?: number;
  /** A transaction whose client has said nothing for this long is rolled back: its host may be gone, its locks are not. */
  abandonedMs?: number;
}

/** A pool of connections to PostgreSQL. Times out instead of waiting for ever for a database that is away. */
export function openDatabase(
  url: string,
  { connections = 10, abandonedMs = 20_000 }: PoolOptions = {},
): { db: Database; close: () => Promise<void> } {
  const adapter = new PrismaPg({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: abandonedMs,
    // The system's own delay is two hours: an idle connection that a firewall forgot is noticed before it is used.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const db = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 20_000 } });
  return { db, close: () => db.$disconnect() };
}
