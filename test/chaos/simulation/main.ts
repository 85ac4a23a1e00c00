import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { programFile } from "../../../shared/assets/assets.js";
import { progressBar } from "../../bench/progress-bar.js";
import { type Forcible, forcible, modes } from "./circumstances.js";
import { describeViolation } from "./report.js";
import type { ChunkResult, SeedChunk } from "./seed-worker.js";
import { type Run, simulate } from "./simulate.js";

const chunkSize = 50;

/** `npm run chaos -- --simulate --seeds 20000 [--from 0]`, or `--seed 7` to print one run from its beginning. `--with dayRolls` forces a fault. */
export async function runSimulation(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      simulate: { type: "boolean" },
      seeds: { type: "string", default: "2000" },
      from: { type: "string", default: "0" },
      seed: { type: "string" },
      with: { type: "string", multiple: true, default: [] },
    },
  });
  const forced = values.with.map(readForcible);
  return values.seed === undefined
    ? runSeeds(readCount(values.from), readCount(values.seeds), forced)
    : tellSeed(readCount(values.seed), forced);
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`"${text}" is not a count`);
  return Number(text);
}

function readForcible(text: string): Forcible {
  const known = forcible.find((name) => name === text);
  if (!known) throw new RangeError(`"${text}" is none of ${forcible.join(", ")}`);
  return known;
}

async function tellSeed(seed: number, forced: Forcible[]): Promise<boolean> {
  let isSound = true;
  for (const mode of modes) {
    const run = await simulate(seed, mode, { forced });
    console.log(`--- seed ${seed}, ${mode} mode, ${run.vouchers} vouchers`);
    console.log(run.lines.join("\n"));
    if (run.violation) isSound = false;
  }
  return isSound;
}

/** Runs the seeds in chunks, one thread for each processor. Reports the lowest seed that breaks an invariant. */
async function runSeeds(from: number, seeds: number, forced: Forcible[]): Promise<boolean> {
  const startedMs = performance.now();
  const showProgress = progressBar("seeds", seeds);
  let next = from;
  let done = 0;
  let vouchers = 0;
  let broken: Run | undefined;

  const takeChunk = (): SeedChunk | undefined => {
    if (broken || next >= from + seeds) return undefined;
    const chunk = { from: next, until: Math.min(next + chunkSize, from + seeds), forced };
    next = chunk.until;
    return chunk;
  };
  const threads = Array.from({ length: Math.min(availableParallelism(), seeds) }, () =>
    runThread(takeChunk, (chunk, result) => {
      done += chunk.until - chunk.from;
      vouchers += result.vouchers;
      if (result.broken && (!broken || result.broken.seed < broken.seed)) broken = result.broken;
      showProgress(done);
    }),
  );
  await Promise.all(threads);

  if (broken) {
    console.error(describeViolation(broken));
    return false;
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`${seeds} seeds from ${from}, both modes, ${vouchers} vouchers, ${seconds} s: no invariant broken`);
  return true;
}

async function runThread(
  takeChunk: () => SeedChunk | undefined,
  over: (chunk: SeedChunk, result: ChunkResult) => void,
): Promise<void> {
  const worker = new Worker(programFile("test/chaos/simulation/seed-worker"));
  try {
    for (let chunk = takeChunk(); chunk; chunk = takeChunk()) {
      worker.postMessage(chunk);
      const [result] = (await once(worker, "message")) as [ChunkResult];
      over(chunk, result);
    }
  } finally {
    await worker.terminate();
  }
}
