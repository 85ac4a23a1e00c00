import { type JobsOptions, Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { z } from "zod";
import type { QueueContract } from "./define-queue.js";

/** Completed jobs stay a day for the operators' board, at most 10 000 of them. */
const kept = { age: 24 * 3_600, count: 10_000 };

export interface OpenQueue<Data, Result> {
  add(jobId: string, data: Data, options?: JobsOptions): Promise<void>;
  /** Waits for the connection, as every other call does. */
  ready(): Promise<unknown>;
  /** How a job ended. Undefined while it has not ended. */
  findEnding(jobId: string): Promise<JobEnding<Result> | undefined>;
  /** Whether a worker has begun the job. */
  isTaken(jobId: string): Promise<boolean>;
  /** Removes a job that no worker has begun. A running job goes on. */
  withdraw(jobId: string): Promise<void>;
  close(): Promise<void>;
}

type JobEnding<Result> = { result: Result } | { failed: string };

/** The producing side of a queue. Adding an id that BullMQ remembers does nothing. */
export function openQueue<Data extends z.ZodType, Result extends z.ZodType>(
  contract: QueueContract<Data, Result>,
  connection: Redis,
): OpenQueue<z.output<Data>, z.output<Result>> {
  const queue = new Queue(contract.name, {
    connection,
    prefix: "talonario",
    defaultJobOptions: {
      attempts: 10,
      backoff: { type: "exponential", delay: 1_000, jitter: 0.5 },
      removeOnComplete: kept,
      removeOnFail: { age: 7 * 24 * 3_600, count: 10_000 },
    },
  });
  queue.on("error", () => undefined); // the connection's own listener logs it
  return {
    add: async (jobId, data, options) => {
      await queue.add(contract.name, data, { ...options, jobId });
    },
    ready: () => queue.waitUntilReady(),
    async findEnding(jobId) {
      const job = await queue.getJob(jobId);
      if (!job) return { failed: "the job is gone" };
      if (job.finishedOn === undefined) return undefined;
      const result = contract.result.safeParse(job.returnvalue);
      return result.success
        ? { result: result.data }
        : { failed: job.failedReason ?? "its result does not match the contract" };
    },
    isTaken: async (jobId) => (await queue.getJob(jobId))?.processedOn !== undefined,
    withdraw: async (jobId) => {
      await queue.remove(jobId);
    },
    close: () => queue.close(),
  };
}
