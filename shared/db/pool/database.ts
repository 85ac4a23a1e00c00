import type { Prisma, PrismaClient } from "../generated/client.js";
import { createRawSql, toWholeNumber } from "../sql/raw-sql.js";
import type { PatientPool } from "./patient-pool.js";
import { openPool, type PoolOptions, type Source } from "./pool.js";
import { openPrisma } from "./prisma.js";

export type Database = PrismaClient;

/** Runs queries: the database itself, or one of its transactions. */
export type Transaction = Prisma.TransactionClient;

/** Runs hand-written statements. */
export type Statements = Pick<Database, "$queryRaw" | "$executeRaw">;

/** Connections to PostgreSQL. Their statements see the rows of all companies. All waiting has a timeout. */
export function openDatabase(from: Source, options: PoolOptions = {}): { db: Database; close: () => Promise<void> } {
  const { pool, close } = openPool(from, options);
  const prisma = openPrisma(pool);
  return {
    db: withRawSql(prisma.get, pool),
    async close() {
      await prisma.close();
      await close();
    },
  };
}

/** The Prisma client, with its raw statements outside transactions replaced by ours. */
function withRawSql(prisma: () => PrismaClient, pool: PatientPool): Database {
  const own: Record<string | symbol, unknown> = {
    ...createRawSql((query) => pool.runOnce((client) => client.query(query))),
    $transaction: (work: (tx: Transaction) => Promise<unknown>, options?: object) =>
      prisma().$transaction((tx) => work(withNumbers(tx)), options),
  };
  return new Proxy({} as Database, {
    get(_database, name) {
      if (own[name]) return own[name];
      const client = prisma();
      const value = Reflect.get(client, name);
      // Bind to the client and not to the proxy: a transaction must use Prisma's own raw statements.
      return typeof value === "function" && typeof name === "string" && name.startsWith("$")
        ? value.bind(client)
        : value;
    },
  });
}

/** A transaction whose raw statements give whole numbers of 64 bits as numbers, as ours do. Prisma's engine gives BigInt. */
export const withNumbers = (tx: Transaction): Transaction =>
  new Proxy(tx, {
    get(target, name) {
      if (name !== "$queryRaw") return Reflect.get(target, name);
      return async (...query: Parameters<Statements["$queryRaw"]>) =>
        (await target.$queryRaw<object[]>(...query)).map((row) =>
          Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toNumbers(value)])),
        );
    },
  });

function toNumbers(value: unknown): unknown {
  if (typeof value === "bigint") return toWholeNumber(value);
  return Array.isArray(value) ? value.map(toNumbers) : value;
}
