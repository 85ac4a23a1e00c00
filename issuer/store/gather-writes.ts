import pg from "pg";
import type { Patience } from "../../shared/db/issuing/batch-fence.js";
import { gather, type PendingCall } from "../../shared/gather.js";

interface GatherOptions<Call, Result> {
  /** Gives a result for each call, in their order. */
  write(calls: Call[], patience?: Patience): Promise<Result[]>;
  weigh(call: Call): number;
  /** The server refused a statement for several. */
  onSplit(): void;
}

/** A row that is held longer than this is waited for by those alone who need it. */
export const briefPatience: Patience = "250ms";

/** What one statement may take; a call that weighs more has one of its own. */
const heaviest = 100;

/**
 * Writes in one statement for all who ask in one turn of the event loop, or while an earlier one is under way: most of what a
 * statement costs is its beginning and its commit. Whoever asks is answered once it is committed. A statement for several that
 * the server refused has changed nothing: each then goes alone, so that nobody suffers for what another brought, or holds.
 */
export function gatherWrites<Call, Result>({
  write,
  weigh,
  onSplit,
}: GatherOptions<Call, Result>): (call: Call) => Promise<Result> {
  async function serve(asked: PendingCall<Call, Result>[]): Promise<void> {
    const calls = asked.map(({ call }) => call);
    try {
      const results = await write(calls, asked.length > 1 ? briefPatience : undefined);
      for (const [at, { resolve }] of asked.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (asked.length === 1 || !isRolledBack(error)) return asked.forEach(({ reject }) => void reject(error));
      onSplit();
      await Promise.all(asked.map((one) => serve([one])));
    }
  }

  return gather((waiting) => Promise.all(toStatements(waiting, weigh).map(serve)));
}

/** In their order, as many in each as it may take. */
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
 * The server refused the statement for what it said, or met. Not so of one that ended with its connection, or with the server
 * (classes 08, 57P, 58, F0 and XX): nobody knows what that did. Source: PostgreSQL's manual, appendix A.
 */
export const isRolledBack = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|57P|58|F0|XX)/.test(error.code);
