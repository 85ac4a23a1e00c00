import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./generated/client.js";

export type Database = PrismaClient;

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
  const db = new PrismaClient({ adapter });
  return { db, close: () => db.$disconnect() };
}
