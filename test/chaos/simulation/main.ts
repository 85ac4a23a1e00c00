import { parseArgs } from "node:util";
import type { Mode } from "./circumstances.js";
import { describeViolation } from "./report.js";
import { simulate } from "./simulate.js";

const modes: readonly Mode[] = ["safety", "liveness"];

/** `npm run chaos -- --simulate --seeds 20000 [--from 0]`, or `--seed 7` for one run told from its beginning. */
export async function runSimulation(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      simulate: { type: "boolean" },
      seeds: { type: "string", default: "2000" },
      from: { type: "string", default: "0" },
      seed: { type: "string" },
    },
  });
  return values.seed === undefined
    ? runSeeds(readCount(values.from), readCount(values.seeds))
    : tellSeed(readCount(values.seed));
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`"${text}" is not a count`);
  return Number(text);
}

async function tellSeed(seed: number): Promise<boolean> {
  let isSound = true;
  for (const mode of modes) {
    const run = await simulate(seed, mode);
    console.log(`--- seed ${seed}, ${mode} mode, ${run.vouchers} vouchers`);
    console.log(run.lines.join("\n"));
    if (run.violation) isSound = false;
  }
  return isSound;
}

async function runSeeds(from: number, seeds: number): Promise<boolean> {
  const startedMs = performance.now();
  let vouchers = 0;
  for (let seed = from; seed < from + seeds; seed++) {
    for (const mode of modes) {
      const run = await simulate(seed, mode);
      vouchers += run.vouchers;
      if (!run.violation) continue;
      console.error(describeViolation(run));
      return false;
    }
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`${seeds} seeds from ${from}, both modes, ${vouchers} vouchers, ${seconds} s: no invariant broken`);
  return true;
}
