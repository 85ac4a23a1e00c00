import { describe, expect, test } from "vitest";
import { modes } from "../../chaos/simulation/circumstances.js";
import { type Mutation, mutations } from "../../chaos/simulation/mutations.js";
import { type Run, simulate } from "../../chaos/simulation/simulate.js";
import { scaledRuns } from "../../support/samples/property-runs.js";

/** Source: test/chaos/README.md, "Mutation rule". */
async function findViolation(
  { guards, circumstances = {}, harmOnly }: Mutation,
  seeds: number,
): Promise<Run | undefined> {
  for (let seed = 0; seed < seeds; seed++) {
    for (const mode of modes) {
      const run = await simulate(seed, mode, { guards, circumstances, ignored: harmOnly ? ["I4", "I5", "I10"] : [] });
      if (run.violation) return run;
    }
  }
  return undefined;
}

describe("without one of its safety mechanisms the simulation finds a violation", () => {
  test.each(mutations.filter(({ redundant }) => !redundant))(
    "$name",
    async (mutation) => {
      const run = await findViolation(mutation, 2_000);
      expect(run?.violation, `${mutation.removes}: not detected in 2 000 seeds`).toBeDefined();
      console.log(
        `${mutation.name}: seed ${run?.seed}, ${run?.mode}: ${run?.violation?.invariant} ${run?.violation?.what}`,
      );
    },
    180_000,
  );
});

describe("a redundant mechanism can be removed without a violation", () => {
  test.each(mutations.filter(({ redundant }) => redundant))(
    "$name: $redundant",
    async (mutation) => {
      expect((await findViolation(mutation, scaledRuns(150)))?.violation).toBeUndefined();
    },
    180_000,
  );
});
