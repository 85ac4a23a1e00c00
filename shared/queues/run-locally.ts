import { createKeyedMutex } from "../concurrency/keyed-mutex.js";
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
  const running = createKeyedMutex(most);
  let isStopped = false;

  async function runOne(jobId: string, data: Data, release: () => void): Promise<void> {
    try {
      await work(jobId, data);
    } catch (error) {
      if (!(error instanceof BusyError)) log.warn({ jobId, error }, `${name} work without a job failed`);
    } finally {
      release();
    }
  }

  return {
    run(jobId, data) {
      if (running.isHeld(jobId)) return true;
      const release = isStopped ? undefined : running.tryAcquire(jobId);
      if (!release) return false;
      void runOne(jobId, data, release);
      return true;
    },
    stop() {
      isStopped = true;
    },
  };
}
