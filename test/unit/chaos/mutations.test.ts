import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { type Mode, modes } from "../../chaos/simulation/circumstances.js";
import { allGuards } from "../../chaos/simulation/guards.js";
import found from "../../chaos/simulation/mutations/found.json" with { type: "json" };
import { type Mutation, mutations } from "../../chaos/simulation/mutations.js";
import { type Run, simulate } from "../../chaos/simulation/simulate.js";
import { scaledRuns } from "../../support/samples/property-runs.js";

/** Where each mutation was found last. A change of the simulated code may move it. */
const places: Record<string, { seed: number; mode: string } | undefined> = found;

type Circumstances = NonNullable<Mutation["circumstances"]>;

/** Of each circumstances, by what else a run is determined by: whether it is without a violation while no mechanism is removed. */
const wholeRuns = new Map<Circumstances | undefined, Map<string, boolean>>();

/** Whether nothing breaks with every mechanism. Many mutations are found by the same seed in the same circumstances, so that each is run once. */
async function isWhole({ circumstances }: Mutation, seed: number, mode: Mode, ignored: string[]): Promise<boolean> {
  const runs = wholeRuns.get(circumstances) ?? new Map<string, boolean>();
  wholeRuns.set(circumstances, runs);
  const name = [seed, mode, ...ignored].join();
  const known = runs.get(name);
  if (known !== undefined) return known;
  const { violation } = await simulate(seed, mode, { guards: allGuards, circumstances: circumstances ?? {}, ignored });
  runs.set(name, violation === undefined);
  return violation === undefined;
}

/** The run of this seed if it breaks an invariant without the mechanism and none with it: what breaks both is a fault of the product or of the model. */
async function findAt(mutation: Mutation, seed: number, mode: Mode) {
  const { guards, circumstances = {}, harmOnly } = mutation;
  const ignored = harmOnly ? ["I4", "I5", "I10"] : [];
  const run = await simulate(seed, mode, { guards, circumstances, ignored });
  return run.violation && (await isWhole(mutation, seed, mode, ignored)) ? run : undefined;
}

/** Source: test/chaos/README.md, "Mutation rule". */
async function findViolation(mutation: Mutation, seeds: number): Promise<Run | undefined> {
  for (let seed = 0; seed < seeds; seed++) {
    for (const mode of modes) {
      const run = await findAt(mutation, seed, mode);
      if (run) return run;
    }
  }
  return undefined;
}

/** Looks where the mutation was found last, if it is still found there. */
async function findAgain(mutation: Mutation): Promise<Run | undefined> {
  const place = places[mutation.name];
  const mode = modes.find((one) => one === place?.mode);
  return place && mode && findAt(mutation, place.seed, mode);
}

/** Run that searches each mutation from the first seed, and writes where it is found. Others do so only where one has moved. */
const isWritten = Boolean(process.env.UPDATE_FOUND);
/** Seeds of a search, and its time: hundreds of seeds take minutes. */
const [mostSeeds, searchMs] = [4_000, 3_600_000];

const foundNow: typeof places = {};
afterAll(() => {
  if (!isWritten) return;
  const file = path.join(projectFolder, "test/chaos/simulation/mutations/found.json");
  const lines = mutations.flatMap(({ name }) => {
    const place = foundNow[name] ?? places[name];
    return place ? [`  ${JSON.stringify(name)}: { "seed": ${place.seed}, "mode": "${place.mode}" }`] : [];
  });
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
});

describe("without one of its safety mechanisms the simulation finds a violation", () => {
  test.each(mutations.filter(({ redundant }) => !redundant))(
    "$name",
    async (mutation) => {
      const run = (!isWritten && (await findAgain(mutation))) || (await findViolation(mutation, mostSeeds));
      expect(run?.violation, `${mutation.removes}: not detected in ${mostSeeds} seeds`).toBeDefined();
      console.log(
        `${mutation.name}: seed ${run?.seed}, ${run?.mode}: ${run?.violation?.invariant} ${run?.violation?.what}`,
      );
      if (run) foundNow[mutation.name] = { seed: run.seed, mode: run.mode };
    },
    searchMs,
  );
});

describe("a redundant mechanism can be removed without a violation", () => {
  test.each(mutations.filter(({ redundant }) => redundant))(
    "$name: $redundant",
    async (mutation) => {
      expect((await findViolation(mutation, scaledRuns(150, 1, 8)))?.violation).toBeUndefined();
    },
    searchMs,
  );
});
