import type { Log } from "../logging/log.js";
import { BusyError } from "./errors.js";

interface Runner<Data> {
  run(jobId: string, data: Data): boolean;
  stop(): void;
}

/** Runs jobs of a queue in this process, at most `most` at once, each id once. */
export function createLocalExecutor<Data>(
  name: string,
  { most, log, work }: { most: number; log: Log; work(jobId: string, data: Data): Promise<unknown> },
): Runner<Data> {
  const running = new Set<string>();
  let isStopped = false;

  async function runOne(jobId: string, data: Data): Promise<void> {
    try {
      await work(jobId, data);
    } catch (error) {
      if (!(error instanceof BusyError)) log.warn({ jobId, error }, `${name} work without a job failed`);
    } finally {
      running.delete(jobId);
    }
  }

  return {
    run(jobId, data) {
      if (running.has(jobId)) return true;
      if (isStopped || running.size >= most) return false;
      running.add(jobId);
      void runOne(jobId, data);
      return true;
    },
    stop() {
      isStopped = true;
    },
  };
}
