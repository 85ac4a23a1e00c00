import { Prisma } from "../../../shared/db/generated/client.js";
import type { Database, Transaction } from "../../../shared/db/pool/database.js";
import type { PreparedStatement } from "../../../shared/db/sql/prepared.js";

/** Stands where a database or a transaction of one is asked for. */
export type Recorder = Database & Transaction;

/** A function's call on the recorder, alone or with the rows that its statements find, in their order. */
export type GoldenCall = Call | { send: Call; rows: object[][] };
export type GoldenCalls = Record<string, GoldenCall>;
type Call = (db: Recorder) => unknown;

/** A statement as PostgreSQL gets it. One that was prepared has a name. */
export interface RecordedStatement {
  name?: string;
  text: string;
}

/** Keeps what a call sends. Nothing is found and nothing is changed, but for the given rows. */
export async function recordStatements(golden: GoldenCall): Promise<RecordedStatement[]> {
  const { send, rows } = typeof golden === "function" ? { send: golden, rows: [] } : golden;
  const statements: RecordedStatement[] = [];
  const take = (query: TemplateStringsArray | PreparedStatement, values: unknown[]): object[] => {
    const { text } = "raw" in query ? Prisma.sql(query, ...values) : query;
    statements.push({ ...("name" in query && { name: query.name }), text });
    return rows[statements.length - 1] ?? [];
  };
  const recorder = {
    $queryRaw: async (query: PreparedStatement, ...values: unknown[]) => take(query, values),
    $executeRaw: async (query: PreparedStatement, ...values: unknown[]) => take(query, values).length,
    $transaction: (work: (tx: unknown) => unknown) => work(recorder),
  } as unknown as Recorder;
  await send(recorder);
  return statements;
}
