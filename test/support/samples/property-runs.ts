import { inGate, noteLeftOut } from "../groups.js";

/** Continuous integration uses a fixed seed: a new one could fail because of an older bug, not because of the change. */
const seedOfIntegration = 20_261_121;

/** The gate does a tenth, unless PROPERTY_RUNS says otherwise. */
const share = Number(process.env.PROPERTY_RUNS ?? (inGate ? 0.1 : 1));

/**
 * How many of `runs` to do: all of them, a tenth in the gate and no more than `mostInGate`, or the share that PROPERTY_RUNS sets; never fewer
 * than `least`.
 */
export function scaledRuns(runs: number, least = 1, mostInGate = runs): number {
  const most = inGate ? mostInGate : Number.POSITIVE_INFINITY;
  const scaled = Math.max(least, Math.min(most, Math.round(runs * share)));
  noteLeftOut("random", runs - scaled);
  return scaled;
}

/**
 * The settings of a property test. The seed is new each time and printed; PROPERTY_SEED sets it, and PROPERTY_RUNS multiplies
 * the number of cases. When the test fails, fast-check prints the seed and the smallest counterexample.
 */
export function propertyRuns(numRuns: number, { mostInGate = numRuns } = {}): { seed: number; numRuns: number } {
  const fresh = process.env.CI ? seedOfIntegration : Math.floor(Math.random() * 2 ** 31);
  const seed = Number(process.env.PROPERTY_SEED ?? fresh);
  const runs = scaledRuns(numRuns, 1, mostInGate);
  console.log(`${runs} cases, seed ${seed}; to repeat: PROPERTY_SEED=${seed}`);
  return { seed, numRuns: runs };
}
