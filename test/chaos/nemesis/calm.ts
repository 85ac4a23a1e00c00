import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Exchange } from "../../support/readers/exchange.js";
import type { Violation } from "../../support/readers/violations.js";
import { takeOurNumber } from "./person-faults.js";
import { placeOf } from "./places.js";
import type { SharedSequence } from "./sequences.js";
import { settleWithinMs } from "./settle.js";
import { readStanding } from "./waits.js";

export interface Calm {
  seconds: number;
  /** How many sequences stood still meanwhile, for want of a decision. */
  standing: number;
  /** How many sales were answered meanwhile. */
  sold: number;
  violations: Violation[];
}

const leastMs = 15_000;

/**
 * The faults are over, and clients go on. One numbering of a company comes to wait for a slow person: meanwhile every sequence that waits
 * for nobody must issue, of the same company and of the others.
 */
export async function sellWhileOneWaits(system: System, sequences: SharedSequence[]): Promise<Calm> {
  for (const exclusive of sequences.filter(({ isExclusive }) => isExclusive))
    if (await takeOurNumber(system, exclusive)) break;
  const fromMs = performance.now();
  const passed = () => performance.now() - fromMs;
  let standing = new Set<string>();
  for (;;) {
    const sold = soldSince(system.told, fromMs);
    const violations = judgeCalm(sequences.map(placeOf), sold, standing);
    const isOver = passed() > settleWithinMs;
    if ((violations.length === 0 && passed() > leastMs) || isOver)
      return {
        seconds: Math.round(passed() / 1_000),
        standing: standing.size,
        sold: [...sold.values()].reduce((sum, count) => sum + count, 0),
        violations,
      };
    await sleep(500);
    standing = new Set([...standing, ...(await readStanding(system)).map(({ place }) => place)]);
  }
}

/** Where nothing was sold although nobody has to decide anything there. */
export const judgeCalm = (places: string[], sold: Map<string, number>, standing: Set<string>): Violation[] =>
  places
    .filter((place) => !standing.has(place) && !sold.has(place))
    .map((place) => ({ invariant: "I10 I14", text: `nothing was sold on ${place}, which waits for nobody` }));

/** How many sales of each sequence were answered with a voucher since then. */
function soldSince(told: Exchange[], fromMs: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { company, production, body, answer } of told) {
    if (!answer || answer.atMs < fromMs || answer.status > 201) continue;
    const place = placeOf({
      company,
      production,
      posNumber: Number(body.posNumber),
      voucherType: Number(body.voucherType),
    });
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}
