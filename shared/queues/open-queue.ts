import { type JobsOptions, Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { z } from "zod";
import { withTimeout } from "../concurrency/with-timeout.js";
import type { QueueContract } from "./define-queue.js";

/** Completed jobs stay a day for the operators' board, at most 10 000 of them. */
const kept = { age: 24 * 3_600, count: 10_000 };

export interface OpenQueue<Data> {
  add(jobId: string, data: Data, options?: JobsOptions): Promise<void>;
  /** Adds several jobs, in one trip. */
  addAll(jobs: readonly { jobId: string; data: Data; options?: JobsOptions }[]): Promise<void>;
  /** Waits for the connection, as every other call does. */
  ready(): Promise<unknown>;
  /** Forgets a job that has ended, or that no worker has begun. */
  withdraw(jobId: string): Promise<void>;
  /** Whether a job waits or runs. What became of it is asked of the database. */
  isUnderWay(jobId: string): Promise<boolean>;
  close(): Promise<void>;
}

const closeMs = 1_000;

/** A job of which BullMQ knows nothing, or that is not in any list of its, has ended too. */
const ended = ["completed", "failed", "unknown"];

/** The producing side of a queue. Adding an id that BullMQ remembers does nothing. */
export function openQueue<Data extends z.ZodType, Result extends z.ZodType>(
  contract: QueueContract<Data, Result>,
  connection: Redis,
): OpenQueue<z.output<Data>> {
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
  const add: OpenQueue<z.output<Data>>["add"] = async (jobId, data, options) => {
    await queue.add(contract.name, data, { ...options, jobId });
  };
  return {
    add,
    addAll: async (jobs) => {
      const [first, ...others] = jobs;
      // Several are a transaction of Redis, and one needs none.
      if (first && others.length === 0) return add(first.jobId, first.data, first.options);
      await queue.addBulk(
        jobs.map(({ jobId, data, options }) => ({ name: contract.name, data, opts: { ...options, jobId } })),
      );
    },
    ready: () => queue.waitUntilReady(),
    withdraw: async (jobId) => {
      await queue.remove(jobId);
    },
    isUnderWay: async (jobId) => !ended.includes(await queue.getJobState(jobId)),
    // Without Redis it might never end, and nothing here needs an end.
    close: () => withTimeout(closeMs, queue.close()).catch(() => undefined),
  };
}
