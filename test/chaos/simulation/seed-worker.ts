import { parentPort } from "node:worker_threads";
import { type Forcible, modes } from "./circumstances.js";
import { type Run, simulate } from "./simulate.js";

/** The seeds from `from` to `until`, without `until`. */
export interface SeedChunk {
  from: number;
  until: number;
  forced: readonly Forcible[];
}

export interface ChunkResult {
  vouchers: number;
  /** The first run that broke an invariant. The seeds after it did not run. */
  broken: Run | undefined;
}

async function runChunk({ from, until, forced }: SeedChunk): Promise<ChunkResult> {
  let vouchers = 0;
  for (let seed = from; seed < until; seed++) {
    for (const mode of modes) {
      const run = await simulate(seed, mode, { forced });
      vouchers += run.vouchers;
      if (run.violation) return { vouchers, broken: run };
    }
  }
  return { vouchers, broken: undefined };
}

parentPort?.on("message", (chunk: SeedChunk) => void runChunk(chunk).then((result) => parentPort?.postMessage(result)));
