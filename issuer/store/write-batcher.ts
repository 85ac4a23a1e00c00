import pg from "pg";
import { createBatcher, type PendingCall } from "../../shared/concurrency/batcher.js";
import type { LockTimeout } from "../../shared/db/issuing/batch-fence.js";

interface GatherOptions<Call, Result> {
  /** Gives one result per call, in their order. */
  write(calls: Call[], patience?: LockTimeout): Promise<Result[]>;
  weigh(call: Call): number;
  /** PostgreSQL refused a statement for several calls. */
  onSplit(): void;
}

/** The lock timeout of a statement for several calls. After it, only the calls that need the locked row wait on. */
export const batchLockTimeout: LockTimeout = "250ms";

/** The most weight in one statement. A heavier call gets a statement of its own. */
const heaviest = 100;

/**
 * Merges into one statement all calls of one turn of the event loop, and all calls made during an earlier statement or in the pause
 * after it (`gather`): most of a statement's cost is its start and its commit. A call gets its result after the commit. If PostgreSQL
 * refuses a statement for several calls, it changed nothing. Each call then runs alone, so that no call fails because of another
 * call's data or locks.
 */
export function createWriteBatcher<Call, Result>({
  write,
  weigh,
  onSplit,
}: GatherOptions<Call, Result>): (call: Call) => Promise<Result> {
  async function serve(asked: PendingCall<Call, Result>[]): Promise<void> {
    const calls = asked.map(({ call }) => call);
    try {
      const results = await write(calls, asked.length > 1 ? batchLockTimeout : undefined);
      for (const [at, { resolve }] of asked.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (asked.length === 1 || !isRolledBack(error)) return asked.forEach(({ reject }) => void reject(error));
      onSplit();
      await Promise.all(asked.map((one) => serve([one])));
    }
  }

  return createBatcher(async (waiting) => {
    const statements = toStatements(waiting, weigh);
    await Promise.all(statements.map(serve));
    return waiting.length / statements.length;
  });
}

/** Splits the calls, in their order, into statements of the allowed weight. */
function toStatements<Call, Result>(
  waiting: PendingCall<Call, Result>[],
  weigh: (call: Call) => number,
): PendingCall<Call, Result>[][] {
  const statements: PendingCall<Call, Result>[][] = [];
  let left = 0;
  for (const asked of waiting) {
    const weight = weigh(asked.call);
    if (weight > left) {
      statements.push([]);
      left = heaviest;
    }
    statements.at(-1)?.push(asked);
    left -= weight;
  }
  return statements;
}

/**
 * PostgreSQL rejected the statement and rolled it back. False when the connection or server died (classes 08, 57P, 58, F0 and
 * XX): then it is unknown whether it committed. Source: PostgreSQL's manual, appendix A.
 */
export const isRolledBack = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|57P|58|F0|XX)/.test(error.code);
