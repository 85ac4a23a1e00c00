import pg from "pg";
import { turnAfter } from "../gather-reads.js";
import type { Patience } from "./wanted-sequences.js";

interface Asked<Call, Result> {
  call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** A row that is held longer than this is waited for by those alone who need it. */
const patienceOfSeveral: Patience = "100ms";

/** What one statement may take; a call that weighs more has one of its own. */
const heaviest = 100;

/**
 * Writes in one statement for all who ask in one turn of the event loop, or while an earlier one is under way: most of what a
 * statement costs is its beginning and its commit. Whoever asks is answered once it is committed. A statement for several that
 * the server refused has changed nothing: each then goes alone, so that nobody suffers for what another brought, or holds.
 * @param write gives a result for each call, in their order
 */
export function gatherWrites<Call, Result>(
  write: (calls: Call[], patience?: Patience) => Promise<Result[]>,
  weigh: (call: Call) => number,
): (call: Call) => Promise<Result> {
  let line: Asked<Call, Result>[] = [];
  let earlier = Promise.resolve();
  let isServing = false;

  async function serveLine(): Promise<void> {
    isServing = true;
    while (line.length > 0) {
      await turnAfter(earlier);
      const heavy = firstHeavy(line, weigh);
      const asked = line.slice(0, heavy);
      line = line.slice(heavy);
      earlier = serve(asked);
    }
    isServing = false;
  }

  async function serve(asked: Asked<Call, Result>[]): Promise<void> {
    const calls = asked.map(({ call }) => call);
    try {
      const results = await write(calls, asked.length > 1 ? patienceOfSeveral : undefined);
      for (const [at, { resolve }] of asked.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (asked.length > 1 && isRolledBack(error)) await Promise.all(asked.map((one) => serve([one])));
      else for (const { reject } of asked) reject(error);
    }
  }

  return (call) =>
    new Promise((resolve, reject) => {
      line.push({ call, resolve, reject });
      if (!isServing) void serveLine();
    });
}

/** The place of the first that one statement has no room for. */
function firstHeavy<Call, Result>(line: Asked<Call, Result>[], weigh: (call: Call) => number): number {
  let weight = 0;
  const at = line.findIndex(({ call }, place) => {
    weight += weigh(call);
    return place > 0 && weight > heaviest;
  });
  return at === -1 ? line.length : at;
}

/** The server answered with an error of the statement's. Of one that ends the connection nobody knows what it did. */
const isRolledBack = (error: unknown) => error instanceof pg.DatabaseError && error.severity === "ERROR";
