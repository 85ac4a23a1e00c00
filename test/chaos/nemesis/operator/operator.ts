import { setTimeout as sleep } from "node:timers/promises";
import { contingenciesByHand, unverifiedNumbers } from "./contingencies.js";
import type { Desk, Waiting } from "./desk.js";
import { waitingIssuances } from "./issuances.js";
import { refusedReports } from "./reports.js";

export interface Operator {
  /** What the operator leaves as it is, for good. */
  leaves(name: string): boolean;
  /** The faults are over: begins nothing by hand any more. */
  calmDown(): void;
  stop(): Promise<void>;
  /** What was said, as often as it was said. */
  said: string[];
}

const looksEveryMs = 3_000;
const againMs = 10_000;
/** A company lives with so many numberings that stand still. */
const mostLeft = 2;

/**
 * The slow operator of one company: decides by the authority's books what only a person can decide, 20 to 130 seconds after it came
 * up, one thing after the other, with the command line. Leaves some of it for good.
 */
export function startOperator(desk: Desk, { contingency }: { contingency: boolean }): Operator {
  const { random } = desk;
  const said: string[] = [];
  /** When each is decided. */
  const plan = new Map<string, number>();
  const left = new Set<string>();
  let isStopped = false;
  let isCalm = false;
  const byHand = contingenciesByHand(desk);

  const tell = (words: string | undefined) => words !== undefined && said.push(words);

  function planFor({ name, mayBeLeft }: Waiting): number {
    const known = plan.get(name);
    if (known !== undefined) return known;
    const isLeft = mayBeLeft && left.size < mostLeft && random.chance(0.12);
    if (isLeft) left.add(name);
    const atMs = isLeft ? Number.POSITIVE_INFINITY : performance.now() + random.integer(20_000, 130_000);
    plan.set(name, atMs);
    return atMs;
  }

  async function look(): Promise<void> {
    const lists = [waitingIssuances, ...(contingency ? [refusedReports, unverifiedNumbers] : [])];
    const waiting = (await Promise.all(lists.map((list) => list(desk)))).flat();
    for (const name of plan.keys()) if (!left.has(name) && !waiting.some((one) => one.name === name)) plan.delete(name);
    const [next] = waiting
      .map((one) => ({ ...one, atMs: planFor(one) }))
      .filter(({ atMs }) => atMs <= performance.now())
      .sort((one, other) => one.atMs - other.atMs);
    if (contingency) tell(await byHand.look(!isCalm));
    if (!next) return;
    plan.set(next.name, performance.now() + againMs);
    tell(await next.decide());
  }

  const working = (async () => {
    while (!isStopped) {
      // The database, Redis and the authority are away at times: then the operator looks again.
      await look().catch(() => undefined);
      await sleep(looksEveryMs);
    }
  })();
  return {
    said,
    leaves: (name) => left.has(name),
    calmDown() {
      isCalm = true;
    },
    stop() {
      isStopped = true;
      return working;
    },
  };
}
