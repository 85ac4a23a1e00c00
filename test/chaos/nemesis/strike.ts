import { authorityFaults } from "./authority-faults.js";
import type { Fault } from "./fault.js";
import { networkFaults } from "./network-faults.js";
import { personFaults } from "./person-faults.js";
import { processFaults } from "./process-faults.js";
import { serverFaults } from "./server-faults.js";
import type { Victim } from "./targets.js";

export interface Struck {
  /** How often each fault struck. */
  counts: Map<string, number>;
  /** Faults that threw, for example because they could not be undone: the result of such a run proves nothing. */
  failures: string[];
}

/** The most faults at once. */
const hands = 3;

/** Strikes random faults until `isOver`. Each fault undoes itself, and no two act on the same thing at once. */
export async function strikeUntil(victim: Victim, isOver: () => boolean): Promise<Struck> {
  // Faults of PostgreSQL and Redis themselves, and those after which a person must decide, come less often than the others.
  const kinds = [
    { list: processFaults, weight: 3 },
    { list: networkFaults, weight: 3 },
    { list: authorityFaults, weight: 3 },
    { list: serverFaults, weight: 1 },
    { list: personFaults, weight: 1 },
  ];
  const weighted = kinds.flatMap(({ list, weight }) => Array<Fault[]>(weight).fill(list(victim)));
  const touched = new Set<string>();
  const struck: Struck = { counts: new Map(), failures: [] };

  async function strikeOnce(fault: Fault): Promise<void> {
    for (const target of fault.touches) touched.add(target);
    const end = victim.disturbances.begin(fault.touches);
    struck.counts.set(fault.name, (struck.counts.get(fault.name) ?? 0) + 1);
    try {
      await fault.strike(victim);
    } catch (error) {
      struck.failures.push(`${fault.name}: ${error}`);
    }
    end();
    for (const target of fault.touches) touched.delete(target);
  }

  const hand = async (): Promise<void> => {
    while (!isOver()) {
      await victim.pause(victim.random.integer(100, 2_500));
      const fault = victim.random.pick(victim.random.pick(weighted));
      if (!isOver() && !fault.touches.some((target) => touched.has(target))) await strikeOnce(fault);
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return struck;
}
