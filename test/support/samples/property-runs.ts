/** Continuous integration judges a change: what a new seed finds was there before it. */
const seedOfIntegration = 20_261_121;

/**
 * How a property test runs: a new seed each time, said on the terminal, or the one of PROPERTY_SEED; PROPERTY_RUNS
 * multiplies the number of cases. A failure prints the seed and the smallest counterexample by itself.
 */
export function propertyRuns(numRuns: number): { seed: number; numRuns: number } {
  const anew = process.env.CI ? seedOfIntegration : Math.floor(Math.random() * 2 ** 31);
  const seed = Number(process.env.PROPERTY_SEED ?? anew);
  const runs = Math.round(numRuns * Number(process.env.PROPERTY_RUNS ?? 1));
  console.log(`${runs} cases, seed ${seed}; to repeat: PROPERTY_SEED=${seed}`);
  return { seed, numRuns: runs };
}
