/** Continuous integration uses a fixed seed: a new one could fail because of an older bug, not because of the change. */
const seedOfIntegration = 20_261_121;

/** How many of `runs` to do: all of them, or the share that PROPERTY_RUNS sets. `npm run test:unit` sets a tenth. */
export const scaledRuns = (runs: number): number =>
  Math.max(1, Math.round(runs * Number(process.env.PROPERTY_RUNS ?? 1)));

/**
 * The settings of a property test. The seed is new each time and printed; PROPERTY_SEED sets it, and PROPERTY_RUNS multiplies
 * the number of cases. When the test fails, fast-check prints the seed and the smallest counterexample.
 */
export function propertyRuns(numRuns: number): { seed: number; numRuns: number } {
  const fresh = process.env.CI ? seedOfIntegration : Math.floor(Math.random() * 2 ** 31);
  const seed = Number(process.env.PROPERTY_SEED ?? fresh);
  const runs = scaledRuns(numRuns);
  console.log(`${runs} cases, seed ${seed}; to repeat: PROPERTY_SEED=${seed}`);
  return { seed, numRuns: runs };
}
