import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "./generated/client.js";

export type Database = PrismaClient;

/** What a query runs on: the database itself, or a transaction of it. */
export type Transaction = Prisma.TransactionClient;

/** A pool of connections to PostgreSQL. Times out instead of waiting for ever for a database that is away. */
export function openDatabase(url: string, { connections = 10 } = {}): { db: Database; close: () => Promise<void> } {
  const adapter = new PrismaPg({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    keepAlive: true,
  });
  const db = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 20_000 } });
  return { db, close: () => db.$disconnect() };
}
