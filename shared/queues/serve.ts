import { DelayedError, type Job, UnrecoverableError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { z } from "zod";
import type { Log } from "../log.js";
import type { QueueContract } from "./define-queue.js";
import { BusyError, FinalError } from "./errors.js";

export interface Serving {
  close(): Promise<void>;
}

interface ServeOptions<Data, Result> {
  connection: Redis;
  concurrency: number;
  /** The most jobs that all who serve the queue begin in a minute, evenly spread; 0 or none is no limit. */
  perMinute?: number;
  log: Log;
  process: (data: Data, job: Job) => Promise<Result>;
}

/**
 * The consuming side of a queue, and the only place that knows how a processor's four endings map to BullMQ: a result,
 * FinalError (never again), BusyError (later, no attempt spent), any other error (tried again with back-off).
 */
export function serve<Data extends z.ZodType, Result extends z.ZodType>(
  contract: QueueContract<Data, Result>,
  { connection, concurrency, perMinute = 0, log, process }: ServeOptions<z.output<Data>, z.output<Result>>,
): Serving {
  const run = async (job: Job, token?: string): Promise<z.output<Result>> => {
    const data = contract.data.safeParse(job.data);
    if (!data.success) throw new UnrecoverableError(`job data is not of the contract: ${data.error.message}`);
    try {
      return await process(data.data, job);
    } catch (error) {
      if (error instanceof FinalError) throw new UnrecoverableError(error.message);
      if (error instanceof BusyError) {
        await job.moveToDelayed(Date.now() + error.waitMs, token);
        throw new DelayedError();
      }
      throw error;
    }
  };

  const worker = new Worker(contract.name, run, {
    connection,
    concurrency,
    ...(perMinute > 0 && { limiter: { max: 1, duration: Math.ceil(60_000 / perMinute) } }),
    prefix: "talonario",
    lockDuration: 15_000,
    stalledInterval: 5_000,
    maxStalledCount: 1_000,
  });
  worker.on("failed", (job, error) =>
    log.warn({ jobId: job?.id, attempt: job?.attemptsMade, error }, `${contract.name} job failed`),
  );
  worker.on("error", () => undefined); // the connection's own listener reports
  return { close: () => worker.close() };
}
